import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private struct Run: Equatable {
    /// The scenes as redacted text. A random secret is not recorded, so a replay draws a new one.
    let scenes: [String]
    let error: ErrorReport?
    let durations: [Duration]
    let run: UUIDv7
    let startedAt: Timestamp
    let actor: Actor

    init<U: Usecase>(_ walk: Walk<U>, goal: U.Goals?, error: ErrorWrapper?) {
        scenes = walk.passages.map { "\($0.scene)" } + (goal.map { ["\($0)"] } ?? [])
        self.error = error.map { ErrorReport($0) }
        durations = walk.passages.map(\.duration)
        run = walk.run
        startedAt = walk.startedAt
        actor = walk.actor
    }

    static func of<U: Usecase>(_ scene: Step<U>, run: UUIDv7?, with dependencies: Dependencies) async -> Run {
        do {
            let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .user
            let scenario = try await U.interact(from: scene, as: actor, with: dependencies, run: run)
            return Run(scenario.walk, goal: scenario.goal, error: nil)
        } catch {
            return Run(error.walk, goal: nil, error: error.error)
        }
    }

    /// Runs from the scene, and returns the recording.
    static func recorded<U: Usecase>(_ scene: Step<U>) async -> Data {
        let lines = RecordingLines()
        var dependencies = Dependencies.fixture()
        dependencies.taps = [lines.tap]
        _ = await Run.of(scene, run: nil, with: dependencies)
        return lines.data
    }
}

extension Dependencies {
    /// Returns dependencies that answer from a recording. No adapter answers a call.
    fileprivate static func replaying(_ replay: Replay) -> Dependencies {
        var dependencies = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource(seed: 2)) {
            $0.journal.adapter = InMemoryJournal()
        }
        dependencies.taps = [replay]
        return dependencies
    }
}

@Suite struct 記録と再生 {
    /// Replays recorded ways, and replays them with each outcome of each call changed. Many ways differ only in outcomes that
    /// change nothing that is seen, so at most two with the same scenes and the same end are replayed.
    @Test(arguments: Catalogue.usecases)
    func 記録した道筋は再生しても同じで_結果を一つ変えても探索が知るシナリオに着く(usecase: any Usecase.Type) async throws {
        func check<U: Usecase>(_ usecase: U.Type) async throws {
            let exploration = await Explorations.of(usecase)
            let known = Set(exploration.scenarios.map(\.name))
            var ways = 0
            var kinds: [[String]: Int] = [:]
            // Ways that are equal up to the changed call are tried once, because their number is too large.
            var tried: Set<[String]> = []
            try await U.forEachWay { scene, outcomes in
                let lines = RecordingLines()
                var dependencies = Dependencies.fixture()
                dependencies.taps = [outcomes, lines.tap]
                let run = await Run.of(scene, run: nil, with: dependencies)
                ways += 1
                let kind = run.scenes + [run.error?.name ?? ""]
                kinds[kind, default: 0] += 1
                guard kinds[kind, default: 0] <= 2 else { return }
                let recorded = try #require(try Recording(lines.data).runs.first)

                let replay = Replay(recorded)
                let replayed = await Run.of(scene, run: recorded.run, with: .replaying(replay))
                #expect(replayed == run)
                #expect(replay.remarks == [])

                var before = ["\(scene)"]
                for call in outcomes.taken {
                    before.append("\(call.call) = \(call.names[call.choice])")
                    for name in call.names where name != call.names[call.choice] {
                        guard tried.insert(before.dropLast() + ["\(call.call) = \(name)"]).inserted else { continue }
                        let change = OutcomeChange(call: "\(call.call)", outcome: name)
                        await Self.expectKnown(known, of: scene, in: recorded, after: change)
                    }
                }
            }

            #expect(ways == exploration.ways.count)
        }

        try await check(usecase)
    }

    private static func expectKnown<U: Usecase>(
        _ known: Set<ScenarioName>, of scene: Step<U>, in recorded: RecordedRun, after change: OutcomeChange
    ) async {
        let replay = Replay(recorded, changing: [change])
        let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .user

        let scenario: ScenarioName
        do throws(UnfinishedScenario<U>) {
            let reached = try await U.interact(from: scene, as: actor, with: .replaying(replay))
            scenario = ScenarioName(scenes: reached.scenes.map(\.name), failure: nil)
        } catch {
            scenario = ScenarioName(scenes: error.scenes.map(\.name), failure: error.error.name)
        }

        #expect(known.contains(scenario), "\(change): \(scenario)")
        #expect(replay.remarks.allSatisfy { if case .assumed = $0 { true } else { false } }, "\(replay.remarks)")
    }

    @Test(arguments: ["\"", "\\", "\\\"/", "\0\u{8}\u{1F}\u{7F}", "\t\r\n", "名\u{2028}😀", "か\u{3099}"])
    func 引数はどんな文字でも一行に記録される(file: String) async throws {
        struct Line: Decodable {
            struct Call: Decodable {
                let operation: String
                let arguments: [String]
            }
            let call: Call?
        }

        let data = await Run.recorded(BackUpDatabase.initial(file: file))

        let calls = try data.split(separator: UInt8(ascii: "\n")).compactMap {
            try JSONDecoder().decode(Line.self, from: $0).call
        }
        let call = try #require(calls.first { $0.operation == "backUp(to:)" })
        #expect(call.arguments.map { Array($0.utf8) } == [Array(file.utf8)])
    }

    @Suite struct 記録が途中までの場合 {
        @Test func どこで切れていても読めるところまで再生しそう伝える() async throws {
            let data = await Run.recorded(Boot.initial)
            let firstLine = try #require(data.firstIndex(of: UInt8(ascii: "\n")))

            for size in stride(from: firstLine + 1, to: data.count, by: 43) {
                let recorded = try #require(try Recording(data.prefix(size)).runs.first)
                let replay = Replay(recorded)

                let run = await Run.of(Boot.initial, run: recorded.run, with: .replaying(replay))

                #expect(replay.remarks == [.cutOff], "\(size)")
                #expect(run.error.map { $0.name == "中断" } ?? true)
            }
        }

        @Test func 壊れた行は何行目かを伝える() async throws {
            var data = await Run.recorded(Boot.initial)
            let secondLine = try #require(data.firstIndex(of: UInt8(ascii: "\n"))) + 1
            data[secondLine] = UInt8(ascii: "x")

            let error = #expect(throws: RecordingError.self) { try Recording(data) }

            #expect(error?.description == "line 2 is damaged")
        }

        @Test func 行が多すぎれば読まない() async throws {
            let data = await Run.recorded(Boot.initial)
            let count = data.count { $0 == UInt8(ascii: "\n") }

            let error = #expect(throws: RecordingError.self) { try Recording(data, lineLimit: count - 1) }

            #expect(error?.description == "it has more than \(count - 1) lines")
            try expect(Recording(data, lineLimit: count).runs.count, equals: Recording(data).runs.count)
        }

        @Test(arguments: ["", "\n", "{}\n", "{\"begin\":{}}\n", "not JSON\n"])
        func 記録でないものは記録として読まない(text: String) {
            #expect(throws: RecordingError.self) { try Recording(Data(text.utf8)) }
        }
    }

    @Suite struct このバージョンの振る舞いが記録と異なる場合 {
        /// A recording of an older version without the search for a UDID at the beginning.
        @Test(arguments: ["UDIDがない場合_アプリはUDIDを取得する", "get(_:)"])
        func 初めて異なるシーンを伝える(old: String) async throws {
            let text = String(decoding: await Run.recorded(Boot.initial), as: UTF8.self)
            let changed =
                old == "get(_:)"
                ? text.replacing("\"get(_:)\"", with: "\"find(_:)\"") : text.replacing(old, with: "別のシーン")
            let recorded = try #require(try Recording(Data(changed.utf8)).runs.first)
            let replay = Replay(recorded)

            let run = await Run.of(Boot.initial, run: recorded.run, with: .replaying(replay))

            guard case .differs(let scene, let recordedThing, let now)? = replay.remarks.first else {
                Issue.record("\(replay.remarks)")
                return
            }
            #expect(scene == (old == "get(_:)" ? 1 : 2))
            #expect(recordedThing == (old == "get(_:)" ? "DataStore.find(udid)" : "別のシーン"))
            #expect(now == (old == "get(_:)" ? "DataStore.get(udid)" : old))
            #expect(replay.remarks.count == 1)
            #expect(run.scenes.count == 1)
        }

        @Test func 別のゴールに着いてもそれが分かる() async throws {
            let text = String(decoding: await Run.recorded(CompleteTutorial.initial), as: UTF8.self)
                .replacing("アプリはログイン画面を表示", with: "アプリは終わる")
            let recorded = try #require(try Recording(Data(text.utf8)).runs.first)
            let replay = Replay(recorded)

            _ = await Run.of(CompleteTutorial.initial, run: recorded.run, with: .replaying(replay))

            #expect(replay.remarks == [.differs(scene: 1, recorded: "アプリは終わる", now: "アプリはログイン画面を表示")])
        }
    }

    @Test func 決めたシーンで止まる() async throws {
        let data = await Run.recorded(Boot.initial)
        let recorded = try #require(try Recording(data).runs.first)
        let replay = Replay(recorded, until: 2)

        let run = await Run.of(Boot.initial, run: recorded.run, with: .replaying(replay))

        #expect(run.scenes.count == 2)
        #expect(replay.remarks == [.stopped(scene: 2)])
    }

    @Test func 書けない記録は実行を失敗させ初めの誤りを伝える() async throws {
        let count = Mutex(0)
        var dependencies = Dependencies.fixture()
        dependencies.taps = [
            RecordingTap { (_: Data) throws(ErrorWrapper) in
                let isFull = count.withLock { count in
                    count += 1
                    return count > 4
                }
                if isFull { throw .system(error: .dataStore(.unwritable(location: "recording", content: .recording))) }
            }
        ]

        let run = await Run.of(Boot.initial, run: nil, with: dependencies)

        #expect(run.error?.name == "書き込みに失敗")
    }
}
