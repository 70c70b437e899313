import Foundation
import Testing
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the commands for outside services against a server that answers like the real ones.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての外部サービス {
    private static func run(_ server: LoopbackServer, _ arguments: [String]) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments,
            environment: [
                "CALEARNING_GITHUB_URL": server.address, "CALEARNING_GITHUB_STATUS_URL": server.address,
                "CALEARNING_MOVABLETYPE_URL": server.address, "CALEARNING_GITHUB_TOKEN": "ghp_secret",
            ]
        ).run()
    }

    private static let limit = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800"]
    private static let limited = #"{"message":"API rate limit exceeded"}"#

    /// The path of a service, its answer, the exit status, the view, and words of it.
    typealias Example = (
        path: String, status: Int, body: String, headers: [String: String], exitStatus: Int32, view: String?,
        words: String
    )

    private static let commands = [
        "/zen": ["zen"], "/users/octocat": ["user", "octocat"], "/api/v2/status.json": ["status"],
        "/.data-api/version": ["api-version"],
    ]
    private static let examples: [Example] = [
        ("/zen", 200, "Design for failure.", [:], 0, "zen", "Design for failure.\n"),
        ("/zen", 403, limited, limit, 75, "rate-limit", "2100-01-01 00:00:00 UTC"),
        ("/zen", 500, "<html>", [:], 69, nil, "500"),
        ("/zen", 200, "", [:], 65, nil, "cannot be read"),
        ("/users/octocat", 200, #"{"login":"octocat","id":1}"#, [:], 0, "user", "octocat\nId: 1\n"),
        ("/users/octocat", 404, #"{"message":"Not Found"}"#, [:], 67, "no-such-user", "no such user"),
        ("/users/octocat", 429, limited, limit, 75, "rate-limit", "2100-01-01 00:00:00 UTC"),
        ("/users/octocat", 401, #"{"message":"Bad credentials"}"#, [:], 77, nil, "Bad credentials"),
        ("/users/octocat", 200, #"{"login":"octocat"}"#, [:], 65, nil, "cannot be read"),
        (
            "/api/v2/status.json", 200,
            #"{"page":{},"status":{"indicator":"none","description":"All Systems Operational"}}"#, [:], 0, "status",
            "All Systems Operational\nIndicator: none\n"
        ),
        (
            "/api/v2/status.json", 200, #"{"status":{"indicator":"major","description":"Major Outage"}}"#, [:], 69,
            "status", "Major Outage"
        ),
        ("/api/v2/status.json", 200, "{}", [:], 65, nil, "cannot be read"),
        (
            "/.data-api/version", 200, #"{"endpointVersion":"v4","apiVersion":4}"#, [:], 0, "version",
            "API version v4 (4)\nThis application supports it.\n"
        ),
        (
            "/.data-api/version", 200, #"{"endpointVersion":"v3","apiVersion":3}"#, [:], 76, "version",
            "supports version 4 alone"
        ),
        ("/.data-api/version", 200, #"{"apiVersion":"4"}"#, [:], 65, nil, "cannot be read"),
    ]

    @Test(arguments: examples) func 結果とステータスは契約のとおり(example: Example) async throws {
        let server = try LoopbackServer.routing([example.path: (example.status, example.body, example.headers)])
        defer { server.stop() }
        let words = try #require(Self.commands[example.path])

        let text = try await Self.run(server, words)
        let japanese = try await Self.run(server, words + ["--language", "ja"])
        let json = try await Self.run(server, words + ["--format", "json"])

        #expect([text, japanese, json].map(\.status) == Array(repeating: example.exitStatus, count: 3))
        #expect((text.output + text.errors).contains(example.words))
        // Results go to standard output, errors to standard error.
        #expect(text.output.isEmpty == (example.view == nil))
        try expect(json.json()["view"], equals: example.view)
        try expect((json.json().error == nil), equals: (example.view != nil))
        #expect(!(text.output + text.errors + json.output).contains("ghp_secret"))
        #expect(server.requests.allSatisfy { $0.headers["traceparent"] == nil })
    }

    @Test func 値はJSONの契約のとおり() async throws {
        let server = try LoopbackServer.routing([
            "/zen": (200, "Design for failure.", [:]),
            "/users/octocat": (200, #"{"login":"octocat","id":1,"bio":null}"#, [:]),
            "/users/hubot": (429, "{}", Self.limit),
            "/api/v2/status.json": (200, #"{"status":{"indicator":"none","description":"Fine"}}"#, [:]),
            "/.data-api/version": (200, #"{"endpointVersion":"v4","apiVersion":4}"#, [:]),
        ])
        defer { server.stop() }
        func values(_ words: String...) async throws -> [String: Any] {
            try await Self.run(server, words + ["--format", "json"]).json().members["values"] as? [String: Any] ?? [:]
        }

        let zen = try await values("zen")
        let user = try await values("user", "octocat")["user"] as? [String: Any]
        let limit = try await values("user", "hubot")
        let status = try await values("status")["status"] as? [String: String]
        let version = try await values("api-version")["version"] as? [String: Any]

        #expect(zen["zen"] as? String == "Design for failure.")
        #expect(user?["id"] as? Int == 1)
        #expect(user?["login"] as? String == "octocat")
        #expect(limit["until"] as? String == "2100-01-01T00:00:00.000Z")
        #expect(status == ["indicator": "none", "description": "Fine"])
        #expect(version?["endpointVersion"] as? String == "v4")
        #expect(version?["apiVersion"] as? Int == 4)
    }

    @Test(arguments: ["a--b", "../zen", "a b", "がぎ"]) func 正しくないログイン名は何も送らずに六十四で終わる(login: String) async throws {
        let server = try LoopbackServer.routing([:])
        defer { server.stop() }

        let result = try await Self.run(server, ["user", login])

        #expect(result.status == 64)
        #expect(result.errors.contains("login"))
        #expect(server.requests.isEmpty)
    }

    @Test func アドレスが正しくなければ変数の名前を挙げて六十四で終わる() async throws {
        let result = try await ProgramProcess(["zen"], environment: ["CALEARNING_GITHUB_URL": "github"]).run()

        #expect(result.status == 64)
        #expect(result.errors.contains("CALEARNING_GITHUB_URL"))
    }
}

/// Secrets that the program receives, and all of its output.
@Suite(.timeLimit(.minutes(5))) struct プロセスの書くものの中の秘密 {
    @Test(arguments: [403, 404, 500, 302, 200], ["text", "json"])
    func トークンは断られて送り返されても現れない(status: Int, format: String) async throws {
        let server = try LoopbackServer { connection, request in
            let echo = request.headers["authorization"] ?? ""
            let body = #"{"message":"Bad credentials: \#(echo)","token":"ghp_planted"}"#
            let headers = ["X-Echo": echo, "Location": "http://127.0.0.1:1/?token=ghp_planted"]
            connection.send(LoopbackServer.head(status, length: body.utf8.count, headers) + body)
        }
        defer { server.stop() }

        let result = try await ProgramProcess(
            ["user", "octocat", "--format", format, "--trace"],
            environment: ["CALEARNING_GITHUB_URL": server.address, "CALEARNING_GITHUB_TOKEN": "ghp_planted"]
        ).run()

        #expect(result.status != 0 || status == 200)
        #expect(server.requests.first?.headers["authorization"] == "Bearer ghp_planted")
        #expect(!(result.output + result.errors).contains("planted"), "\(result.output + result.errors)")
        let isReported = result.errors.contains("request: GET \(server.address)/users/octocat\n")
        #expect(isReported == (status != 404), "no such user is a goal, all else an error")
    }

    @Test(arguments: [nil, "ghp_secret"])
    func トークンを勧めるのは設定していない者にだけ(token: String?) async throws {
        let server = try LoopbackServer.answering(429, "{}")
        defer { server.stop() }
        var environment = ["CALEARNING_GITHUB_URL": server.address]
        environment["CALEARNING_GITHUB_TOKEN"] = token

        let result = try await ProgramProcess(["zen", "--store", "memory"], environment: environment).run()

        #expect(result.status == 75)
        #expect(result.output.contains("CALEARNING_GITHUB_TOKEN") == (token == nil))
    }

    @Test(arguments: [
        ["boot", "--backend", "http://me:planted@127.0.0.1:1"], ["boot", "--backend", "http://127.0.0.1:1?t=planted"],
        ["zen"], ["status"], ["api-version"],
    ])
    func 基底アドレスの秘密は断るときも現れない(arguments: [String]) async throws {
        let address = "http://me:planted@127.0.0.1:1/"

        let result = try await ProgramProcess(
            arguments,
            environment: [
                "CALEARNING_GITHUB_URL": address, "CALEARNING_GITHUB_STATUS_URL": address,
                "CALEARNING_MOVABLETYPE_URL": address,
            ]
        ).run()

        #expect(result.status == 64)
        #expect(result.errors.contains("[redacted]"))
        #expect(!(result.output + result.errors).contains("planted"))
    }
}
