/// Tells the time and waits.
package protocol Clock: Sendable {
    /// The time of day, for identifiers and reports. It may jump.
    var now: Timestamp { get }
    /// Time since an arbitrary start that never jumps and never goes back, for measuring. Nanoseconds or finer.
    var uptime: Duration { get }
    /// Waits at least `duration`; throws ``ErrorWrapper/interrupted`` at once when the task is cancelled.
    func sleep(for duration: Duration) async throws(ErrorWrapper)
}
