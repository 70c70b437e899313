import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport

@Suite(.timeLimit(.minutes(5))) struct システムの時計 {
    @Test func 少なくとも言われた時間だけ眠る() async throws {
        let clock = SystemClock()
        let start = clock.uptime

        try await clock.sleep(for: .milliseconds(20))

        #expect(clock.uptime - start >= .milliseconds(20))
    }

    @Test func 後から来ても短く眠る方が先に起きる() async throws {
        let clock = SystemClock()
        let long = Task { try await clock.sleep(for: .seconds(3600)) }

        try await clock.sleep(for: .milliseconds(1))
        try await clock.sleep(for: .milliseconds(2))

        long.cancel()
        await #expect(throws: ErrorWrapper.self) { try await long.value }
    }

    @Test func 中断されたらすぐに起きる() async throws {
        let clock = SystemClock()
        let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
        try await clock.sleep(for: .milliseconds(1))

        sleep.cancel()

        let error = await #expect(throws: ErrorWrapper.self) { try await sleep.value }
        #expect(error?.system == .task(.interrupted))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(3600), .seconds(Int64.max)])
    func 中断されてからは眠らない(duration: Duration) async {
        let clock = SystemClock()
        let sleep = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: duration)
        }

        await #expect(throws: ErrorWrapper.self) { try await sleep.value }
    }

    @Test func 何万の眠りが中断されても残りは時間どおりに起きる() async throws {
        let clock = SystemClock()
        let start = clock.uptime

        await withTaskGroup { group in
            for _ in 0..<20_000 { group.addTask { _ = try? await clock.sleep(for: .seconds(3600)) } }
            group.addTask { _ = try? await clock.sleep(for: .milliseconds(50)) }
            group.cancelAll()
        }
        try await clock.sleep(for: .milliseconds(10))

        #expect(clock.uptime - start >= .milliseconds(10))
    }
}
