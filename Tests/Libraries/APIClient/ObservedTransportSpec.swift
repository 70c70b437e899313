import Foundation
import HTTPTypes
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 見張られた輸送 {
    private final class Log: Sendable {
        private let state = Mutex<[ExchangeEvent]>([])
        var events: [ExchangeEvent] { state.withLock { $0 } }
        func append(_ event: ExchangeEvent) { state.withLock { $0.append(event) } }
    }

    @Test func 送ったことと届いたことを同じ番号で告げる() async throws {
        let log = Log()
        let clock = ManualClock()
        let server = ClosureTransport { request, _ throws(TransportError) in
            clock.advance(by: .milliseconds(30))
            return .fixture(201, "1234", to: request)
        }
        let transport = server.observed(clock: clock, by: log.append)

        for _ in 0..<2 {
            _ = try await transport.exchange(.fixture(.post, body: HTTPBody(Data("12".utf8))))
        }

        #expect(
            log.events.map(\.description) == [
                "#1 POST http://127.0.0.1:1/ sent 2 bytes",
                "#1 POST http://127.0.0.1:1/ received 201, 4 bytes after 0.03 seconds",
                "#2 POST http://127.0.0.1:1/ sent 2 bytes",
                "#2 POST http://127.0.0.1:1/ received 201, 4 bytes after 0.03 seconds",
            ])
    }

    @Test func 失敗も告げてそのまま投げる() async throws {
        let log = Log()
        let server = ClosureTransport { request, _ throws(TransportError) in
            throw TransportError(.disconnected(.connectionLost), request: request)
        }
        let transport = server.observed(clock: ManualClock(), by: log.append)

        let error = await #expect(throws: TransportError.self) { try await transport.exchange(.fixture(.get)) }

        #expect(error?.kind == .disconnected(.connectionLost))
        #expect(log.events.last?.phase == .failed(reason: "connectionLost", after: .zero))
    }
}
