/// What a spec waited for and did not see.
struct NeverHappened: Error, CustomStringConvertible {
    let expectation: String
    let limit: Duration

    var description: String { "waited \(limit) in vain: \(expectation)" }
}

/// Returns once something is so that others bring about, and throws what was expected if it does not come in time, or
/// if the task is cancelled. No spec waits for others in any other way: ``WaitingRulesSpec`` sees to it.
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
        // What takes longer than a few turns of other tasks gets the processor to itself.
        if attempts < 100 {
            await Task.yield()
        } else {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}
