import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let waiting = "サーバは猶予が過ぎるのを待つ"
private let erasing = "サーバは取り消されていないアカウントを消す"

/// A registry whose example account is erased at the time of the example.
private func scheduled() async -> InMemoryAccountRegistry {
    let registry = await InMemoryAccountRegistry.crowded()
    guard let account = await registry.account(named: .example) else { return registry }
    _ = await registry.schedule(.example, of: account, by: .fixture(1), at: .example)
    return registry
}

private func eraseLater(_ registry: InMemoryAccountRegistry) async throws -> Scenario<EraseAccountLater> {
    var dependencies = Dependencies.fixture(accountRegistry: registry)
    dependencies.alarm.adapter = ClockAlarm(clock: ImmediateClock())
    return try await EraseAccountLater.interact(
        from: EraseAccountLater.initial(deletion: .example), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【猶予のあとにアカウントを消す】` {
    @Suite struct 取り消されていない場合 {
        @Test func サーバはアカウントに属するものだけをすべて消す() async throws {
            let registry = await scheduled()

            let scenario = try await eraseLater(registry)

            #expect(scenario.goal == .サーバは消したことを記録する(account: .example))
            #expect(scenario.sentences == [waiting, erasing, "サーバは消したことを記録する"])
            await expect(registry.account(named: .example), equals: nil)
            await expect(registry.account(named: .fixture(4)), equals: .fixture(4))
        }
    }

    @Suite struct 取り消された場合 {
        @Test func サーバは何も消さない() async throws {
            let registry = await scheduled()
            guard let account = await registry.account(named: .example) else { return }
            _ = await registry.begin(
                .fixture(9, of: Account.example.id, token: .fixture(9)), of: account, rehashed: nil,
                forgetting: .confirmed)

            let scenario = try await eraseLater(registry)

            #expect(scenario.goal == .持ち主が取り消した場合_サーバは何も消さない(account: .example))
            #expect(scenario.sentences == [waiting, erasing, "持ち主が取り消した場合_サーバは何も消さない"])
            await expect(registry.account(named: .example)?.deletionAt, equals: nil)
            await expect(registry.lasting(), equals: [.fixture(9)])
        }
    }
}

@Suite struct `ユースケース【猶予のあとにアカウントを消す】の約束` {
    @Test func もう一度行っても_消したことに変わりはない() async throws {
        let registry = await scheduled()
        _ = try await eraseLater(registry)

        try await expect(eraseLater(registry).goal, equals: .サーバは消したことを記録する(account: .example))
    }

    @Test func 別の時刻に消されるのなら_サーバは何も消さない() async throws {
        let registry = await InMemoryAccountRegistry.crowded()
        guard let account = await registry.account(named: .example) else { return }
        let later = Deletion(account: .example, at: Deletion.example.at + .seconds(1), run: .fixture(1))
        _ = await registry.schedule(later, of: account, by: .fixture(1), at: .example)

        try await expect(eraseLater(registry).goal, equals: .持ち主が取り消した場合_サーバは何も消さない(account: .example))
        await expect(registry.account(named: .example)?.deletionAt, equals: later.at)
    }

    /// The owner deletes the account on one server, another one plays the run, and the first one dies meanwhile.
    @Test func 実行は七日のあいだ場所を取らず_時が来れば消す() async throws {
        let (clock, registry) = (ManualClock(), await InMemoryAccountRegistry.crowded())
        let queue = InMemoryRunQueue(clock: clock)
        var dependencies = Dependencies.fixture(clock: clock, accountRegistry: registry)
        dependencies.durableRuns.adapter = queue
        let terms = DeletionTerms(grace: .seconds(604_800))
        let goal = try await EraseAccount.interact(
            from: EraseAccount.initial(request: .example, terms: terms), as: .application, with: dependencies
        ).goal
        guard case .サーバは消す時刻を返す(let deletion, _) = goal else { return #expect(goal.name == "サーバは消す時刻を返す") }
        func work(_ name: String) -> Task<Void, Never> {
            let worker = RunWorker(
                [EraseAccountLater.self], of: queue, as: name, clock: clock, randomSource: SeededRandomSource(),
                dependencies: { [dependencies] in dependencies })
            return Task { await worker.work() }
        }
        let first = work("first")
        try await eventually("the run rests") {
            await clock.pass(.milliseconds(100))
            guard case .rests = await queue.run(deletion.run)?.state else { return false }
            return true
        }
        first.cancel()
        await first.value
        await expect(registry.account(named: .example)?.deletionAt, equals: deletion.at)

        let second = work("second")
        clock.advance(by: .seconds(604_800))
        try await eventually("the account is erased") {
            await clock.pass(.seconds(1))
            return await queue.run(deletion.run)?.state.isUnfinished == false
        }
        second.cancel()
        await second.value

        await expect(registry.account(named: .example), equals: nil)
    }
}
