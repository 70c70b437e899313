/// A source of the current time that can also wait.
public protocol Clock: Sendable {
    /// The time of day, for identifiers and reports. It may jump.
    var now: Timestamp { get }
    /// Returns the day of the given time in the user's time zone.
    func day(of time: Timestamp) -> Day
    /// The time since an arbitrary start, to measure durations. It never jumps or goes back, and has a precision of
    /// nanoseconds or finer.
    var uptime: Duration { get }
    /// Waits at least `duration`. Throws ``ErrorWrapper/interrupted`` immediately when the task is cancelled.
    func sleep(for duration: Duration) async throws(ErrorWrapper)
}

extension Clock {
    /// Returns the day in UTC, for a clock without a user.
    public func day(of time: Timestamp) -> Day { Day(of: time) }

    /// The current day of the user.
    public var today: Day { day(of: now) }
}

extension Port: Clock where Adapter == any Clock {
    /// The time of day. The process ends if neither a tap nor an adapter provides it.
    public var now: Timestamp { read("now", unprovided: unclocked()) { $0.now } }

    /// Returns the day of the given time for the user. The process ends if neither a tap nor an adapter provides it.
    public func day(of time: Timestamp) -> Day {
        read("day(of:)", ["\(time)"], unprovided: unclocked()) { $0.day(of: time) }
    }

    /// The time since an arbitrary start. The process ends if neither a tap nor an adapter provides it.
    public var uptime: Duration {
        read("uptime", outlastsProcess: false, unprovided: unclocked()) { Uptime(duration: $0.uptime) }.duration
    }

    /// Waits at least `duration`. Throws ``ErrorWrapper/interrupted`` if the task is cancelled.
    public func sleep(for duration: Duration) async throws(ErrorWrapper) {
        try await call(
            "sleep(for:)", ["\(duration)"], on: .nothing, outcomes: [PossibleOutcome("waited", Done())]
        ) { (clock) async throws(ErrorWrapper) in try await clock.sleep(for: duration) }
    }

    private func unclocked<Time>() -> Time { preconditionFailure("there is no time without a clock") }
}

extension Dependencies {
    /// The required clock of a run.
    public var clock: Port<any Clock> {
        get { self[(any Clock).self] }
        set { self[(any Clock).self] = newValue }
    }
}

/// The recorded uptime of a clock. It is validated when it is decoded, because a recording can contain any value.
private struct Uptime: Sendable, Codable {
    /// About 300 years. Calculations with these values fit into a `Duration` and into a number of microseconds.
    private static let range = Duration.seconds(-10_000_000_000)...Duration.seconds(10_000_000_000)

    let duration: Duration

    init(duration: Duration) {
        self.duration = min(max(duration, Self.range.lowerBound), Self.range.upperBound)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        duration = try container.decode(Duration.self)
        guard Self.range.contains(duration) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no clock has run for so long")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(duration)
    }
}
