import Foundation
import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the program itself with a server that sends arbitrary data.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての悪意のあるサーバの相手 {
    /// The data that is sent, the end of the program, and the contents of its message.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let exitStatus: Int32
        let message: String

        init(_ description: String, _ answer: String, _ exitStatus: Int32, _ message: String) {
            testDescription = description
            self.answer = answer
            self.exitStatus = exitStatus
            self.message = message
        }

        private static let chunked = LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"])
        private static let whole = "Design for failure."

        static let all = [
            Example("closed within the headers", "HTTP/1.1 200 OK\r\nContent-Ty", 69, "closed before"),
            Example("closed at once", "", 69, "closed before"),
            Example("trailers", chunked + "13\r\n\(whole)\r\n0\r\nX-Trailer: z\r\n\r\n", 0, whole),
            Example("the longest length", LoopbackServer.head(200, length: .max) + whole, 70, "longer than"),
            Example(
                "a challenge", LoopbackServer.head(401, length: 2, ["WWW-Authenticate": "Basic realm=\"x\""]) + "no",
                65,
                "401"),
            Example("chunks that are none", chunked + "zz\r\n", 70, "its chunks"),
            Example(
                "a length that is none", LoopbackServer.head(200, length: nil, ["Content-Length": "-5"]), 70,
                "its length"),
            Example(
                "compression that is none",
                LoopbackServer.head(200, length: whole.utf8.count, ["Content-Encoding": "gzip"]) + whole, 70,
                "its compression"),
            Example("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", 70, "HTTP"),
            Example("headers that are none", "HTTP/1.1 200 OK\r\nNothing\r\n\r\n", 70, "its headers"),
            Example(
                "redirects without an end", LoopbackServer.head(302, length: 0, ["Location": "/zen"]), 70, "after 5"),
            Example(
                "a redirect elsewhere", LoopbackServer.head(302, length: 0, ["Location": "http://elsewhere.example/"]),
                70, "to another host"),
        ]
    }

    @Test(arguments: Example.all, ["text", "json"])
    func 定められたステータスで終わり何が起きたかを言う(example: Example, format: String) async throws {
        let server = try LoopbackServer.sending(example.answer)
        defer { server.stop() }

        let result = try await ProgramProcess(
            ["zen", "--format", format, "--store", "memory", "--timeout", "60"],
            environment: ["CALEARNING_GITHUB_URL": server.address]
        ).run()

        #expect(!result.isKilled)
        #expect(result.status == example.exitStatus, "\(result.errors)")
        #expect((result.output + result.errors).contains(example.message), "\(result.output + result.errors)")
        #expect(!(result.output + result.errors).contains("calearning service"))
        let advisesMoreTime = (result.output + result.errors).contains("--timeout")
        #expect(!advisesMoreTime, "it is not a question of time")
        if format == "json" { #expect(try result.json()["usecase"] == "ReadZen") }
    }

    @Test func 待つあいだに切れる時間が短すぎるときだけ_timeoutを勧める() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }

        let result = try await ProgramProcess(
            ["zen", "--store", "memory", "--timeout", "0.00000023"],
            environment: ["CALEARNING_GITHUB_URL": server.address]
        ).run()

        #expect(result.status == 69)
        #expect(result.errors.contains("--timeout gives it more time"))
        #expect(result.errors.contains("no complete response within less than 0.001 seconds"))
    }

    @Test func 認証局のファイルが読めなければ名を挙げて勧める() async throws {
        let server = try LoopbackServer.answering(200, "")
        defer { server.stop() }

        let result = try await ProgramProcess(
            ["zen", "--store", "memory", "--ca-file", "/nowhere.pem"],
            environment: ["CALEARNING_GITHUB_URL": "https://127.0.0.1:\(server.port)"]
        ).run()

        #expect(result.status == 70)
        #expect(result.errors.contains("--ca-file"))
    }

    @Test func ポートが零ならどこがいけないかを言う() async throws {
        let result = try await ProgramProcess(["boot", "--backend", "http://127.0.0.1:0"]).run()

        #expect(result.status == 64)
        #expect(result.errors.contains("its port must be from 1 to 65535"))
    }
}
