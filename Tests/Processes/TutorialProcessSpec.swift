import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite struct プロセスとしてのチュートリアル {
    private let calearning = Calearning()

    private func tutorial(_ arguments: String...) async throws -> ProgramProcess.Result {
        try await calearning(["tutorial"] + arguments)
    }

    @Test(arguments: [("en", "Tutorial"), ("ja", "チュートリアル")])
    func 端末でなければすべてのページか指定されたページを文章で書き出し何も記憶しない(language: String, word: String) async throws {
        let result = try await tutorial("--language", language)
        let page = try await tutorial("--language", language, "--page", "3")

        #expect([result, page].allSatisfy { $0.status == 0 && $0.errors.isEmpty })
        let headings = result.output.split(separator: "\n").filter { $0.contains(#/ \d\/7: /#) }
        #expect(headings.count == 7)
        for (number, heading) in headings.enumerated() { #expect(heading.hasPrefix("\(word) \(number + 1)/7: ")) }
        #expect(!result.output.contains("\u{1B}") && !result.output.contains("[q]") && !result.output.contains("⋯"))
        #expect(page.output.hasPrefix("\(word) 3/7: ") && result.output.contains(page.output))
        #expect(page.output.matches(of: #/ \d\/7: /#).count == 1)
        #expect(!FileManager.default.fileExists(atPath: calearning.path("state")))
    }

    @Test(arguments: ["0", "8", "-1", "1.5", "one", "", "１", "99999999999999999999"])
    func ないページは使い方の誤り(page: String) async throws {
        let result = try await tutorial("--page", page)

        #expect(result.status == 64)
        #expect(result.errors.contains("The tutorial has pages 1 to 7, for example --page 1."))
        #expect(result.output.isEmpty)
    }
}

#if !canImport(Darwin)
@Suite(.timeLimit(.minutes(5)), .enabled(if: TerminalProcess.isAvailable)) struct 端末の上のチュートリアル {
    private let directory = TemporaryDirectory()

    private func terminal(
        _ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 24, variables: [String: String] = [:]
    ) throws -> TerminalProcess {
        try TerminalProcess(arguments, in: directory, variables, columns: columns, rows: rows)
    }

    @Test func 突然終わらされても同じページから続く() async throws {
        let first = try TerminalProcess(
            ["tutorial", "--page", "6"], in: directory, command: TerminalProcess.announcedToItsEnd)
        #expect(await first.shows("A run is recorded:"))
        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), SIGKILL)
        #expect(await first.shows("status=137"))

        let second = try terminal("tutorial")
        #expect(await second.shows("Tutorial 6/7"))
        second.type("q")
        await second.end()
        #expect(second.output.contains("status=0"))
    }

    @Test func 色を使わなくても同じ文が読める() async throws {
        let terminal = try terminal("tutorial", "--page", "3", rows: 40, variables: ["NO_COLOR": "1"])
        #expect(await terminal.shows("last cause"))
        terminal.type("q")
        await terminal.end()

        #expect(!terminal.output.contains(#/\x1B\[[0-9;]*[1-9][0-9;]*m/#))
        #expect(terminal.output.contains("calearning: This machine has no network"))
    }

    @Test(arguments: [(UInt16(0), UInt16(0)), (1, 1), (2, 3), (40, 2), (500, 200)])
    func おかしな大きさの端末でも動き中断できる(columns: UInt16, rows: UInt16) async throws {
        let terminal = try terminal("tutorial", columns: columns, rows: rows)
        #expect(await terminal.shows("\u{1B}[?1049h"))

        terminal.type("\r\u{1B}[6~\r\u{3}")
        await terminal.end()

        #expect(terminal.output.contains(TerminalProcess.restoration))
        #expect(terminal.output.contains("status=130"))
    }
}
#endif
