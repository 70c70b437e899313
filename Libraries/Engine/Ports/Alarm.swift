/// Lets a run go on at a later time.
///
/// A durable run on a server is given back until then: it costs no thread, and any server goes on with it. Another run waits
/// in its process.
public protocol Alarm: Sendable {
    /// Returns at the time, or at once if it has passed. Throws ``ErrorWrapper/interrupted`` if the task is cancelled, or if
    /// the run is given back.
    func wait(until time: Timestamp) async throws(ErrorWrapper)
}

extension Port: Alarm where Adapter == any Alarm {
    /// Returns at the time, or at once if it has passed. What was read before is kept, so the time is the same after a restart.
    public func wait(until time: Timestamp) async throws(ErrorWrapper) {
        try await call(
            "wait(until:)", ["\(time)"], changes: true, on: .nothing, outcomes: [PossibleOutcome("rang", Done())]
        ) { (alarm) async throws(ErrorWrapper) in try await alarm.wait(until: time) }
    }
}

extension Dependencies {
    /// The alarm of a run.
    public var alarm: Port<any Alarm> {
        get { self[(any Alarm).self] }
        set { self[(any Alarm).self] = newValue }
    }
}

/// An alarm for runs that wait in their process.
public struct ClockAlarm: Alarm {
    private let clock: any Clock

    /// Creates an alarm that rings by the clock.
    public init(clock: any Clock) {
        self.clock = clock
    }

    /// Sleeps until the time. The clock may jump, so it looks again at least once a minute.
    public func wait(until time: Timestamp) async throws(ErrorWrapper) {
        while clock.now < time { try await clock.sleep(for: min(time - clock.now, .seconds(60))) }
    }
}
