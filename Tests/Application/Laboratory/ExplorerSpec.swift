import CalearningDomain
import Synchronization
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesStorage
@testable import UsecasesTerminal

/// Explores with unused ports, a stopped clock and predictable random numbers.
private func explore<U: Usecase>(
    _ usecase: U.Type, from scene: Step<U>, limits: Explorer.Limits = .init()
) async -> Exploration {
    let explorer = Explorer(limits: limits) {
        Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
            $0.journal.adapter = InMemoryJournal()
        }
    }
    return await explorer.explore(U.self, from: [scene])
}

@Suite struct 探索 {
    @Suite struct 数え上げ {
        // The catalogues list the following outcomes. Getting a UDID has 5 (absent, stored, malformed, two errors).
        // Getting the record has 5 (absent, false, true, two errors). Getting or saving a UDID has 6 (saved, stored,
        // malformed, three errors). Getting or saving the key has 5, because a malformed key is a damaged store.
        // Issuing returns a UDID or one of 9 errors. The record is looked up on three kinds of paths, namely after a
        // stored UDID, after a saved UDID, and after a UDID that another run saved first.
        private static let record = 5
        private static let failuresOfGetOrSave = 4
        private static let failuresOfIssuing = 9

        @Test func Bootの道筋は手で数えた通り() async throws {
            let exploration = await explore(Boot.self, from: Boot.initial)

            let afterIssuing = Self.failuresOfGetOrSave + 2 * Self.record
            let withKey = Self.failuresOfIssuing + afterIssuing
            let withoutUDID = Self.failuresOfGetOrSave - 1 + 2 * withKey
            #expect(exploration.ways.count == withoutUDID + Self.record + 3)
            #expect(Set(exploration.ways).count == exploration.ways.count)
            #expect(exploration.findings == [])
        }

        @Test func Bootのシナリオは手で書き出した通り() async throws {
            let look = "アプリはサーバで発行したUDIDが保存されていないかを調べる"
            let issue = "UDIDがない場合_アプリはUDIDを取得する"
            let record = "アプリはユーザがチュートリアルを完了した記録がないかを調べる"
            let goals = ["チュートリアル完了の記録がある場合_アプリはログイン画面を表示", "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示"]
            let unreadable = ["読み込みに失敗", "内容が壊れています"]
            let fromServer = [
                "ネットワーク接続不可", "ErrorResponse", "エラーレスポンスのデシリアライズに失敗", "レスポンスのデシリアライズに失敗", "その他のエラー", "クライアントの初期化に失敗",
            ]

            let exploration = await explore(Boot.self, from: Boot.initial)

            let expected =
                goals.flatMap { [reaching($0, [look, record]), reaching($0, [look, issue, record])] }
                + unreadable.flatMap {
                    [failing($0, [look]), failing($0, [look, record]), failing($0, [look, issue, record])]
                }
                + (fromServer + unreadable + ["書き込みに失敗"]).map { failing($0, [look, issue]) }
            #expect(Set(exploration.scenarios.map(\.name)) == Set(expected))
            #expect(exploration.scenarios.count == expected.count)
        }

        @Test func CompleteTutorialのシナリオは手で書き出した通り() async throws {
            let save = "アプリはチュートリアル完了の記録を保存する"

            let exploration = await explore(CompleteTutorial.self, from: CompleteTutorial.initial)

            let expected =
                [reaching("アプリはログイン画面を表示", [save])]
                + ["読み込みに失敗", "内容が壊れています", "書き込みに失敗"].map { failing($0, [save]) }
            #expect(exploration.scenarios.map(\.name) == expected)
            #expect(exploration.ways.count == 4)
        }

        private func reaching(_ goal: String, _ scenes: [String]) -> ScenarioName {
            ScenarioName(scenes: scenes + [goal], failure: nil)
        }

        private func failing(_ error: String, _ scenes: [String]) -> ScenarioName {
            ScenarioName(scenes: scenes, failure: error)
        }
    }

    @Test(arguments: Catalogue.usecases)
    func 何度探索しても同じ(usecase: any Usecase.Type) async {
        let first = await Explorations.of(usecase)
        let second = await CompositionRoot.explorer.explore(usecase)

        #expect(first.ways == second.ways)
        #expect(first.usecase == second.usecase)
        #expect(Set(first.ways).count == first.ways.count)
    }

    @Suite struct 見つけるもの {
        @Test func 宣言されていても届かないシーンとゴール() async {
            let exploration = await explore(WithLooseEnds.self, from: .basic(.始まる))

            let unreached = exploration.ofScenes.map { finding in
                if case .unreached(let scene) = finding { "\(scene.course) \(scene.name)" } else { "\(finding)" }
            }
            #expect(unreached == ["alternative 誰も来ない場合_待つ", "goal 届かない"])
        }

        @Test func 英語の文がないか他と同じ題とシーン() async {
            let exploration = await explore(WithLooseEnds.self, from: .basic(.始まる))

            let untranslated = exploration.findings.compactMap { finding in
                if case .untranslated(let name) = finding { name } else { nil }
            }
            #expect(untranslated == ["端が余っている", "終わる", "届かない"])
        }

        @Test func 終わらない巡り() async {
            let exploration = await explore(RoundAndRound.self, from: .basic(.一))

            #expect(exploration.findings.contains(.endless(["二", "三"])))
            #expect(exploration.ways.contains { $0.ending == .endless(["二", "三"]) })
        }

        @Test func 値が変わり続けて終わらない巡り() async throws {
            let exploration = await explore(CountingForever.self, from: .basic(.数える(number: 0)))

            #expect(exploration.ofScenes.first == .repeating(["数える"], changing: ["number: 0, 1, 2"]))
            #expect(exploration.ways.map(\.ending) == [.endless(["数える"])])
            #expect(exploration.ways.first?.scenes.count == 2)
        }

        @Test func 多すぎるシーン() async throws {
            var limits = Explorer.Limits()
            limits.scenes = 50

            let exploration = await explore(CountingForever.self, from: .basic(.数える(number: 0)), limits: limits)

            #expect(exploration.ofScenes.first == .repeating(["数える"], changing: ["number: 0, 1, 2"]))
        }

        @Test func いつかは終わる繰り返しはそのまま数える() async {
            let exploration = await explore(ThreeAttempts.self, from: .basic(.試みる(attempt: 1)))

            #expect(exploration.ofScenes == [])
            // Two of five outcomes reach the goal immediately. The others lead to the next attempt, and the third
            // attempt is the last.
            let reached = exploration.ways.filter { if case .goal = $0.ending { true } else { false } }
            let expected = 2 + 3 * (2 + 3 * 2)
            #expect(reached.count == expected)
        }

        @Test func ポートでないものによる分岐() async {
            let exploration = await explore(DecidedByChance.self, from: .basic(.賽を振る))

            #expect(exploration.findings.contains(.undetermined(after: "賽を振る")))
        }

        @Test func 何も言わなければ二度までと値が違っても百度までと千シーンまでと一万の道筋まで() {
            let limits = Explorer.Limits()

            #expect(limits.visits == 2)
            #expect(limits.repetitions == 100)
            #expect(limits.scenes == 1000)
            #expect(limits.ways == 10_000)
            #expect(limits.plays == 200)
        }

        @Test func 区別できてはならないのに呼び出しが異なるゴール() async {
            let careful = await explore(Porter.self, from: .basic(.名簿を見る(isCareful: true)))
            let careless = await explore(Porter.self, from: .basic(.名簿を見る(isCareful: false)))

            #expect(careful.findings.isEmpty)
            #expect(careless.findings == [.distinguishable(["知らない場合_断る", "違う場合_断る"])])
        }

        @Test func 多すぎる道筋() async {
            var limits = Explorer.Limits()
            limits.ways = 7

            let exploration = await explore(Boot.self, from: Boot.initial, limits: limits)

            #expect(exploration.ways.count == 7)
            #expect(exploration.findings.contains(.tooMany(7)))
        }
    }
}

@Suite struct 間違ったユースケース {
    @Test func 集合の順に頼る() async {
        let exploration = await explore(InOrderOfASet.self, from: .basic(.選ぶ))

        #expect(exploration.findings.contains(.undetermined(after: "選ぶ")))
    }

    // The number of ways stays small, however many values the counter has. Each reported finding was explored within
    // moments.
    @Test func 数えながら限りなくやり直す() async throws {
        let exploration = await explore(TryingForever.self, from: .basic(.保存を試みる(attempt: 1)))

        #expect(
            exploration.ofScenes == [.repeating(["保存を試みる", "失敗した場合_待つ"], changing: ["attempt: 1, 2, 3"])])
        // The first attempt succeeds, or each of its three errors leads to a second attempt, the last one.
        #expect(exploration.ways.count == 1 + 3 * (1 + 3))
        let sentence = try #require(exploration.ofScenes.first).sentence(about: exploration.usecase)
        #expect(
            sentence.text(in: .en).hasPrefix("It repeats these scenes: “保存を試みる” → “失敗した場合_待つ”."),
            "\(sentence)")
        #expect(sentence.text(in: .en).contains("attempt: 1, 2, 3, …"))
        #expect(sentence.text(in: .ja).contains("attempt: 1, 2, 3, …"))
    }

    @Test func 一つのシーンの中で限りなくやり直す() async {
        let exploration = await explore(TryingWithinAScene.self, from: .basic(.保存できるまで試みる))

        #expect(exploration.ofScenes == [.endless(["保存できるまで試みる"])])
        // One way for each number of failures, and the remaining one.
        #expect(exploration.ways.count == 101)
    }

    // The number of findings in 20 explorations, each with its own random numbers.
    @Test(arguments: [(2, 20), (50, 19)])
    func 偶然に任せる(oneIn: Int, expected: Int) async {
        var found = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            let source = SeededRandomSource(seed: seed)
            let exploration = await Lucky.$dice.withValue(source) {
                await explore(Lucky.self, from: .basic(.籤を引く(oneIn: oneIn)))
            }
            if exploration.findings.contains(.undetermined(after: "籤を引く")) { found += 1 }
        }

        #expect(found >= expected, "one chance in \(oneIn)")
    }

    @Test func 保存の失敗を黙って捨てる() async {
        let silent = await explore(Careless.self, from: .basic(.保存する(.silent)))

        let finding = Finding.swallowed("DataStore.save(hasCompletedTutorial: true)", goal: "保存した")
        #expect(silent.findings.contains(finding))
        let sentences = silent.problems.map { $0.text(in: .en) }
        #expect(
            sentences.contains(
                "The error of DataStore.save(hasCompletedTutorial: true) is lost: “保存した” is reached whether it succeeds or fails."
            ))
    }

    @Test(arguments: Careless.Kind.allCases.filter { $0 != .silent })
    func 保存の失敗が伝わるかやり直して済めば間違いではない(kind: Careless.Kind) async {
        let exploration = await explore(Careless.self, from: .basic(.保存する(kind)))

        #expect(!exploration.findings.contains { if case .swallowed = $0 { true } else { false } }, "\(kind)")
    }
}

private enum InOrderOfASet: Usecase {
    enum Basics: SceneName { case 選ぶ, 選んだ(name: String) }
    enum Goals: SceneName { case 終わる }

    static let title = "集合から選ぶ"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.選ぶ):
            _ = try await dependencies.dataStore.get(DeviceMemory.keys.udid)
            let names = Set((1...20).map { "name \($0)" })
            return .basic(.選んだ(name: names.first ?? ""))
        case .basic(.選んだ):
            return .last(.終わる)
        }
    }
}

private enum TryingForever: Usecase {
    enum Basics: SceneName { case 保存を試みる(attempt: Int) }
    enum Alternatives: SceneName { case 失敗した場合_待つ(attempt: Int) }
    enum Goals: SceneName { case 保存した }

    static let title = "保存できるまで試みる"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.保存を試みる(let attempt)):
            do {
                try await dependencies.dataStore.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
                return .last(.保存した)
            } catch {
                return .alternate(.失敗した場合_待つ(attempt: attempt))
            }
        case .alternate(.失敗した場合_待つ(let attempt)):
            return .basic(.保存を試みる(attempt: attempt + 1))
        }
    }
}

private enum TryingWithinAScene: Usecase {
    enum Basics: SceneName { case 保存できるまで試みる }
    enum Goals: SceneName { case 保存した }

    static let title = "諦めずに保存する"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        while true {
            do {
                try await dependencies.dataStore.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
                return .last(.保存した)
            } catch {
                continue
            }
        }
    }
}

private enum Lucky: Usecase {
    enum Basics: SceneName { case 籤を引く(oneIn: Int) }
    enum Goals: SceneName { case 外れ, 当たり }

    static let title = "籤を引く人"
    static let actors: Set<Actor> = [.user]
    @TaskLocal static var dice: SeededRandomSource?

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.籤を引く(let oneIn)):
            _ = try await dependencies.dataStore.get(DeviceMemory.keys.udid)
            let number = (dice?.next() ?? 0) % UInt64(oneIn)
            return .last(number == 1 ? .当たり : .外れ)
        }
    }
}

enum Careless: Usecase {
    enum Kind: String, Codable, CaseIterable { case silent, retrying, honest, carrying, failing }
    enum Basics: SceneName { case 保存する(Kind) }
    enum Goals: SceneName { case 保存した, 保存できなかった, 終わった(isSaved: Bool) }

    static let title = "黙って保存する"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        let value = DeviceMemory.keys.hasCompletedTutorial.with(true)
        switch scene {
        case .basic(.保存する(let kind)):
            do {
                try await dependencies.dataStore.save(value)
            } catch {
                switch kind {
                case .silent: return .last(.保存した)
                case .retrying: try await dependencies.dataStore.save(value)
                case .honest: return .last(.保存できなかった)
                case .carrying: return .last(.終わった(isSaved: false))
                case .failing: throw error
                }
            }
            return .last(kind == .carrying ? .終わった(isSaved: true) : .保存した)
        }
    }
}

private enum WithLooseEnds: Usecase {
    enum Basics: SceneName { case 始まる }
    enum Alternatives: SceneName { case 誰も来ない場合_待つ }
    enum Goals: SceneName { case 終わる, 届かない }

    static let title = "端が余っている"
    static let english = ["始まる": "It begins", "誰も来ない場合_待つ": "It waits", "終わる": "It ends", "届かない": "It ends"]
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.始まる), .alternate(.誰も来ない場合_待つ): .last(.終わる)
        }
    }
}

private enum RoundAndRound: Usecase {
    enum Basics: SceneName { case 一, 二, 三 }
    enum Goals: SceneName { case 終わる }

    static let title = "巡り続ける"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.一): .basic(.二)
        case .basic(.二): .basic(.三)
        case .basic(.三): .basic(.二)
        }
    }
}

private enum CountingForever: Usecase {
    enum Basics: SceneName { case 数える(number: Int) }
    enum Goals: SceneName { case 終わる }

    static let title = "数え続ける"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.数える(let number)): .basic(.数える(number: number + 1))
        }
    }
}

private enum ThreeAttempts: Usecase {
    enum Basics: SceneName { case 試みる(attempt: Int) }
    enum Goals: SceneName { case 終わる }

    static let title = "三度まで試みる"
    static let actors: Set<Actor> = [.user]

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.試みる(let attempt)):
            do {
                if try await dependencies.dataStore.get(DeviceMemory.keys.hasCompletedTutorial) != nil {
                    return .last(.終わる)
                }
            } catch  where attempt == 3 {
                throw error
            } catch {
                return .basic(.試みる(attempt: attempt + 1))
            }
            guard attempt < 3 else { throw .interrupted }
            return .basic(.試みる(attempt: attempt + 1))
        }
    }
}

private enum DecidedByChance: Usecase {
    enum Basics: SceneName { case 賽を振る, 丁半を告げる }
    enum Goals: SceneName { case 丁, 半 }

    static let title = "賽に任せる"
    static let actors: Set<Actor> = [.user]
    /// State that taps cannot observe.
    private static let throwing = Mutex(0)

    static func next(after scene: Step<Self>, with dependencies: Dependencies) async throws(ErrorWrapper) -> Scene<Self>
    {
        switch scene {
        case .basic(.賽を振る):
            _ = try await dependencies.dataStore.get(DeviceMemory.keys.udid)
            let isEven = throwing.withLock { count in
                count += 1
                return count.isMultiple(of: 2)
            }
            return isEven ? .basic(.丁半を告げる) : .last(.半)
        case .basic(.丁半を告げる):
            return .last(.丁)
        }
    }
}

extension Exploration {
    /// The findings without those about missing English sentences, because the use cases of specs have none.
    fileprivate var ofScenes: [Finding] {
        findings.filter { if case .untranslated = $0 { false } else { true } }
    }
}

/// A use case that, if it is careful, compares a secret even for a name that is not on the list.
private enum Porter: Usecase {
    enum Basics: SceneName { case 名簿を見る(isCareful: Bool), 秘密を比べる(isKnown: Bool) }
    enum Goals: SceneName { case 通す, 知らない場合_断る, 違う場合_断る }

    static let title = "門番が通す"
    static let english = [
        title: "A porter lets people in", "名簿を見る": "He looks at the list", "秘密を比べる": "He compares the secret",
        "通す": "He lets them in", "知らない場合_断る": "He refuses the unknown", "違う場合_断る": "He refuses the others",
    ]
    static let actors: Set<Actor> = [.user]
    static let indistinguishable: [Set<String>] = [["知らない場合_断る", "違う場合_断る"]]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.名簿を見る(let isCareful)):
            let isKnown = try await dependencies.dataStore.get(DeviceMemory.keys.udid) != nil
            return isKnown || isCareful ? .basic(.秘密を比べる(isKnown: isKnown)) : .last(.知らない場合_断る)
        case .basic(.秘密を比べる(let isKnown)):
            let matches = try await dependencies.dataStore.get(DeviceMemory.keys.hasCompletedTutorial) ?? false
            guard isKnown else { return .last(.知らない場合_断る) }
            return .last(matches ? .通す : .違う場合_断る)
        }
    }
}
