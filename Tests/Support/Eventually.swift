/// A condition that a spec waited for in vain.
struct NeverHappened: Error, CustomStringConvertible {
    let expectation: String
    let limit: Duration

    var description: String { "waited \(limit) in vain: \(expectation)" }
}

/// Returns when a condition that others bring about holds. Throws an error that names it if it does not hold in time,
/// or if the task is cancelled. Specs wait for others in no other way: ``WaitingRulesSpec`` checks this.
func eventually(
    _ expectation: String, within limit: Duration = .seconds(60), _ isSo: () async throws -> Bool
) async throws {
    let start = ContinuousClock.now
    var attempts = 0
    while try await !isSo() {
        guard start.duration(to: .now) < limit, !Task.isCancelled else {
            throw NeverHappened(expectation: expectation, limit: start.duration(to: .now))
        }
        attempts += 1
        // A condition that takes longer than a few turns of other tasks is given the processor.
        if attempts < 100 {
            await Task.yield()
        } else {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}
