/// Tells the time and waits.
package protocol Clock: Sendable {
    /// The time of day, for identifiers and reports. It may jump.
    var now: Timestamp { get }
    /// The time since an arbitrary start, for measuring. It never jumps or goes back, and is precise to nanoseconds or
    /// finer.
    var uptime: Duration { get }
    /// Waits at least `duration`; throws ``ErrorWrapper/interrupted`` at once when the task is cancelled.
    func sleep(for duration: Duration) async throws(ErrorWrapper)
}
