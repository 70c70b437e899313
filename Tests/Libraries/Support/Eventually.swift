import UsecasesEngine
package import UsecasesTesting

/// An error for a condition that did not hold in time.
package struct NeverHappened: Error, CustomStringConvertible {
    package let expectation: String
    package let limit: Duration

    package init(expectation: String, limit: Duration) {
        self.expectation = expectation
        self.limit = limit
    }

    package var description: String { "waited \(limit) in vain: \(expectation)" }
}

/// Returns when a condition holds that other code brings about. Throws an error that names the condition if it does not
/// hold in time, or if the task is cancelled. Specs wait for other code only through this function.
/// ``WaitingRulesSpec`` checks this.
package func eventually(
    _ expectation: String, within limit: Duration = .seconds(60), _ isSo: () async throws -> Bool
) async throws {
    let start = ContinuousClock.now
    var attempts = 0
    while try await !isSo() {
        guard start.duration(to: .now) < limit, !Task.isCancelled else {
            throw NeverHappened(expectation: expectation, limit: start.duration(to: .now))
        }
        attempts += 1
        // If the condition needs more than a few turns of other tasks, this task sleeps to free the processor.
        if attempts < 100 {
            await Task.yield()
        } else {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}

extension ManualClock {
    /// Lets time pass, and then gives the other tasks turns. On a busy machine, a lease would otherwise end before its worker
    /// has had a turn.
    package func pass(_ duration: Duration) async {
        advance(by: duration)
        for _ in 0..<5 { await Task.yield() }
    }
}
