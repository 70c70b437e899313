import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(1))) struct 待たない時計 {
    private let clock = ImmediateClock()

    @Test func 眠った時間だけ進む() async throws {
        #expect(clock.now == .example)

        try await clock.sleep(for: .seconds(3600))
        try await clock.sleep(for: .milliseconds(1500))

        #expect(clock.uptime == .milliseconds(3_601_500))
        #expect(clock.now == .example + .seconds(3601))
    }

    @Test func 中断されてからは進まない() async {
        let error = await #expect(throws: ErrorWrapper.self) { try await cancelledSleep(on: clock).value }

        #expect(error?.system == .task(.interrupted))
        #expect(clock.uptime == .zero)
    }
}

@Suite(.timeLimit(.minutes(1))) struct 手で進める時計 {
    private let clock = ManualClock()

    private func sleep(_ duration: Duration) -> Task<Void, any Error> {
        Task { [clock] in try await clock.sleep(for: duration) }
    }

    @Test func 進めた時間だけ進む() {
        #expect(clock.now == .example)

        clock.advance(by: .milliseconds(1500))
        clock.advance(by: .milliseconds(1500))

        #expect(clock.uptime == .seconds(3))
        #expect(clock.now == .example + .seconds(3))
    }

    @Test func 時間の来た眠りだけが終わる() async throws {
        let (short, long) = (sleep(.seconds(1)), sleep(.seconds(3)))
        await clock.sleepers(2)
        #expect(clock.rests == [.seconds(1), .seconds(3)])

        clock.advance(by: .milliseconds(999))
        #expect(clock.rests == [.milliseconds(1), .milliseconds(2001)])
        clock.advance(by: .milliseconds(1))
        try await short.value

        #expect(clock.rests == [.seconds(2)])
        clock.advance(by: .seconds(5))
        try await long.value
        #expect(clock.rests == [])
    }

    @Test func 次に終わる眠りまで進む() async throws {
        let (short, long) = (sleep(.seconds(1)), sleep(.seconds(3)))
        await clock.sleepers(2)

        #expect(clock.advanceToNextSleeper())
        try await short.value
        #expect(clock.uptime == .seconds(1))
        #expect(clock.advanceToNextSleeper())
        try await long.value

        #expect(clock.uptime == .seconds(3))
        #expect(!clock.advanceToNextSleeper())
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func 正でない長さは眠らない(duration: Duration) async throws {
        try await clock.sleep(for: duration)

        #expect(clock.rests == [])
    }

    @Test func 中断された眠りだけが失敗で終わる() async throws {
        let (first, second) = (sleep(.seconds(1)), sleep(.seconds(2)))
        await clock.sleepers(2)

        first.cancel()
        let error = await #expect(throws: ErrorWrapper.self) { try await first.value }

        #expect(error?.system == .task(.interrupted))
        #expect(clock.rests == [.seconds(2)])
        clock.advance(by: .seconds(2))
        try await second.value
    }

    @Test func 中断されてからは眠らない() async {
        await #expect(throws: ErrorWrapper.self) { try await cancelledSleep(on: clock).value }

        #expect(clock.rests == [])
    }

    @Test func 眠りの数を待つ() async throws {
        let seen = Task { [clock] in
            await clock.sleepers(2)
            return clock.rests
        }
        let sleeps = [sleep(.seconds(1)), sleep(.seconds(2))]

        await expect(seen.value, equals: [.seconds(1), .seconds(2)])

        clock.advance(by: .seconds(2))
        for sleep in sleeps { try await sleep.value }
    }

    @Test func 中断されたら眠りの数を待たない() async {
        let waiting = Task { [clock] in await clock.sleepers(1) }

        waiting.cancel()
        await waiting.value

        #expect(clock.rests == [])
    }
}

@Suite struct 種のある乱数 {
    /// The first numbers of SplitMix64, as its author's program prints them.
    @Test func よく知られた数の列を生む() {
        let source = SeededRandomSource(seed: 1_234_567)

        #expect(source.next() == 6_457_827_717_110_365_317)
        #expect(source.next() == 3_203_168_211_198_807_973)
        #expect(source.next() == 9_817_491_932_198_370_423)
    }

    @Test func 違う種からは違う数の列() {
        let (first, second) = (SeededRandomSource(seed: 1), SeededRandomSource(seed: 2))

        #expect(first.next() != second.next())
    }

    @Test(arguments: 0...17) func バイトは列の数から順に取る(count: Int) {
        let (numbers, bytes) = (SeededRandomSource(seed: 3), SeededRandomSource(seed: 3))

        let expected = (0..<3).flatMap { _ in withUnsafeBytes(of: numbers.next()) { Array($0) } }

        #expect(bytes.bytes(count) == Array(expected.prefix(count)))
    }

    @Test func 同時に使われても同じ数を二度渡さない() async {
        let source = SeededRandomSource()

        let numbers = await withTaskGroup(of: UInt64.self) { group in
            for _ in 0..<1000 { group.addTask { source.next() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }

        #expect(numbers.count == 1000)
    }

    @Test func 種を伝える() {
        #expect(SeededRandomSource(seed: 7).comment.rawValue == "SEED=7")
    }
}

/// A sleep that begins after its task was cancelled.
private func cancelledSleep(on clock: any Clock) -> Task<Void, any Error> {
    Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
    }
}
