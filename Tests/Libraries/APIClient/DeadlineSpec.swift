import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesAPIClient

@Suite(.timeLimit(.minutes(5))) struct 呼び出しの期限 {
    /// The sleep of the inner deadline is interrupted, too, and ends before the operation.
    @Test func 二重の期限でも_何が中断されたかは失われない() async throws {
        let clock = ManualClock()

        let call = Task { () async throws(TransportError) -> Int in
            try await withDeadline(.seconds(1), on: clock) { () async throws(TransportError) in
                try await withDeadline(.seconds(8), on: clock) { () async throws(TransportError) -> Int in
                    try? await clock.sleep(for: .seconds(100))
                    for _ in 1...1000 { await Task.yield() }
                    throw TransportError(.cancelled).atProxy
                }
            }
        }
        await clock.sleepers(3)
        clock.advance(by: .seconds(1))

        let result = await call.result
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.kind == .proxy(status: nil))
    }
}
