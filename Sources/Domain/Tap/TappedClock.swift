/// A clock that is read through a tap.
struct TappedClock: Clock {
    let base: any Clock
    let tap: any RunTap

    var now: Timestamp {
        tap.answer(PortOperation("Clock", "now", outcomes: [])) { base.now }
    }

    var uptime: Duration {
        tap.answer(PortOperation("Clock", "uptime", outcomes: [])) { base.uptime }
    }

    func sleep(for duration: Duration) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "Clock", "sleep(for:)", ["\(duration)"],
            outcomes: [PossibleOutcome("waited", Done()), .interruption])
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.sleep(for: duration)
            return Done()
        }
    }
}

/// A source of random numbers that are drawn through a tap, but for those that nobody may know.
struct TappedRandomSource: RandomSource {
    let base: any RandomSource
    let tap: any RunTap

    func next() -> UInt64 {
        tap.answer(PortOperation("RandomSource", "next()", outcomes: [])) { base.next() }
    }

    func nextSecret() -> UInt64 { base.nextSecret() }
}
