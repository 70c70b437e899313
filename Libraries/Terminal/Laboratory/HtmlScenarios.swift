import Usecases
import UsecasesLaboratory

/// The scenarios of one use case, numbered, and the coverage of each.
struct HtmlScenarios {
    private let exploration: Exploration
    private let coverage: ScenarioCoverage?
    private let times: LongestTimes?
    private let language: Language
    /// The state of each scenario; `uncovered` if nothing is known about coverage.
    let states: [ScenarioCoverage.State]

    init(_ exploration: Exploration, coverage: ScenarioCoverage?, times: LongestTimes?, in language: Language) {
        self.exploration = exploration
        self.coverage = coverage
        self.times = times
        self.language = language
        states = exploration.scenarios.map {
            coverage?.state(of: $0.name, in: exploration.usecase.name) ?? .uncovered
        }
    }

    var markup: Markup {
        var before: [String] = []
        var items: [Markup] = []
        for (name, ways) in exploration.scenarios {
            items.append(
                """
                <li>\(chain(name, after: before)) \
                <span class="note">\(language.text(en: ways == 1 ? "one way" : "\(ways) ways", ja: "道筋\(ways)"))</span>\
                \(times?.scenarios[name].map { longest($0) } ?? "")\
                \(coverage.map { said(of: name, by: $0) } ?? "")</li>
                """)
            before = name.scenes
        }
        return """
            <ol class="scenarios">
            \(items)
            </ol>
            \(unexplored)
            """
    }

    private func longest(_ path: LongestTimes.Path) -> Markup {
        let words = language.text(en: "waits", ja: "待つ時間") + " \(path.sentence(in: language))"
        return " <span class=\"note\">\(words)</span>"
    }

    private func said(of name: ScenarioName, by coverage: ScenarioCoverage) -> Markup {
        let usecase = exploration.usecase.name
        return HtmlCoverage(language: language).detail(
            coverage.state(of: name, in: usecase), specs: coverage.specs(of: name, in: usecase))
    }

    /// The beginning that it shares with the scenario before it is less prominent.
    private func chain(_ scenario: ScenarioName, after before: [String]) -> Markup {
        let common = zip(scenario.scenes, before).prefix { $0 == $1 }.count
        let name = scenario.told(in: language, of: exploration.usecase)
        let scenes = name.scenes.enumerated().map { index, scene -> Markup in
            index < common ? "<span class=\"again\">\(scene)</span>" : "<span>\(scene)</span>"
        }
        let failure = name.failure.map { ["<span class=\"failure\">✗ \($0)</span>" as Markup] } ?? []
        let arrow = " <span class=\"arrow\">→</span> "
        return "<span>\(scenes + failure, separator: arrow)</span>"
    }

    private var unexplored: Markup {
        guard let coverage else { return "" }
        let names = coverage.unexplored(in: exploration)
        guard !names.isEmpty else { return "" }
        return """
            <h4>\(language.text(en: "In specs alone", ja: "スペックだけにあるもの"))</h4>
            <p class="note">\(Self.unexploredNote.text(in: language))</p>
            <ul class="scenarios">
            \(names.map { "<li>\(chain($0, after: []))\(said(of: $0, by: coverage))</li>" })
            </ul>
            """
    }

    private static let unexploredNote = Sentence(
        en: "Specs went through these too, though no outcome of a port leads there.",
        ja: "ポートの結果からは至りませんが、スペックが通った道です。")
}
