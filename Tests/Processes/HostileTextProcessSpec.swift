import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The output of the program contains no terminal commands, although text from servers and files may.
@Suite(.timeLimit(.minutes(5))) struct 端末を操る文字 {
    private static let commands = "\u{1B}[2J\u{9B}31m\u{7}\u{202E}\u{2066}\u{200F}\u{85}\u{2028}"

    private let calearning = Calearning()

    private func expectHarmless(_ text: String) {
        for scalar in Self.commands.unicodeScalars where !(" "..."~").contains(scalar) {
            #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: ["text", "json"]) func サーバの応答と追跡の報告には現れない(format: String) async throws {
        let server = try LoopbackServer.answering(
            503, #"{"code":"E\#(Self.json)","title":"T","message":"\#(Self.json)"}"#)
        let raw = try LoopbackServer.answering(404, "raw " + Self.commands)
        defer {
            server.stop()
            raw.stop()
        }

        for address in [server.address, raw.address] {
            let result = try await calearning("boot", "--trace", "--format", format, "--backend", address)

            #expect(result.status != 0 && !result.isKilled)
            expectHarmless(result.output + result.errors)
            if format == "json" { #expect(try result.json().error != nil) }
        }
    }

    @Test func 打ち込まれたことを繰り返しても現れない() async throws {
        let result = try await calearning("boot", "--format", "x" + Self.commands)

        #expect(result.status == 64)
        expectHarmless(result.errors)
    }

    private static var json: String {
        commands.unicodeScalars.map { "\\u" + String($0.value + 0x10000, radix: 16).dropFirst() }.joined()
    }
}
