import Foundation
import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite struct 応答の長さを限る輸送 {
    @Test(arguments: [(10, true), (9, false)])
    func そろった応答(limit: Int, isTaken: Bool) async throws {
        let server = ClosureTransport { request, _ throws(TransportError) in
            .fixture(200, String(repeating: "x", count: 10), to: request)
        }
        let transport = server.limitingResponses(to: limit)

        if isTaken {
            let response = try await transport.exchange(.fixture(.get))
            #expect(response.data.count == 10)
        } else {
            let error = await #expect(throws: TransportError.self) { try await transport.exchange(.fixture(.get)) }
            #expect(error?.kind == .tooLarge(limit: 9, status: 200))
        }
        #expect(server.requests.map(\.responseLimit) == [limit])
    }

    @Test func 流れる応答は超えたところで手放される() async throws {
        let stops = Mutex(0)
        let server = ClosureTransport { request, _ throws(TransportError) in
            let stream = HTTPBodyStream(
                pull: { () async throws(TransportError) in Data(count: 4) }, stop: { stops.withLock { $0 += 1 } })
            return APIResponse(HTTPResponse(status: .ok), body: .stream(stream), to: request)
        }
        let response = try await server.limitingResponses(to: 10).exchange(.fixture(.get, isStreamed: true))
        let stream = try #require(response.stream)

        var received = 0
        let error = await #expect(throws: TransportError.self) {
            for try await piece in stream { received += piece.count }
        }

        #expect(received == 8)
        #expect(error?.kind == .tooLarge(limit: 10, status: 200))
        #expect(stops.withLock { $0 } == 1)
    }
}
