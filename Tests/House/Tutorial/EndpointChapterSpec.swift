import CalearningDomain
import CalearningInfrastructure
import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

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

/// The eleventh chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct エンドポイントの章 {
    private let transport = NetworkTransport()

    private func request(to server: LoopbackServer) -> APIRequest {
        APIRequest(
            HTTPRequest(
                method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/search?q=swift&page=2",
                headerFields: [.accept: "application/json"]))
    }

    @Test func 届いたものは何も失われない() async throws {
        let server = try LoopbackServer.answering(
            429, #"{"message":"Slow down."}"#, headers: ["Retry-After": "60"])
        defer { server.stop() }
        let request = request(to: server)

        let response = try await transport.exchange(request)

        #expect(server.requests.map(\.path) == ["/search?q=swift&page=2"])
        #expect(server.requests.map { $0.headers["accept"] } == ["application/json"])
        #expect(response.head.status == 429)
        #expect(response.head.headerFields[.retryAfter] == "60")
        #expect(String(decoding: response.data, as: UTF8.self) == #"{"message":"Slow down."}"#)
        #expect(response.request == request)
    }

    @Test func 自分のエンドポイントも一箇所で済む() async throws {
        let server = try LoopbackServer.answering(200, #"{"full_name":"apple/swift","stargazers_count":1}"#)
        defer { server.stop() }
        let service = GitHubAPIs(address: try BaseAddress(server.address))
        let client = LiveAPIClient(service, transport: NetworkTransport(), clock: SystemClock())

        let repo = try await client.call(Repo(owner: try #require(GitHubLogin("apple")), name: "swift"))

        #expect(repo == Repo.Entity(fullName: "apple/swift", stargazersCount: 1))
        #expect(server.requests.map(\.path) == ["/repos/apple/swift"])
        #expect(server.requests.first?.headers["x-github-api-version"] == "2022-11-28")
    }

    @Test func 読んだものを書くと同じものになる() throws {
        let json = Data(#"{"apiVersion":4,"endpointVersion":"v4"}"#.utf8)
        let format = JSONFormat()

        let version = try format.decode(Version.self, from: json)

        #expect(version.endpointVersion == EndpointVersion(rawValue: "v4"))
        #expect(version.apiVersion == APIVersion(rawValue: 4))
        #expect(try format.encode(version) == json)
    }

    @Test func クロージャを渡す() async throws {
        let client = MockAPIClient(MovableTypeAPIs.GetVersion.self, stub: .success(.fixture()))

        let result = await withCheckedContinuation { continuation in
            client.call(MovableTypeAPIs.GetVersion()) { result in
                continuation.resume(returning: result)
            }
        }

        #expect(try result.get() == .fixture())
    }

    /// Returns the body as text, as a simple client does, and discards the rest of the exchange.
    private func text(_ request: APIRequest) async -> String? {
        guard let response = try? await transport.exchange(request), response.head.status == 200 else { return nil }
        return String(data: response.data, encoding: .utf8)
    }

    @Test func 文字列だけを残すと三つの失敗が一つに見える() async throws {
        let limited = try LoopbackServer.answering(429, #"{"message":"Slow down."}"#)
        let image = try LoopbackServer { $0.send(LoopbackServer.head(200, length: 2).utf8 + [0xFF, 0xD8]) }
        defer {
            limited.stop()
            image.stop()
        }

        #expect(await text(request(to: limited)) == nil)
        #expect(await text(request(to: image)) == nil)
        #expect(await text(APIRequest.fixture(.get, "http://127.0.0.1:9")) == nil)
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
        let payload = try await Compiler.errors(in: "let method = Method.get(.json(1))")
        #expect(payload.first == "cannot call value of non-function type 'Method'")
    }

    /// Reports a failure, and then continues.
    private func carelessCall(
        _ request: APIRequest, on transport: any HTTPTransport,
        completion: (Result<APIResponse, TransportError>) -> Void
    ) async {
        var response: APIResponse?
        do {
            response = try await transport.exchange(request)
        } catch {
            completion(.failure(error))
        }
        guard let response else { return completion(.failure(TransportError(.other))) }
        completion(.success(response))
    }

    @Test func 戻り忘れると失敗は二度伝わる() async {
        var reports = 0

        await carelessCall(.fixture(.get, "http://127.0.0.1:9"), on: transport) { _ in reports += 1 }

        #expect(reports == 2)
    }
}
