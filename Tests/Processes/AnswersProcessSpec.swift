import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the program itself with servers whose answers are valid, almost valid, or hostile. The specs of the transports
/// have every flaw of an answer.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての応答の読み方 {
    /// An answer of GitHub, and what the program makes of it.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The answer to each request, and to requests for `/way`, if that is another one.
        let answer: String
        var way: String?
        var arguments = ["zen"]
        let status: Int32
        var shows: [String] = []
        var hides = "s3cret"
        var requests: Int?

        private static let whole = "Design for failure."
        private static let chunked = LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"])

        private static func answer(_ status: Int, _ fields: String, _ body: String = whole) -> String {
            "HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
        }

        private static let hostile = [
            Example("closed within the headers", "HTTP/1.1 200 OK\r\nContent-Ty", 69, ["closed before"]),
            Example("closed at once", "", 69, ["closed before"]),
            Example("trailers", chunked + "13\r\n\(whole)\r\n0\r\nX-Trailer: z\r\n\r\n", 0, [whole]),
            Example("the longest length", LoopbackServer.head(200, length: .max) + whole, 70, ["longer than"]),
            Example("a challenge", answer(401, "WWW-Authenticate: Basic realm=\"x\"\r\n", "no"), 65, ["401"]),
            Example("chunks that are none", chunked + "zz\r\n", 70, ["its chunks"]),
            Example("a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", 70, ["its length"]),
            Example("compression that is none", answer(200, "Content-Encoding: gzip\r\n"), 70, ["its compression"]),
            Example("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", 70, ["HTTP"]),
            Example("headers that are none", "HTTP/1.1 200 OK\r\nNothing\r\n\r\n", 70, ["its headers"]),
            Example("redirects without an end", answer(302, "Location: /zen\r\n", ""), 70, ["after 5"]),
            Example(
                "a redirect elsewhere", answer(302, "Location: http://elsewhere.example/\r\n", ""), 70,
                ["to another host"]),
            // Text shows a byte order mark as U+FFFD.
            Example("a byte order mark", answer(200, "", "\u{FEFF}" + whole), 0, [whole], hides: "\u{FFFD}"),
            Example("a part", answer(206, "Content-Range: bytes 0-5/19\r\n", "Design"), 70, ["only a part"]),
        ]

        /// The status and the headers count, whatever is wrong with a body.
        private static let unreadable = ["", "not gzip"].flatMap { body in
            [
                Example("limited", answer(403, gzip + "Retry-After: 120\r\n", body), 75),
                Example("slowed down", answer(429, gzip + "Retry-After: 120\r\n", body), 75),
                Example("unavailable", answer(503, gzip, body), 69, requests: 3),
                Example("moved", answer(302, gzip + "Location: /way\r\n", body), way: answer(200, ""), 0, [whole]),
            ]
        }
        private static let gzip = "Content-Encoding: gzip\r\n"

        private static let redirected =
            [
                "https://bob:s3cret@other.example:8443/way", "https://other.example:8443/way?token=s3cret-token",
                "https://other.example:8443/way#s3cret", "//bob:s3cret@other.example:8443/way?a=s3cret-token&b",
                "https://other.example:8443/way?s3cret",
            ].map { place in
                let fields = "Location: \(place)\r\nContent-Location: \(place)\r\n"
                return Example(
                    place, answer(302, fields, "<a href=\"\(place)\">moved</a>"), 70, ["other.example:8443/way"])
            } + [
                Example(
                    "followed", answer(302, "Location: /way?token=s3cret-token\r\n", ""), way: answer(404, "", "none"),
                    65,
                    ["/way"], requests: 2)
            ]

        private static let numbers = [
            "9223372036854775808", "-9223372036854775809", "1.5", "99999999999999999999999999",
        ].map {
            Example(
                $0, answer(200, "", #"{"id":\#($0),"login":"octocat"}"#), 65, ["too large, or is not a whole number"],
                arguments: ["user", "octocat"])
        }

        /// Times that are over, and texts that are no time.
        private static let resets = ["0", "1", "1000000000", "1795176000000", "-5", "soon"].map { reset in
            Example(
                reset, answer(403, "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: \(reset)\r\n", "{}"), 75,
                hides: reset == "1000000000" ? "2001" : "1970")
        }

        static let all: [Example] = [hostile, unreadable, redirected, numbers, resets].flatMap(\.self)

        init(
            _ description: String, _ answer: String, way: String? = nil, _ status: Int32, _ shows: [String] = [],
            hides: String = "s3cret", requests: Int? = nil, arguments: [String] = ["zen"]
        ) {
            (testDescription, self.answer, self.way, self.status) = (description, answer, way, status)
            (self.shows, self.hides, self.requests, self.arguments) = (shows, hides, requests, arguments)
        }
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
        let server = try LoopbackServer { connection, request in
            connection.send(request.path.hasPrefix("/way") ? example.way ?? example.answer : example.answer)
        }
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

    @Test(arguments: [401, 403, 404, 500])
    func 断る応答のステータスは本文が読めなくても伝わる(status: Int) async throws {
        let server = try LoopbackServer.answering(status, "not gzip", headers: ["Content-Encoding": "gzip"])
        defer { server.stop() }

        let error = try #require(try await Self.run(["zen", "--format", "json"], server.address).json().error)

        #expect(error["status"] as? Int == status)
        let causes = try #require(error["causedBy"] as? [String])
        #expect(causes.contains { $0.contains("compression") || $0.contains("coding") }, "\(causes)")
    }

    @Test func 待つあいだに切れる時間が短すぎるときだけ_timeoutを勧める() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }

        let result = try await Self.run(["zen", "--timeout", "0.00000023"], server.address)

        #expect(result.status == 69)
        #expect(result.errors.contains("--timeout gives it more time"))
        #expect(result.errors.contains("no complete response within less than 0.001 seconds"))
    }

    @Test func 認証局のファイルが読めなければ名を挙げて勧める() async throws {
        let server = try LoopbackServer.answering(200, "")
        defer { server.stop() }

        let result = try await Self.run(
            ["zen", "--ca-file", "/nowhere.pem"], "https://127.0.0.1:\(server.port)")

        #expect(result.status == 70)
        #expect(result.errors.contains("--ca-file"))
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
