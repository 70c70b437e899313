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

    /// A command, the answer to it, the exit status, the view, words of the text, and values of the JSON by their paths.
    typealias Example = (
        command: String, path: String, status: Int, body: String, headers: [String: String], exitStatus: Int32,
        view: String?, words: String, values: [String: String]
    )

    private static let examples: [Example] = [
        (
            "zen", "/zen", 200, "Design for failure.", [:], 0, "zen", "Design for failure.\n",
            ["zen": "Design for failure."]
        ),
        ("zen", "/zen", 403, "{}", limit, 75, "rate-limit", "2100-01-01 00:00:00 UTC", [:]),
        ("zen", "/zen", 500, "<html>", [:], 69, nil, "500", [:]),
        (
            "user octocat", "/users/octocat", 200, #"{"login":"octocat","id":1,"bio":null}"#, [:], 0, "user",
            "octocat\nId: 1\n", ["user.id": "1", "user.login": "octocat"]
        ),
        ("user octocat", "/users/octocat", 404, #"{"message":"N"}"#, [:], 67, "no-such-user", "no such user", [:]),
        (
            "user octocat", "/users/octocat", 429, "{}", limit, 75, "rate-limit", "2100-01-01 00:00:00 UTC",
            ["until": "2100-01-01T00:00:00.000Z"]
        ),
        (
            "status", "/api/v2/status.json", 200, #"{"status":{"indicator":"none","description":"Fine"}}"#, [:], 0,
            "status", "Fine\nIndicator: none\n", ["status.indicator": "none", "status.description": "Fine"]
        ),
        (
            "status", "/api/v2/status.json", 200, #"{"status":{"indicator":"major","description":"Outage"}}"#, [:], 69,
            "status", "Outage", [:]
        ),
        (
            "api-version", "/.data-api/version", 200, #"{"endpointVersion":"v4","apiVersion":4}"#, [:], 0, "version",
            "API version v4 (4)\nThis application supports it.\n",
            ["version.endpointVersion": "v4", "version.apiVersion": "4"]
        ),
        (
            "api-version", "/.data-api/version", 200, #"{"endpointVersion":"v3","apiVersion":3}"#, [:], 76, "version",
            "supports version 4 alone", [:]
        ),
    ]

    @Test(arguments: examples) func 結果とステータスと値は契約のとおり(example: Example) async throws {
        let server = try LoopbackServer.routing([example.path: (example.status, example.body, example.headers)])
        defer { server.stop() }
        let words = example.command.split(separator: " ").map(String.init)

        let text = try await Self.run(server, words)
        let json = try await Self.run(server, words + ["--format", "json"])
        let report = try json.json()

        #expect([text, json].map(\.status) == [example.exitStatus, example.exitStatus])
        #expect((text.output + text.errors).contains(example.words))
        // Results go to standard output, errors to standard error.
        #expect(text.output.isEmpty == (example.view == nil))
        #expect(report["view"] == example.view)
        #expect((report.error == nil) == (example.view != nil))
        for (path, expected) in example.values {
            let value = path.split(separator: ".").reduce(report.members["values"]) { value, name in
                (value as? [String: Any])?[String(name)]
            }
            #expect(value.map { "\($0)" } == expected, "\(path)")
        }
        #expect(!(text.output + text.errors + json.output).contains("ghp_secret"))
        #expect(server.requests.allSatisfy { $0.headers["traceparent"] == nil })
    }

    @Test(arguments: ["a--b", "../zen"]) func 正しくないログイン名は何も送らずに六十四で終わる(login: String) async throws {
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
    @Test(arguments: [403, 404, 302, 200], ["text", "json"])
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
