import Usecases

/// The clock of the machine, read as an adapter would read it.
struct SystemClock: Usecases.Clock {
    private let start = ContinuousClock.now

    /// The epoch: a run asks for it once, to say when it started.
    var now: Timestamp { Timestamp(milliseconds: 0) }

    var uptime: Duration { start.duration(to: .now) }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {}
}
