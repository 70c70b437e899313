import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

/// The first chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct リクエストとレスポンスの章 {
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

    @Test func 応答がなければレスポンスではなく理由のあるエラーになる() async throws {
        let request = APIRequest.fixture(.get, "http://127.0.0.1:9")

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(request)
        }

        #expect(error?.kind == .disconnected(.cannotConnect))
        #expect(error?.request == request)
        #expect(error?.causedBy != nil)
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

    @Test func 繰り返してよいリクエストかどうかはリクエストが知っている() {
        let post = APIRequest.fixture(.post, body: HTTPBody(Data(#"{"appDeviceKbn":11}"#.utf8)))
        var keyed = post
        keyed.head.headerFields[.init(literal: "Idempotency-Key")] = "k-1"

        #expect(!post.isRepeatable)
        #expect(keyed.isRepeatable)
    }
}
