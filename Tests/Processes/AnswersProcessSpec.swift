import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the program itself with servers whose answers are valid, almost valid, or hostile: one answer of each kind. The
/// specs of the transports have every flaw of an answer.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての応答の読み方 {
    /// An answer of GitHub, and what the program makes of it.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        var arguments = ["zen"]
        let status: Int32
        var shows: [String] = []
        var hides = "s3cret"
        var requests: Int?

        private static let whole = "Design for failure."
        private static let gzip = "Content-Encoding: gzip\r\n"
        private static let place = "//bob:s3cret@other.example:8443/way?a=s3cret-token&b"

        private static func answer(_ status: Int, _ fields: String, _ body: String = whole) -> String {
            "HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
        }

        private static func user(id: String) -> Example {
            Example(
                testDescription: id, answer: answer(200, "", #"{"id":\#(id),"login":"octocat"}"#),
                arguments: ["user", "octocat"], status: 65, shows: ["too large, or is not a whole number"])
        }

        static let all = [
            Example(testDescription: "closed at once", answer: "", status: 69, shows: ["closed before"]),
            Example(
                testDescription: "compression that is none", answer: answer(200, gzip), status: 70,
                shows: ["its compression"]),
            // Text shows a byte order mark as U+FFFD.
            Example(
                testDescription: "a byte order mark", answer: answer(200, "", "\u{FEFF}" + whole), status: 0,
                shows: [whole], hides: "\u{FFFD}"),
            Example(
                testDescription: "a part", answer: answer(206, "Content-Range: bytes 0-5/19\r\n", "Design"), status: 70,
                shows: ["only a part"]),
            Example(
                testDescription: "redirects without an end", answer: answer(302, "Location: /zen\r\n", ""), status: 70,
                shows: ["after 5"]),
            Example(
                testDescription: "a redirect with secrets",
                answer: answer(
                    302, "Location: \(place)\r\nContent-Location: \(place)\r\n", "<a href=\"\(place)\">moved</a>"),
                status: 70, shows: ["other.example:8443/way"]),
            // The status and the headers count, whatever is wrong with a body.
            Example(
                testDescription: "limited", answer: answer(403, gzip + "Retry-After: 120\r\n", "not gzip"), status: 75),
            Example(testDescription: "unavailable", answer: answer(503, gzip, "not gzip"), status: 69, requests: 3),
            // A time that is over.
            Example(
                testDescription: "reset",
                answer: answer(403, "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 0\r\n", "{}"),
                status: 75, hides: "1970"),
            user(id: "9223372036854775808"), user(id: "1.5"),
        ]
    }

    private static func run(
        _ arguments: [String], _ address: String, through launcher: [String] = []
    ) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments + ["--store", "memory"], environment: ["CALEARNING_GITHUB_URL": address], through: launcher
        ).run()
    }

    @Test(arguments: Example.all, ["text", "json"])
    func 定められたステータスで終わり何が起きたかを言う(example: Example, format: String) async throws {
        let server = try LoopbackServer.sending(example.answer)
        defer { server.stop() }

        let result = try await Self.run(
            example.arguments + ["--format", format, "--trace", "--timeout", "60"], server.address)

        let shown = result.output + result.errors
        #expect(!result.isKilled)
        #expect(result.status == example.status, "\(shown)")
        for words in example.shows { #expect(shown.contains(words), "\(shown)") }
        #expect(!shown.unicodeScalars.contains(example.hides.unicodeScalars), "\(shown)")
        #expect(!shown.contains("calearning service") && !shown.contains("--timeout"), "it is not a question of time")
        if let requests = example.requests { #expect(server.requests.count == requests) }
        if format == "json", example.arguments == ["zen"] { try expect(result.json()["usecase"], equals: "ReadZen") }
    }

    @Test func 断る応答のステータスは本文が読めなくても伝わる() async throws {
        let server = try LoopbackServer.answering(404, "not gzip", headers: ["Content-Encoding": "gzip"])
        defer { server.stop() }

        let error = try #require(try await Self.run(["zen", "--format", "json"], server.address).json().error)

        #expect(error["status"] as? Int == 404)
        let causes = try #require(error["causedBy"] as? [String])
        #expect(causes.contains { $0.contains("compression") || $0.contains("coding") }, "\(causes)")
    }

    /// From the number of descriptors that the language's runtime needs to a sufficient one.
    @Test(arguments: 8...20)
    func ファイルを開けなければサーバのせいにしない(limit: Int) async throws {
        for host in ["127.0.0.1", "none.invalid"] {
            let server = try LoopbackServer.answering(200, "Design for failure.")
            defer { server.stop() }

            let result = try await Self.run(
                ["zen"], "http://\(host):\(server.port)",
                through: ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"])

            let isNotFound = host == "none.invalid" && result.errors.contains("not found")
            let isScarce = result.errors.contains("too many files are open")
            #expect(result.status == 0 || isScarce || isNotFound && limit > 12, "\(result.errors)")
            if limit < 10 { #expect(isScarce, "\(result.errors)") }
        }
    }
}
