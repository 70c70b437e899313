import UsecasesEngine
import UsecasesLaboratory

/// A search that explores all worlds up to its bounds, plays random ones, or does both within a time.
struct TimedSearch<App: TerminalApplication>: Sendable {
    let bounds: WorldSurvey.Bounds
    /// How long to search, or `nil` until the end.
    let time: Duration?
    /// The seed of the random worlds, or `nil` without any.
    let seed: UInt64?
    /// The number of random worlds.
    let worlds: Int
    /// The names of the use cases in the worlds, or all of them if empty.
    let usecases: [String]
    let isReduced: Bool
    /// How long the search has taken.
    var elapsed: @Sendable () -> Duration = { [start = ContinuousClock().now] in start.duration(to: .now) }

    /// Runs the search, and ends within one world after the time. `known` are broken worlds of earlier searches.
    func run(after known: [BrokenWorld], _ note: ProgressNote) async -> WorldSurvey.Report {
        let (time, elapsed, seed) = (time, elapsed, seed)
        let plannedRuns = App.plannedRuns.filter { usecases.isEmpty || usecases.contains($0.usecase) }
        var search = App.worlds
        search.isReduced = isReduced
        search.switches = bounds.switches
        search.continues = { !Task.isCancelled && time.map { elapsed() < $0 } ?? true }
        if time != nil { search.elapsed = elapsed }
        note.tell(Sentence(en: "Looking for the situations before the worlds…", ja: "世界の始まりとなる状況を調べています…"))
        var report = WorldSurvey.Report()
        if seed == nil || time != nil {
            let survey = WorldSurvey(plannedRuns, search: search, bounds: bounds) {
                seed == nil || time.map { elapsed() < $0 / 2 } ?? true
            }
            report = await survey.run { report, count in
                let part = Sentence(
                    en: "\(report.plans) of \(count) combinations", ja: "組み合わせ\(count)件中\(report.plans)件")
                tell(report, part, in: note)
            }
        }
        var broken = known
        broken += report.broken.filter { world in !known.contains { $0.name == world.name } }
        report.broken = broken
        guard let seed else { return report }
        let beyond = time == nil ? bounds : bounds.extended
        search.switches = nil
        return await WorldChance(plannedRuns, search: search, bounds: beyond, seed: seed).run(
            worlds: worlds, after: report
        ) { report in
            tell(report, Sentence(en: "random, with seed \(seed)", ja: "シード\(seed)でランダム"), in: note)
        }
    }

    private func tell(_ report: WorldSurvey.Report, _ part: Sentence, in note: ProgressNote) {
        // A copy of the whole report would have to be kept until the sentence is built.
        let (worlds, broken) = (report.count.worlds, report.broken.count)
        note.tell(sentence(worlds, part, broken: broken))
    }

    private func sentence(_ worlds: Int, _ part: Sentence, broken: Int) -> Sentence {
        let took = elapsed()
        let found = Sentence(
            en: broken == 0 ? "" : ", \(broken) broken invariants", ja: broken == 0 ? "" : "、破れた不変条件\(broken)")
        let end =
            time.map {
                Sentence(en: "Ends in \(($0 - took).short(in: .en))", ja: "あと\(($0 - took).short(in: .ja))で終わります")
            }
            ?? (seed == nil
                ? Sentence(en: "Ends after the last one", ja: "最後のひとつの後に終わります")
                : Sentence(en: "Ends after \(self.worlds) worlds", ja: "世界\(self.worlds)で終わります"))
        return Sentence(
            en: """
                \(worlds) worlds (\(part.text(in: .en)))\(found.text(in: .en)), \(took.short(in: .en)). \(end.text(in: .en)), or with \
                Ctrl-C.
                """,
            ja: """
                世界\(worlds)(\(part.text(in: .ja)))\(found.text(in: .ja))、\(took.short(in: .ja))。\(end.text(in: .ja))。\
                Ctrl-Cでも終わります。
                """)
    }
}

extension Duration {
    /// The duration in minutes, or in seconds if it is shorter than two minutes.
    fileprivate func short(in language: Language) -> String {
        let seconds = max(0, components.seconds)
        return seconds < 120
            ? language.text(en: "\(seconds) s", ja: "\(seconds)秒")
            : language.text(en: "\(seconds / 60) min", ja: "\(seconds / 60)分")
    }
}
