import UsecasesEngine
import UsecasesLaboratory

struct WorldsReport {
    let report: WorldSurvey.Report
    let bounds: WorldSurvey.Bounds
    /// The results of the worlds that earlier searches saved.
    let corpus: WorldCorpus?
    let stories: [WorldStory]
    let invariants: [(name: String, sentence: Sentence)]
    let product: Product

    init<App: TerminalApplication>(
        _ report: WorldSurvey.Report, bounds: WorldSurvey.Bounds, corpus: WorldCorpus? = nil, of application: App.Type
    ) {
        self.report = report
        self.bounds = bounds
        self.corpus = corpus
        stories = report.broken.map { WorldStory($0, of: App.usecases) }
        invariants = App.invariants.map { ($0.name, $0.sentence) }
        product = App.product
    }

    func lines(in language: Language) -> [String] {
        let unbroken = invariants.filter { invariant in !report.broken.contains { $0.name == invariant.name } }
        let kept = unbroken.filter { worlds(of: $0.name) > 0 }
        let unexercised = unbroken.filter { worlds(of: $0.name) == 0 }
        return extent.map { $0.text(in: language) }
            + (report.leftOut.isEmpty
                ? [] : [Sentence.leftOut(report.leftOut.joined(separator: ", ")).text(in: language)])
            + report.stuck.map { Sentence.stuck($0).text(in: language) }
            + report.strayed.map { Sentence.strayed($0).text(in: language) }
            + [""] + (invariants.isEmpty ? [Sentence.noInvariants.text(in: language)] : [])
            + kept.map { "✓ " + $0.sentence.text(in: language) }
            + unexercised.map { Sentence.notExercised($0.sentence).text(in: language) }
            + (unexercised.isEmpty
                ? [] : [Sentence.notExercised(unexercised.count, of: invariants.count).text(in: language)])
            + stories.flatMap { story in
                [""] + story.lines(in: language) + story.origins(in: report).map { "  " + $0.text(in: language) }
            }
    }

    /// Returns the number of worlds that could have violated the invariant with this name.
    func worlds(of invariant: String) -> Int { report.exercised[invariant] ?? 0 }

    /// What was explored.
    var extent: [Sentence] {
        [corpus?.sentence, report.situations > 0 || report.chance == nil ? survey : nil].compactMap(\.self)
            + (report.chance.map(Self.sentences) ?? []) + [size]
    }

    /// Whether the search explored all worlds up to its bounds.
    var isComplete: Bool {
        report.situations > 0 && !report.isCut && report.broken.isEmpty && bounds.switches == nil
    }

    private var survey: Sentence {
        let (worlds, plans) = (
            report.count.worlds - (report.chance?.worlds ?? 0), report.plans - (report.chance?.plans ?? 0)
        )
        let state =
            report.isCut
            ? Sentence(en: "Ended before it was through", ja: "途中で打ち切り")
            : report.broken.isEmpty
                ? Sentence(en: "All of them", ja: "上限まで完了")
                : Sentence(en: "As far as the first that breaks an invariant", ja: "不変条件が破れたところで終了")
        return Sentence(
            en: """
                \(worlds) worlds in \(plans) combinations and \(report.situations) situations: \(bounds.text(in: .en)). \
                \(state.text(in: .en)); left out as they cannot differ: \(report.count.prunings) moves, \(report.apart) \
                combinations.
                """,
            ja: """
                世界\(worlds)、組み合わせ\(plans)、状況\(report.situations)を検査(\(bounds.text(in: .ja)))。\(state.text(in: .ja))。\
                等価なため省略: 操作\(report.count.prunings)、組み合わせ\(report.apart)。
                """)
    }

    private static func sentences(on chance: WorldChance.Extent) -> [Sentence] {
        let (seed, worlds, plans) = (chance.seed, chance.worlds, chance.plans)
        let extent = Sentence(
            en: "\(worlds) random worlds in \(plans) combinations, with seed \(seed): \(chance.bounds.text(in: .en)).",
            ja: "シード\(seed)で選んだランダムな世界\(worlds)、組み合わせ\(plans)を検査(\(chance.bounds.text(in: .ja)))。")
        guard chance.steps > 0 else { return [extent] }
        let odds = WorldChance.depths.map { depth in
            let worlds = chance.worlds(forDepth: depth)
            return Sentence(en: "1 in \(worlds) for \(depth) events", ja: "事象\(depth)つなら\(worlds)分の1")
        }
        let (share, processes, steps) = (WorldChance.worldsOfPlan, chance.processes, chance.steps)
        let probability = Sentence(
            en: """
                If a fault needs a certain order of events, a random world that looks for as many has it with a probability of at \
                least \(odds.map { $0.text(in: .en) }.joined(separator: ", and ")). One in \(share) worlds looks for each, among \
                at most \(processes) processes and \(steps) steps.
                """,
            ja: """
                特定の順序でだけ現れる誤りを、同じ数の事象を狙う世界が起こす確率は、少なくとも\
                \(odds.map { $0.text(in: .ja) }.joined(separator: "、"))。それぞれ世界\(share)つに1つが狙い、\
                プロセスは\(processes)、操作は\(steps)まで。
                """)
        return [extent, probability]
    }

    private var size: Sentence {
        let (states, orders, disturbed) = (report.count.states, report.count.orders, report.count.disturbed)
        let numbers = [.failure, .crash, .passing].map { disturbed[$0, default: 0] }
        return Sentence(
            en: """
                They have \(states.text(in: .en)) states and \(orders.text(in: .en)) orders. A call fails in \(numbers[0]) \
                worlds, a process dies in \(numbers[1]), and time passes in \(numbers[2]).
                """,
            ja: """
                異なる状態\(states.text(in: .ja))、異なる順序\(orders.text(in: .ja))。呼び出しの失敗する世界\(numbers[0])、\
                プロセスのクラッシュする世界\(numbers[1])、時間の過ぎる世界\(numbers[2])。
                """)
    }
}

extension DistinctCount {
    fileprivate func text(in language: Language) -> String {
        isExact ? "\(value)" : language.text(en: "about \(value)", ja: "約\(value)")
    }
}

extension WorldSurvey.Bounds {
    fileprivate func text(in language: Language) -> String {
        Sentence(
            en: "actors: \(actors), runs of each: \(runs), faults: \(faults), crashes: \(crashes)",
            ja: "アクター\(actors)、各\(runs)回実行、失敗\(faults)、クラッシュ\(crashes)"
        )
        .followed(by: passings > 0 ? passings : nil, en: "passings of time", ja: "時間の経過")
        .followed(by: switches, en: "switches", ja: "切り替え").text(in: language)
    }
}

extension WorldStory {
    /// Returns when the search found the world, and where it was in a random search.
    func origins(in report: WorldSurvey.Report) -> [Sentence] {
        let time = broken.foundAfter.map { Sentence(en: "Found after \($0.words).", ja: "\($0.words)で発見。") }
        guard let number = broken.number, let seed = report.chance?.seed else { return [time].compactMap(\.self) }
        let place = Sentence(
            en: "It comes from random world \(number) with seed \(seed).", ja: "シード\(seed)のランダムな世界\(number)から。")
        return [time, place].compactMap(\.self)
    }
}

extension WorldsReport {
    /// Returns why the report is about no world, or `nil` if it is about some.
    static func reasonForNothing(_ report: WorldSurvey.Report) -> Sentence? {
        guard report.count.worlds == 0 else { return nil }
        guard !report.isCut, report.chance?.isCut != true else {
            return Sentence(
                en: "Nothing was explored: the time was over before the first world ended.",
                ja: "調べた世界はない。最初の世界が終わる前に時間が過ぎた。")
        }
        let ports = report.missingPorts.joined(separator: ", ")
        let names = report.leftOut.joined(separator: ", ")
        return if !ports.isEmpty {
            Sentence(
                en: "Nothing was explored: `surroundings` provides no adapter for \(ports).",
                ja: "調べた世界はない。`surroundings`に\(ports)のアダプタがない。")
        } else if !names.isEmpty {
            Sentence(
                en: "Nothing was explored: something else than a port keeps waiting: \(names).",
                ja: "調べた世界はない。ポート以外のものを待ち続ける: \(names)。")
        } else {
            Sentence(
                en: "Nothing was explored: no command runs a use case.",
                ja: "調べた世界はない。ユースケースを実行するコマンドがない。")
        }
    }
}

extension Sentence {
    /// Appends a bound, if it is set.
    fileprivate func followed(by bound: Int?, en: String, ja: String) -> Sentence {
        guard let bound else { return self }
        return Sentence(en: "\(text(in: .en)), \(en): \(bound)", ja: "\(text(in: .ja))、\(ja)\(bound)")
    }

    static func notExercised(_ invariant: Sentence) -> Sentence {
        Sentence(
            en: "– not exercised: \(invariant.text(in: .en))", ja: "– 検証できていない: \(invariant.text(in: .ja))")
    }

    fileprivate static func notExercised(_ count: Int, of all: Int) -> Sentence {
        Sentence(
            en: "\(count) of \(all) invariants were not exercised: no world had a run that could break them.",
            ja: "\(all)個の不変条件のうち\(count)個は検証できていない。それを破りうる実行が、どの世界にもなかった。")
    }

    fileprivate static let noInvariants = Sentence(
        en: "The application declares no invariant, so none was checked.", ja: "宣言された不変条件がないため、何も検証していない。")

    fileprivate static func leftOut(_ names: String) -> Sentence {
        Sentence(en: "Not in these worlds, which lack their ports: \(names).", ja: "ポートがないため、世界に含まれないもの: \(names)。")
    }

    fileprivate static func strayed(_ usecase: String) -> Sentence {
        Sentence(
            en: """
                \(usecase) did something else after the same calls with the same outcomes: something other than a port \
                decides, such as what earlier runs left in this process.
                """,
            ja: "同じ呼び出しと同じ結果の後で、\(usecase)が前と違う動作をした。以前の実行がプロセスに残したものなど、ポート以外の何かが動作を決めている。")
    }

    fileprivate static func stuck(_ usecase: String) -> Sentence {
        Sentence(
            en: "\(usecase) waits for something else than a port, and cannot go on.",
            ja: "\(usecase)はポート以外のものを待って、先へ進めない。")
    }
}

extension WorldsReport {
    /// Returns the report as JSON, for programs. `language` is the language of its sentences. In this format, planned runs
    /// are called undertakings, and invariants promises.
    func json(in language: Language) -> JSONMembers {
        var members = numbers
        members["undertakings"] = report.plannedRuns
        members["leftOut"] = report.leftOut
        members["stuck"] = report.stuck
        members["strayed"] = report.strayed
        members["promises"] = invariants.map { name, sentence in
            promise(name, sentence, stories.first { $0.broken.name == name }, in: language)
        }
        return JSONMembers(members)
    }

    /// The members of the JSON that say what was explored.
    var numbers: [String: any Encodable] {
        let (count, disturbed) = (report.count, report.count.disturbed)
        var members: [String: any Encodable] = [
            "worlds": count.worlds, "moves": count.moves, "left": count.prunings, "combinations": report.plans,
            "apart": report.apart, "situations": report.situations, "isComplete": isComplete,
            "states": count.states.value, "orders": count.orders.value,
            "isEstimated": !count.states.isExact || !count.orders.isExact,
            "worldsWithFailures": disturbed[.failure, default: 0], "worldsWithCrashes": disturbed[.crash, default: 0],
            "worldsWithPassings": disturbed[.passing, default: 0],
        ]
        if let switches = bounds.switches { members["switches"] = switches }
        if let chance = report.chance {
            members["seed"] = chance.seed
            members["random"] = Self.json(of: chance)
        }
        if let corpus { members["corpus"] = corpus.json }
        return members
    }

    private static func json(of chance: WorldChance.Extent) -> JSONMembers {
        [
            "worlds": chance.worlds, "combinations": chance.plans, "processes": chance.processes, "steps": chance.steps,
            "probabilities": WorldChance.depths.map { depth -> JSONMembers in
                ["events": depth, "atLeastOneIn": chance.worlds(forDepth: depth)]
            },
        ]
    }

    /// Returns an invariant, and the story of a world that violates it, if one was found. An invariant that no world
    /// could violate is not kept either.
    private func promise(
        _ name: String, _ sentence: Sentence, _ story: WorldStory?, in language: Language
    ) -> JSONMembers {
        let worlds = worlds(of: name)
        let steps = story?.lines.map { line -> JSONMembers in
            [
                "actor": line.actor.map { WorldStory.name(ofActor: $0 - 1) }, "server": line.isServers,
                "kind": line.kind, "text": line.text.text(in: language),
            ]
        }
        return [
            "name": name, "sentence": sentence.text(in: language), "isKept": story == nil && worlds > 0,
            "worlds": worlds, "breach": story?.broken.breach.text(in: language),
            "milliseconds": story?.broken.foundAfter?.milliseconds, "randomWorld": story?.broken.number,
            "before": story?.before.map { $0.text(in: language) }, "steps": steps,
            "world": story.map { WorldFile($0.broken) },
        ]
    }
}
