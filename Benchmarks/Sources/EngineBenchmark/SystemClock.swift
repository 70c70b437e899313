import Usecases

/// The system clock, read like an adapter would read it.
struct SystemClock: Usecases.Clock {
    private let start = ContinuousClock.now

    /// The epoch. A run reads it once, to record its start.
    var now: Timestamp { Timestamp(milliseconds: 0) }

    var uptime: Duration { start.duration(to: .now) }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {}
}
