import CalearningDomain
import CalearningInfrastructure
import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesSystem

@testable import CalearningTestSupport

/// The complete definition of a custom endpoint.
private struct Repo: API {
    typealias Service = GitHubAPIs

    struct Entity: Codable, Sendable, Equatable {
        let fullName: String
        let stargazersCount: Int
    }

    let owner: GitHubLogin
    let name: String
    var path: Path { "/repos/\(owner)/\(name)" }
}

/// The second chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct 一つの定義の章 {
    @Test func レスポンスの型は定義から決まる() async throws {
        let server = try LoopbackServer.answering(200, #"{"endpointVersion":"v4","apiVersion":4}"#)
        defer { server.stop() }
        let service = MovableTypeAPIs(address: try BaseAddress(server.address))
        let client = LiveAPIClient(service, transport: NetworkTransport(), clock: SystemClock())

        let version = try await client.call(MovableTypeAPIs.GetVersion())

        #expect(version.apiVersion == .supported)
        #expect(server.requests.map(\.path) == ["/.data-api/version"])
    }

    @Test func 自分のエンドポイントも一箇所で済む() async throws {
        let server = try LoopbackServer.answering(200, #"{"full_name":"apple/swift","stargazers_count":1}"#)
        defer { server.stop() }
        let client = LiveAPIClient(
            GitHubAPIs(address: try BaseAddress(server.address)), transport: NetworkTransport(), clock: SystemClock())

        let repo = try await client.call(Repo(owner: try #require(GitHubLogin("apple")), name: "swift"))

        #expect(repo == Repo.Entity(fullName: "apple/swift", stargazersCount: 1))
        #expect(server.requests.map(\.path) == ["/repos/apple/swift"])
        #expect(server.requests.first?.headers["x-github-api-version"] == "2022-11-28")
    }

    @Test(.enabled(if: isLinux && !hasService, "knows where the modules of the default build are on Linux"))
    func 取り違えはコンパイルできない() async throws {
        let errors = try await Compiler.errors(
            in: """
                func f(_ client: LiveAPIClient<MovableTypeAPIs>) async throws {
                    let version: String = try await client.call(MovableTypeAPIs.GetVersion())
                    let zen = try await client.call(GitHubAPIs.Zen())
                }
                """)

        #expect(errors.count == 2)
        #expect(errors.first?.hasPrefix("cannot convert value of type") == true)
        let payload = try await Compiler.errors(in: "let method = Method.get(.text(\"x\"))")
        #expect(payload == ["cannot call value of non-function type 'Method'"])
    }

    /// A function whose callers repeat the path and the type at each call.
    private func get<Value: Decodable>(_ path: String, from server: LoopbackServer) async throws -> Value {
        let response = try await NetworkTransport().exchange(.fixture(.get, server.address, path: path))
        return try JSONDecoder().decode(Value.self, from: response.data)
    }

    @Test func 呼ぶたびに書くと取り違えても動かすまで分からない() async throws {
        let server = try LoopbackServer.answering(200, #"{"endpointVersion":"v4","apiVersion":4}"#)
        defer { server.stop() }

        await #expect(throws: DecodingError.self) {
            let _: ServiceStatus = try await get("/.data-api/version", from: server)
        }
    }
}
