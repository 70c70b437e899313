import CalearningApplication
import CalearningDomain
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct タップ {
    private struct Seen: Hashable {
        let call: PortCallName
        let outcomes: [String]
        /// The successful outcomes with their values.
        let answers: [String]
        let isFirstSunny: Bool
        let changes: Bool
        /// Whether it can neither wait nor fail.
        let isInstant: Bool
    }

    /// A tap that lets every call through and records its observations.
    private final class Observer: RunTap {
        let seen = Mutex<[Seen]>([])

        func answer<Value>(
            _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
        ) async throws(ErrorWrapper) -> Value {
            see(operation, isInstant: false)
            return try await performing()
        }

        func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
            see(operation, isInstant: true)
            return performing()
        }

        private func see<Value>(_ operation: PortOperation<Value>, isInstant: Bool) {
            let outcomes = operation.outcomes
            let isFirstSunny = if case .success? = outcomes.first?.result { true } else { false }
            seen.withLock {
                $0.append(
                    Seen(
                        call: operation.call, outcomes: outcomes.map(\.name),
                        answers: outcomes.compactMap { outcome in
                            (try? outcome.result.get()).map { "\(outcome.name): \($0)" }
                        }, isFirstSunny: isFirstSunny,
                        changes: operation.changes, isInstant: isInstant))
            }
        }
    }

    private static func callEverything(_ dependencies: Dependencies) async throws {
        let key = InstallationKey.example
        _ = dependencies.clock.now
        _ = dependencies.clock.day(of: .example)
        _ = dependencies.clock.uptime
        try await dependencies.clock.sleep(for: .seconds(1))
        _ = dependencies.randomSource.next()
        _ = dependencies.randomSource.nextSecret()
        _ = dependencies.dataStore.location
        _ = try await dependencies.dataStore.get(DeviceMemory.keys.udid)
        _ = try await dependencies.dataStore.get(DeviceMemory.keys.installationKey, orSave: key)
        _ = try await dependencies.dataStore.change(DeviceMemory.keys.udid) { $0 ?? "" }
        try await dependencies.dataStore.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
        try await dependencies.dataStore.save(DeviceMemory.keys.installationKey.with(key))
        try await dependencies.dataStore.delete(DeviceMemory.keys.hasCompletedTutorial)
        _ = try await dependencies.backend.publishUDID(for: key)
        _ = try await dependencies.deviceRegistry.registration(under: key)
        _ = try await dependencies.deviceRegistry.record(Registration(key: key, kind: .terminal, udid: .example(1)))
        try await dependencies.deviceRegistry.check()
        _ = try await dependencies.gitHub.zen()
        _ = try await dependencies.gitHub.user(.example)
        _ = try await dependencies.statusPage.status()
        _ = try await dependencies.versionedAPI.version()
        try await dependencies.journal.discard()
    }

    private static func seen() async throws -> [Seen] {
        let observer = Observer()
        try await callEverything(Dependencies.fixture().tapped(by: observer))
        return observer.seen.withLock(\.self)
    }

    @Test func ポートのすべての操作を見る() async throws {
        let calls = try await Self.seen().map { "\($0.call)" }

        let udid = UDID.example(1)
        #expect(
            calls == [
                "Clock.now()", "Clock.day(of: 2026-11-20T12:00:00.000Z)", "Clock.uptime()",
                "Clock.sleep(for: 1.0 seconds)", "RandomSource.next()",
                "DataStore.location()", "DataStore.get(udid)", "DataStore.get(installationKey, orSave: [redacted])",
                "DataStore.change(udid)", "DataStore.save(hasCompletedTutorial: true)",
                "DataStore.save(installationKey: [redacted])",
                "DataStore.delete(hasCompletedTutorial)", "Backend.publishUdid(for: [redacted])",
                "DeviceRegistry.registration(under: [redacted])",
                "DeviceRegistry.record(\(udid), kind 11, key [redacted])", "DeviceRegistry.check()", "GitHub.zen()",
                "GitHub.user(octocat)", "StatusPage.status()", "VersionedAPI.version()", "Journal.discard()",
            ])
    }

    @Test func 失敗しうる操作には異なる名の結果が並び初めは晴れの日() async throws {
        let operations = try await Self.seen()

        for seen in operations where !seen.isInstant {
            // Only an interruption stops a clock from waiting. An interruption is not an outcome.
            #expect(seen.outcomes.count >= (seen.call.port == "Clock" ? 1 : 2), "\(seen.call)")
            #expect(Set(seen.outcomes).count == seen.outcomes.count, "\(seen.call)")
            #expect(seen.isFirstSunny, "\(seen.call)")
        }
        let instant = Set(operations.filter(\.isInstant).map(\.call.operation))
        #expect(instant == ["now", "day(of:)", "uptime", "next()", "location"])
    }

    @Test func 外を変える操作はそうと分かる() async throws {
        let changing = try await Self.seen().filter(\.changes).map { "\($0.call.port).\($0.call.operation)" }

        #expect(
            Set(changing) == [
                "DataStore.get(_:orSave:)", "DataStore.change(_:_:)", "DataStore.save(_:)", "DataStore.delete(_:)",
                "Backend.publishUdid(for:)", "DeviceRegistry.record(_:)", "Journal.discard()",
            ])
    }

    @Test func 変更の結果の例は_何もない場合とそれぞれの例を変えて得られる答え() async throws {
        let observer = Observer()
        let key = Key<Int>("visits", example: ("few", 2), ("many", 40))
        let dataStore = Dependencies.fixture().tapped(by: observer).dataStore

        let answer = try await dataStore.change(key) { visits in
            let number = (visits ?? 0) + 1
            visits = number
            return number
        }

        let answers = observer.seen.withLock { $0.first?.answers }
        #expect(answer == 1)
        #expect(answers == ["absent: 1", "few: 3", "many: 41"])
    }
}

@Suite struct タップの後のタップ {
    /// A tap that records how a run ends, and may throw an error then.
    private final class Listener: Tap, RunTap {
        let name: String
        let refusesGoals: Bool
        let refusesFailures: Bool
        let shown = Mutex<[String]>([])

        init(_ name: String, refusesGoals: Bool = false, refusesFailures: Bool = false) {
            self.name = name
            self.refusesGoals = refusesGoals
            self.refusesFailures = refusesFailures
        }

        func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

        func end(_ ending: RunEnding) throws(ErrorWrapper) {
            let refused: Bool
            switch ending {
            case .goal(let goal):
                shown.withLock { $0.append("◎ \(goal.name)") }
                refused = refusesGoals
            case .failure(let error):
                shown.withLock { $0.append("✗ \(error.name)") }
                refused = refusesFailures
            }
            if refused { throw .system(error: .dataStore(.unwritable(location: name, content: nil))) }
        }

        var endings: [String] { shown.withLock { $0 } }
    }

    private func run(through taps: [Listener], with dependencies: Dependencies) async -> ErrorWrapper? {
        var dependencies = dependencies
        dependencies.taps = taps
        do {
            _ = try await ReadTutorial.interact(from: ReadTutorial.initial, with: dependencies)
            return nil
        } catch {
            return error.error
        }
    }

    @Test func 着いたゴールを断るタップがあれば_後のタップはゴールを知らされず_どれも失敗を知らされる() async {
        let taps = [Listener("first"), Listener("second", refusesGoals: true), Listener("third")]

        let error = await run(through: taps, with: .fixture())

        let goal = "◎ ページの記録がない場合_アプリは最初のページを表示"
        #expect(taps[0].endings == [goal, "✗ 書き込みに失敗"])
        #expect(taps[1].endings == [goal, "✗ 書き込みに失敗"])
        #expect(taps[2].endings == ["✗ 書き込みに失敗"])
        #expect(error?.name == "書き込みに失敗")
    }

    @Test func 失敗を断るタップがあっても_どのタップも元の失敗だけを知らされ_断ったことは原因に加わる() async throws {
        let taps = [
            Listener("first", refusesFailures: true), Listener("second"), Listener("third", refusesFailures: true),
            Listener("fourth"),
        ]

        let failed = await run(through: taps, with: .laboratory)

        for tap in taps { #expect(tap.endings == ["✗ 未設定"], "\(tap.name)") }
        let error = try #require(failed)
        #expect(error.name == "未設定")
        let causes = error.causes.map { "\($0)" }
        #expect(causes.count == 2, "\(causes)")
        #expect(causes.first?.contains("third") == true, "\(causes)")
        #expect(causes.last?.contains("first") == true, "\(causes)")
    }

    @Test func どのタップも断らなければゴールだけを知らされる() async {
        let taps = [Listener("first"), Listener("second")]

        let error = await run(through: taps, with: .fixture())

        #expect(error?.name == nil)
        for tap in taps { #expect(tap.endings == ["◎ ページの記録がない場合_アプリは最初のページを表示"], "\(tap.name)") }
    }
}
