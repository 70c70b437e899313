import Testing
import Usecases
import UsecasesSystem

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct システムの時計 {
    @Test func 少なくとも言われた時間だけ眠る() async throws {
        let clock = SystemClock()
        let start = clock.uptime

        try await clock.sleep(for: .milliseconds(20))

        #expect(clock.uptime - start >= .milliseconds(20))
    }

    @Test func 中断されたらすぐに起きる() async throws {
        let clock = SystemClock()
        let sleep = Task { try await clock.sleep(for: .seconds(3600)) }
        try await clock.sleep(for: .milliseconds(1))

        sleep.cancel()

        let error = await #expect(throws: ErrorWrapper.self) { try await sleep.value }
        #expect(error?.system == .task(.中断))
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
}
