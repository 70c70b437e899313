import UsecasesEngine

/// The deadlines of the exchanges that the current task performs.
enum Deadline {
    /// The earliest one. `nil` without a deadline.
    @TaskLocal fileprivate static var end: ContinuousClock.Instant?

    /// Returns whether a pause that begins now would end at or after a deadline.
    static func precedesEnd(of pause: Duration) -> Bool { end.map { $0 <= .now + pause } ?? false }
}

extension TransportError {
    fileprivate static func exceeding(_ timeout: Duration) -> TransportError {
        TransportError(.disconnected(.timedOut), causedBy: DeadlineExceeded(timeout: timeout))
    }

    /// Returns this error with the request and the attempts of the interrupted operation.
    fileprivate func telling(_ interrupted: TransportError) -> TransportError {
        var error = interrupted.isAtProxy ? atProxy : self
        error.request = interrupted.request
        error.attempts = interrupted.attempts
        // The deadline has ended the last attempt, unless it has ended a pause.
        if let last = error.attempts.indices.last, error.attempts[last].pause == nil {
            error.attempts[last].outcome = error.description
        }
        return error
    }
}

/// Performs the operation, and cancels it after the timeout on the given clock. The clock may jump.
func withDeadline<Success: Sendable>(
    _ timeout: Duration, on clock: any Clock,
    _ operation: @escaping @Sendable () async throws(TransportError) -> Success
) async throws(TransportError) -> Success {
    typealias Event = (isTimeUp: Bool, outcome: Result<Success, TransportError>?)
    let end = ContinuousClock.now + timeout
    return try await Deadline.$end.withValue(min(end, Deadline.end ?? end)) {
        await withTaskGroup(of: Event.self) { group -> Result<Success, TransportError> in
            group.addTask { (false, await Result(of: operation)) }
            group.addTask {
                // An interrupted sleep may end first. The operation then tells what was interrupted.
                ((try? await clock.sleep(for: timeout)) != nil, nil)
            }
            var isLate = false
            while let event = await group.next() {
                group.cancelAll()
                isLate = isLate || event.isTimeUp
                guard let outcome = event.outcome else { continue }
                // A successful result is returned even if it came after the deadline.
                guard isLate, case .failure(let error) = outcome else { return outcome }
                return .failure(.exceeding(timeout).telling(error))
            }
            return .failure(TransportError(.cancelled))
        }
    }.get()
}

/// The error of an exchange that was not complete in time.
struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    let timeout: Duration

    /// The time that was left can be zero.
    var description: String { "no complete response within \(max(timeout, .nanoseconds(1)).text)" }
}
