import Domain

/// Performs the operation until the deadline. It is cancelled if the deadline comes first.
func withDeadline<Success: Sendable>(
    _ timeout: Duration, on clock: any Clock,
    _ operation: @escaping @Sendable () async throws(TransportError) -> Success
) async throws(TransportError) -> Success {
    typealias Outcome = Result<Success, TransportError>
    let outcome = await withTaskGroup(of: Outcome?.self) { group in
        group.addTask {
            do throws(TransportError) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            do {
                try await clock.sleep(for: timeout)
                return nil
            } catch {
                return .failure(TransportError(.cancelled))
            }
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        guard first == nil else { return first }
        // Keep what the interrupted operation reports about itself: its request and the attempts that it made.
        var expired = TransportError(.disconnected(.timedOut), causedBy: DeadlineExceeded(timeout: timeout))
        if case .failure(let error)?? = await group.next() {
            expired.request = error.request
            expired.attempts = error.attempts
        }
        return .failure(expired)
    }
    return try (outcome ?? .failure(TransportError(.cancelled))).get()
}
