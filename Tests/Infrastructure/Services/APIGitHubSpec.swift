import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct APIで尋ねるGitHub {
    private static let limitMessage = #"{"message":"API rate limit exceeded","documentation_url":"https://docs"}"#

    private func gitHub(_ server: LoopbackServer, token: String? = nil) throws -> APIGitHub {
        // The clock stands still at the time assumed by the fixtures, so the deadline is never reached.
        let clock = ManualClock()
        let client = LiveAPIClient(
            GitHubAPIs(address: try BaseAddress(server.address), token: token.map { Secret($0) }),
            transport: NetworkTransport(), clock: clock, timeout: .seconds(8))
        return APIGitHub(client: client, clock: clock, hasToken: false)
    }

    private func gitHub(_ status: Int, _ body: String, _ headers: [String: String] = [:]) throws -> APIGitHub {
        try gitHub(.answering(status, body, headers: headers))
    }

    private var octocat: GitHubLogin {
        get throws { try #require(GitHubLogin("octocat")) }
    }

    @Test func GitHubが求めるヘッダを送る() async throws {
        let server = try LoopbackServer.answering(200, "Keep it logically awesome.\n")
        defer { server.stop() }

        let answer = try await gitHub(server, token: "ghp_0").zen()

        #expect(answer.value == "Keep it logically awesome.")
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.path == "/zen")
        #expect(request.headers["user-agent"] == "UsecasesAPIClient")
        #expect(request.headers["accept"] == "application/vnd.github+json")
        #expect(request.headers["x-github-api-version"] == "2022-11-28")
        #expect(request.headers["authorization"] == "Bearer ghp_0")
    }

    @Test func トークンがなければ認証ヘッダもない() async throws {
        let server = try LoopbackServer.answering(200, "Keep it logically awesome.")
        defer { server.stop() }

        _ = try await gitHub(server).zen()

        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test(arguments: [
        "", " \n", "<html>blocked by a proxy</html>", String(repeating: "x", count: 501), "a\u{0}b", "one\ntwo",
        #"{"message":"no"}"#, "[1]", "\u{1B}[2J", "a\u{9B}31m", "a\u{202E}b",
        "a" + String(repeating: "\u{301}", count: 500),
    ])
    func 禅の言葉でないものは読まない(body: String) async throws {
        let gitHub = try gitHub(200, body)

        let error = await #expect(throws: ErrorWrapper.self) { try await gitHub.zen() }

        #expect(error?.status == 200)
    }

    @Test(
        arguments: [[0xFF, 0xFE, 0x41, 0x00], [0x41, 0xE3, 0x81], [0xC0, 0x80], [0x41, 0xED, 0xA0, 0x80]] as [[UInt8]])
    func UTF8でない答えは置き換えて読まれない(bytes: [UInt8]) throws {
        let response = ReceivedResponse(head: HTTPResponse(status: .ok), payload: Data(bytes))

        #expect(throws: (any Error).self) { try GitHubAPIs.Zen().deserialize(response) }
    }

    @Test func ユーザを読む() async throws {
        let body = #"""
            {"login":"octocat","id":583231,"name":"The Octocat","company":null,"html_url":"https://github.com/octocat",
            "followers":9,"public_repos":8,"site_admin":false}
            """#

        let answer = try await gitHub(200, body).user(octocat)

        #expect(
            answer.value
                == GitHubUser(
                    id: 583_231, login: "octocat", name: "The Octocat", url: "https://github.com/octocat", followers: 9,
                    publicRepositories: 8))
    }

    @Test func 四百四ならユーザはいない() async throws {
        let answer = try await gitHub(404, #"{"message":"Not Found"}"#).user(octocat)

        #expect(answer.value == .some(nil))
    }

    @Test func GitHubの形でない四百四はユーザがいないのではなく失敗() async throws {
        let gitHub = try gitHub(404, "<html>not GitHub at all</html>")

        let error = await #expect(throws: ErrorWrapper.self) { try await gitHub.user(octocat) }

        #expect(error?.status == 404)
    }

    @Test(arguments: [
        (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795176060"], Int64(1_795_176_060_000)),
        (429, ["X-RateLimit-Reset": "1795176060"], 1_795_176_060_000),
        (403, ["Retry-After": "60"], 1_795_176_060_000),
        (429, ["Retry-After": "60", "X-RateLimit-Reset": "9"], 1_795_176_060_000),
        (429, ["Retry-After": "86401"], nil),
        (429, ["X-RateLimit-Reset": "1795176000"], nil), (429, ["X-RateLimit-Reset": "0"], nil),
        (429, [:], nil),
        (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"], nil),
        (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-1"], nil),
    ])
    func 利用制限とそれが終わる時刻(status: Int, headers: [String: String], until: Int64?) async throws {
        let answer = try await gitHub(status, Self.limitMessage, headers).user(octocat)

        guard case .rateLimited(let time, _) = answer else {
            Issue.record("no rate limit: \(answer)")
            return
        }
        #expect(time?.milliseconds == until)
    }

    @Test func 制限でない四百三は拒否であってトークンはエラーに現れない() async throws {
        let server = try LoopbackServer.answering(403, #"{"message":"Forbidden"}"#)
        defer { server.stop() }
        let gitHub = try gitHub(server, token: "ghp_secret")

        let error = await #expect(throws: ErrorWrapper.self) { try await gitHub.zen() }

        #expect(
            error?.service == .server(ErrorResponse(code: "GITHUB", title: "GitHub", message: "Forbidden"), status: 403)
        )
        #expect(error.map { "\($0) \($0.causes)".contains("ghp_secret") } == false)
    }
}

extension GitHubAnswer {
    fileprivate var value: Value? {
        if case .answer(let value) = self { value } else { nil }
    }
}
