import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct 時計による目覚まし {
    private let clock = ManualClock()

    @Test func 時刻まで待ち_一分ごとに時計を見直す() async throws {
        let end = clock.now + .seconds(150)
        let wait = Task { [alarm = ClockAlarm(clock: clock)] in try await alarm.wait(until: end) }

        var rests: [Duration] = []
        while clock.now < end {
            await clock.sleepers(1)
            rests += clock.rests
            _ = clock.advanceToNextSleeper()
        }
        try await wait.value

        #expect(rests == [.seconds(60), .seconds(60), .seconds(30)])
    }

    @Test func 過ぎた時刻は待たない() async throws {
        try await ClockAlarm(clock: clock).wait(until: clock.now)

        #expect(clock.rests.isEmpty)
    }

    @Test func 止められれば_鳴らずに終わる() async throws {
        let wait = Task { [alarm = ClockAlarm(clock: clock), end = clock.now + .seconds(1)] in
            try await alarm.wait(until: end)
        }
        await clock.sleepers(1)
        wait.cancel()

        let error = await #expect(throws: ErrorWrapper.self) { try await wait.value }

        #expect(error?.isInterruption == true)
    }
}
