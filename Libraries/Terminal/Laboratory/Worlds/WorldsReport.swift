import UsecasesEngine
import UsecasesLaboratory

struct WorldsReport {
    let report: WorldSurvey.Report
    let bounds: WorldSurvey.Bounds
    let seed: UInt64?
    let stories: [WorldStory]
    let invariants: [(name: String, sentence: Sentence)]
    let product: Product

    init<App: TerminalApplication>(
        _ report: WorldSurvey.Report, bounds: WorldSurvey.Bounds, seed: UInt64?, of application: App.Type
    ) {
        self.report = report
        self.bounds = bounds
        self.seed = seed
        stories = report.broken.map { WorldStory($0, of: App.usecases) }
        invariants = App.invariants.map { ($0.name, $0.sentence) }
        product = App.product
    }

    func lines(in language: Language) -> [String] {
        let unbroken = invariants.filter { invariant in !report.broken.contains { $0.name == invariant.name } }
        let kept = unbroken.filter { worlds(of: $0.name) > 0 }
        let unexercised = unbroken.filter { worlds(of: $0.name) == 0 }
        return [extent.text(in: language)]
            + (report.leftOut.isEmpty
                ? [] : [Sentence.leftOut(report.leftOut.joined(separator: ", ")).text(in: language)])
            + report.stuck.map { Sentence.stuck($0).text(in: language) }
            + report.strayed.map { Sentence.strayed($0).text(in: language) }
            + [""] + (invariants.isEmpty ? [Sentence.noInvariants.text(in: language)] : [])
            + kept.map { "✓ " + $0.sentence.text(in: language) }
            + unexercised.map { Sentence.notExercised($0.sentence).text(in: language) }
            + (unexercised.isEmpty
                ? [] : [Sentence.notExercised(unexercised.count, of: invariants.count).text(in: language)])
            + stories.flatMap { [""] + $0.lines(in: language) }
    }

    /// Returns the number of worlds that could have violated the invariant with this name.
    func worlds(of invariant: String) -> Int { report.exercised[invariant] ?? 0 }

    var extent: Sentence {
        let worlds = report.count.worlds
        let bound = Sentence(
            en:
                "actors: \(bounds.actors), runs of each: \(bounds.runs), faults: \(bounds.faults), crashes: \(bounds.crashes)",
            ja: "アクター\(bounds.actors)、各\(bounds.runs)回実行、失敗\(bounds.faults)、クラッシュ\(bounds.crashes)"
        )
        .followed(by: bounds.switches)
        if let seed {
            return Sentence(
                en: "\(worlds) random worlds with seed \(seed): \(bound.text(in: .en)).",
                ja: "シード\(seed)で選んだランダムな世界\(worlds)を検査(\(bound.text(in: .ja)))。")
        }
        let state =
            report.isCut
            ? Sentence(en: "Ended before it was through", ja: "途中で打ち切り")
            : report.broken.isEmpty
                ? Sentence(en: "All of them", ja: "上限まで完了")
                : Sentence(en: "As far as the first that breaks an invariant", ja: "不変条件が破れたところで終了")
        return Sentence(
            en: """
                \(worlds) worlds in \(report.plans) combinations and \(report.situations) situations: \(bound.text(in: .en)). \
                \(state.text(in: .en)); left out as they cannot differ: \(report.count.prunings) moves, \(report.apart) \
                combinations.
                """,
            ja: """
                世界\(worlds)、組み合わせ\(report.plans)、状況\(report.situations)を検査(\(bound.text(in: .ja)))。\(state.text(in: .ja))。\
                等価なため省略: 操作\(report.count.prunings)、組み合わせ\(report.apart)。
                """)
    }
}

extension WorldsReport {
    /// Returns why the report is about no world, or `nil` if it is about some or was interrupted before the first.
    static func reasonForNothing(_ report: WorldSurvey.Report) -> Sentence? {
        guard report.count.worlds == 0, !report.isCut else { return nil }
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
    /// Appends the bound of switches, if it is set.
    fileprivate func followed(by switches: Int?) -> Sentence {
        guard let switches else { return self }
        return Sentence(
            en: "\(text(in: .en)), switches: \(switches)", ja: "\(text(in: .ja))、切り替え\(switches)")
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
        let isComplete = seed == nil && !report.isCut && report.broken.isEmpty && bounds.switches == nil
        return [
            "worlds": report.count.worlds, "moves": report.count.moves, "left": report.count.prunings,
            "combinations": report.plans, "apart": report.apart, "situations": report.situations,
            "isComplete": isComplete, "switches": bounds.switches, "seed": seed, "undertakings": report.plannedRuns,
            "leftOut": report.leftOut, "stuck": report.stuck, "strayed": report.strayed,
            "promises": invariants.map { name, sentence in
                promise(name, sentence, stories.first { $0.broken.name == name }, in: language)
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
            "before": story?.before.map { $0.text(in: language) }, "steps": steps,
            "world": story.map { WorldFile($0.broken) },
        ]
    }
}
