import Foundation
import Testing

/// The program behaves as the README shows.
@Suite struct README {
    private static let files = ["README.md", "README.ja.md"]

    @Test(arguments: files) func 示されたコードはソースにある(file: String) throws {
        let source = Self.squeezed(try Repository.text(of: "Sources/Application/Specific/Usecases/Boot.swift"))
        let blocks = try Self.blocks("swift", in: file)

        for block in blocks {
            #expect(source.contains(Self.squeezed(block)))
        }
        #expect(!blocks.isEmpty)
    }

    @Test(arguments: files) func 示されたやりとりは本物である(file: String) async throws {
        let directory = try TemporaryDirectory()
        let blocks = try Self.blocks("console", in: file)
        var lastStatus: Int32 = 0

        for block in blocks {
            for exchange in block.components(separatedBy: "$ ").dropFirst() {
                var lines = exchange.components(separatedBy: "\n").dropLast()
                let words = lines.removeFirst().split(separator: " ").map(String.init)
                guard words != ["echo", "$?"] else {
                    #expect(lines == ["\(lastStatus)"])
                    continue
                }
                #expect(words.first == "calearning")
                let result = try await CalearningProcess(
                    Array(words.dropFirst()), environment: ["CALEARNING_STATE_DIR": directory.path]
                ).run()
                lastStatus = result.status
                #expect(Self.steady(result.errors + result.output) == Self.steady(lines.joined(separator: "\n") + "\n"))
            }
        }
        #expect(blocks.count == 3)
    }

    private static func blocks(_ language: String, in file: String) throws -> [String] {
        try Repository.text(of: file).components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    private static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text without what differs between runs and between platforms.
    private static func steady(_ text: String) -> String {
        text.replacing(#/\+\d+ms/#, with: "+0ms")
            .replacing(#/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/#, with: "UUID")
            .replacing(#/← (?:libcurl \d+|URLError -\d+|[A-Z]\w+):?.*/#, with: "← LIBRARY")
    }
}
