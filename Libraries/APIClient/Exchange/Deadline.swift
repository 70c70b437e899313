import Usecases
package import UsecasesSystem

/// The deadline of a call.
public struct Deadline: Sendable {
    private let timeout: Duration
    private let clock: SystemClock
    private let end: ContinuousClock.Instant

    package init(after timeout: Duration, on clock: SystemClock) {
        self.timeout = timeout
        self.clock = clock
        end = .now + timeout
    }

    /// Returns the earlier of the two deadlines.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.end < end else { return self }
        return other
    }

    /// Returns whether a pause that begins now would end at or after the deadline.
    func precedesEnd(of pause: Duration) -> Bool { end <= .now + pause }

    /// The time until the deadline. Negative after it.
    var remaining: Duration { ContinuousClock.now.duration(to: end) }

    /// Calls `ring` at the deadline, unless the alarm is stopped first.
    func alarm(_ ring: @escaping @Sendable () -> Void) -> Alarm {
        clock.alarm(after: remaining, ring)
    }

    /// The error of an operation that exceeds the deadline.
    var error: TransportError { .exceeding(timeout) }
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
        return error
    }
}

/// Performs the operation, and cancels it at the deadline.
func withDeadline<Success: Sendable>(
    _ deadline: Deadline, _ operation: @escaping @Sendable () async throws(TransportError) -> Success
) async throws(TransportError) -> Success {
    let task = Task { await Result(of: operation) }
    let alarm = deadline.alarm { task.cancel() }
    let outcome = await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
    // A successful result is returned even if it came after the deadline.
    guard !alarm.stop(), case .failure(let error) = outcome, !Task.isCancelled else { return try outcome.get() }
    throw deadline.error.telling(error)
}

/// Performs the operation, and cancels it after the timeout on the given clock. The clock may jump.
func withDeadline<Success: Sendable>(
    _ timeout: Duration, on clock: any Clock,
    _ operation: @escaping @Sendable () async throws(TransportError) -> Success
) async throws(TransportError) -> Success {
    if let clock = clock as? SystemClock {
        return try await withDeadline(Deadline(after: timeout, on: clock), operation)
    }
    typealias Event = (isTimeUp: Bool, outcome: Result<Success, TransportError>?)
    return try await withTaskGroup(of: Event.self) { group -> Result<Success, TransportError> in
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
            guard isLate else { return outcome }
            guard case .failure(let error) = outcome else { return .failure(.exceeding(timeout)) }
            return .failure(.exceeding(timeout).telling(error))
        }
        return .failure(TransportError(.cancelled))
    }.get()
}

/// The error of an exchange that was not complete in time.
struct DeadlineExceeded: Error, Hashable, CustomStringConvertible {
    let timeout: Duration

    /// The time that was left can be zero.
    var description: String { "no complete response within \(max(timeout, .nanoseconds(1)).text)" }
}
