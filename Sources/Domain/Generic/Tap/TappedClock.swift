/// A clock that is read through a tap.
struct TappedClock: Clock {
    let base: any Clock
    let tap: any RunTap

    var now: Timestamp {
        tap.answer(PortOperation("Clock", "now", outcomes: [])) { base.now }
    }

    var uptime: Duration {
        tap.answer(PortOperation("Clock", "uptime", outlastsProcess: false, outcomes: [])) {
            Uptime(duration: base.uptime)
        }.duration
    }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "Clock", "sleep(for:)", ["\(duration)"], on: .nothing,
            outcomes: [PossibleOutcome("waited", Done()), .interruption])
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.sleep(for: duration)
            return Done()
        }
    }
}

/// The uptime of a clock as it is recorded. It is validated when it is read, because a recording can contain anything.
private struct Uptime: Sendable, Codable {
    /// Some 300 years, so that calculations with it fit into a `Duration` and into a number of microseconds.
    private static let range = Duration.seconds(-10_000_000_000)...Duration.seconds(10_000_000_000)

    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
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

/// A source of random numbers that are drawn through a tap, except for secret ones.
struct TappedRandomSource: RandomSource {
    let base: any RandomSource
    let tap: any RunTap

    func next() -> UInt64 {
        tap.answer(PortOperation("RandomSource", "next()", outcomes: [])) { base.next() }
    }

    func nextSecret() -> UInt64 { base.nextSecret() }
}
