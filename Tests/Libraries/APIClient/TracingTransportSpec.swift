import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

@Suite struct トレースを伝える輸送 {
    private static let traceparent = HTTPField.Name(literal: "traceparent")
    private static let bound = TraceContext(isSampled: true, randomSource: SeededRandomSource())
    private static let other = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"

    @Test(arguments: [[:], [traceparent: other]] as [HTTPFields])
    func 結ばれた呼び出しのあいだだけ_まだないヘッダになる(headers: HTTPFields) async throws {
        let server = ClosureTransport.answering()
        let transport = server.tracing()
        let request = APIRequest.fixture(headers: headers)

        _ = try await TracingTransport.bind(Self.bound) { () async throws(TransportError) in
            try await transport.exchange(request)
        }
        _ = try await transport.exchange(request)

        let traced = headers[Self.traceparent] ?? Self.bound.traceparent
        #expect(server.requests == [.fixture(headers: [Self.traceparent: traced]), request])
    }
}
