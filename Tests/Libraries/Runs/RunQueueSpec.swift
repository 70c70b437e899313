import Testing
import UsecasesRuns
import UsecasesTesting

@Suite struct 実行の待ち行列の契約 {
    @Test(arguments: RunQueueContract.allCases) func メモリの待ち行列はどの約束も守る(promise: RunQueueContract) async throws {
        try await promise.check { body in
            let clock = ManualClock()
            try await body(InMemoryRunQueue(clock: clock)) { clock.advance(by: $0) }
        }
    }
}
