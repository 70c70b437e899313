#if Server
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesService

/// A registry whose checks the spec answers, at a time and with a result of its choice.
private final class HeldRegistry: Sendable {
    private struct State {
        var checks: [CheckedContinuation<Bool, Never>] = []
        var count = 0
    }

    private let state = Mutex(State())

    var checkCount: Int { state.withLock(\.count) }

    /// Answers the check in progress, and waits for one if necessary.
    func answer(_ isGood: Bool) async throws {
        try await eventually("the registry is asked") {
            guard let check = state.withLock({ $0.checks.popLast() }) else { return false }
            check.resume(returning: isGood)
            return true
        }
    }

    func checks(_ count: Int) async throws {
        try await eventually("the registry has been asked \(count) times") { checkCount >= count }
    }

    func check() async throws(ErrorWrapper) {
        let isGood = await withCheckedContinuation { continuation in
            state.withLock { state in
                state.checks.append(continuation)
                state.count += 1
            }
        }
        guard isGood else { throw .system(error: .dataStore(.unwritable(location: "x", content: .state))) }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 要求を受けられるかの見張り {
    private let registry = HeldRegistry()
    private let clock = ManualClock(timeOfDayJumps: true)
    private let log = RecordedLog()
    private let readiness: Readiness

    init() {
        readiness = Readiness(of: "the database", clock: clock, logger: log.logger, check: registry.check)
    }

    /// Sets the known outcome from now on.
    private func settle(_ isGood: Bool) async throws -> Bool {
        let asking = Task { [readiness] in await readiness.problem() == nil }
        try await registry.answer(isGood)
        return await asking.value
    }

    @Test func 何人が尋ねても登録簿には一度だけ尋ねる() async throws {
        let asking = (0..<50).map { _ in Task { [readiness] in await readiness.problem() == nil } }
        try await registry.answer(true)
        var answers: [Bool] = []
        for task in asking { answers.append(await task.value) }
        answers.append(await readiness.problem() == nil)

        #expect(!answers.contains(false))
        #expect(registry.checkCount == 1)
    }

    @Test(arguments: [true, false])
    func 答えは一秒だけ使い回される(isGood: Bool) async throws {
        let first = try await settle(isGood)
        clock.advance(by: .milliseconds(999))
        let second = await readiness.problem() == nil
        clock.advance(by: .milliseconds(1))
        let third = try await settle(!isGood)

        #expect([first, second, third] == [isGood, isGood, !isGood])
        #expect(registry.checkCount == 2)
    }

    @Test func 変わったときにだけ記される() async throws {
        let answers = [(true, 0), (true, 0), (false, 1), (false, 1), (false, 1), (true, 2), (true, 2), (false, 3)]
        for (isGood, changes) in answers {
            _ = try await settle(isGood)
            for _ in 0..<10 { _ = await readiness.problem() == nil }
            // Waiting clients are answered before the log line is written.
            try await eventually("the change is logged") { log.lines.count >= changes }
            clock.advance(by: .seconds(1))
        }

        #expect(
            log.lines.map { $0.prefix { $0 != "=" } } == [
                "warning: not ready args", "notice: ready again", "warning: not ready args",
            ])
        #expect(log.lines.count { $0.contains(" error=書き込みに失敗 error.type=unwritable ") } == 2)
    }

    @Test func 一秒半待っても分からなければ受けられないと答え_分かれば答えを変える() async throws {
        let waiting = Task { [readiness] in await readiness.problem() == nil }
        try await registry.checks(1)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(1_500))
        let late = await waiting.value
        let next = await readiness.problem() == nil
        clock.advance(by: .seconds(60))
        let muchLater = await readiness.problem() == nil
        let before = registry.checkCount
        try await registry.answer(true)
        try await eventually("it is noted that the service is ready again") {
            log.lines.contains("notice: ready again")
        }
        let after = await readiness.problem() == nil

        #expect([late, next, muchLater, after] == [false, false, false, true])
        #expect(before == 1)
        #expect(
            log.lines == [
                "warning: not ready explanation=the database has not answered for 1.5 seconds", "notice: ready again",
            ])
    }
}
#endif
