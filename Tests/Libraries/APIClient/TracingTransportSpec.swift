import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct トレースを伝える輸送 {
    private static let traceparent = HTTPField.Name(literal: "traceparent")
    private static let other = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
    private let server = ClosureTransport { request, _ throws(TransportError) in .fixture(to: request) }
    private let trace = TraceContext(isSampled: true, randomSource: SeededRandomSource())

    private func sent(_ request: APIRequest, in trace: TraceContext?) async throws -> [APIRequest] {
        let transport = server.tracing()
        guard let trace else {
            _ = try await transport.exchange(request)
            return server.requests
        }
        _ = try await TracingTransport.bind(trace) { () async throws(TransportError) in
            try await transport.exchange(request)
        }
        return server.requests
    }

    @Test func 結ばれたトレースがヘッダになる() async throws {
        let requests = try await sent(.fixture(headers: [.accept: "*/*"]), in: trace)

        #expect(requests == [.fixture(headers: [.accept: "*/*", Self.traceparent: trace.traceparent])])
    }

    @Test func トレースがなければ何も足さない() async throws {
        try await expect(sent(.fixture(), in: nil), equals: [.fixture()])
    }

    @Test func すでにあるヘッダは変えない() async throws {
        let request = APIRequest.fixture(headers: [Self.traceparent: Self.other])

        try await expect(sent(request, in: trace), equals: [request])
    }

    @Test func 結ばれた呼び出しの後では何も足さない() async throws {
        _ = try await sent(.fixture(), in: trace)

        try await expect(sent(.fixture(), in: nil).last, equals: .fixture())
    }

    @Test func 失敗はそのまま投げる() async throws {
        let broken = ClosureTransport { request, _ throws(TransportError) in
            throw TransportError(.disconnected(.connectionLost), request: request)
        }

        let error = await #expect(throws: TransportError.self) { try await broken.tracing().exchange(.fixture()) }

        #expect(error?.kind == .disconnected(.connectionLost))
    }
}
