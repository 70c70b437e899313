import UsecasesEngine
import UsecasesLaboratory

/// The numbered scenarios of a use case, with the coverage of each.
struct HTMLScenarios {
    private let exploration: Exploration
    private let coverage: ScenarioCoverage?
    private let times: LongestTimes?
    private let language: Language
    /// The state of each scenario, or `uncovered` if the coverage is unknown.
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
        let words = language.text(en: "waits", ja: "待ち時間") + " \(path.sentence(in: language))"
        return " <span class=\"note\">\(words)</span>"
    }

    private func said(of name: ScenarioName, by coverage: ScenarioCoverage) -> Markup {
        let usecase = exploration.usecase.name
        return HTMLCoverage(language: language).detail(
            coverage.state(of: name, in: usecase), specs: coverage.specs(of: name, in: usecase))
    }

    /// Returns the scenes of a scenario. The scenes shared with the previous scenario are less prominent.
    private func chain(_ scenario: ScenarioName, after before: [String]) -> Markup {
        let common = zip(scenario.scenes, before).prefix { $0 == $1 }.count
        let name = scenario.localized(in: language, of: exploration.usecase)
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
        en: "Specs covered these too, though no outcome of a port leads there.",
        ja: "ポートの結果からは到達しませんが、スペックが通った経路です。")
}

/// The coverage in the page.
struct HTMLCoverage {
    let language: Language

    func summary(_ states: [ScenarioCoverage.State]) -> Markup {
        let counts: [(Int, ScenarioCoverage.State, String)] = [
            (states.count { $0 == .passed }, .passed, language.text(en: "covered, and passed", ja: "成功")),
            (states.count { $0 == .failed }, .failed, language.text(en: "failed", ja: "失敗")),
            (states.count { $0 == .uncovered }, .uncovered, language.text(en: "not covered", ja: "スペックなし")),
        ]
        let items = counts.map { count, state, text in
            "<li class=\"\(state.rawValue)\">\(state.sign) <strong>\(count)</strong> \(text)</li>" as Markup
        }
        return
            "<ul class=\"summary\" aria-label=\"\(language.text(en: "Scenarios by coverage", ja: "カバレッジ"))\">\(items, separator: "")</ul>"
    }

    /// Returns the number of passed scenarios of a use case, and the number of failures.
    func bar(_ states: [ScenarioCoverage.State]) -> Markup {
        let passed = states.count { $0 == .passed }
        let failed = states.count { $0 == .failed }
        let state: ScenarioCoverage.State = failed > 0 ? .failed : passed == states.count ? .passed : .uncovered
        let failures: Markup =
            failed > 0 ? " <span>\(language.text(en: "(\(failed) failed)", ja: "(失敗\(failed))"))</span>" : ""
        return """
            <span class="covered \(state.rawValue)"><span>\(state.sign) \(language.text(en: "\(passed) of \(states.count)", ja: "\(states.count)のうち\(passed)"))</span>\(failures)</span>
            """
    }

    /// Returns the state of a scenario, with its specs.
    func detail(_ state: ScenarioCoverage.State, specs: [ScenarioCoverage.Spec]) -> Markup {
        guard state != .uncovered else {
            let text = language.text(en: "not covered by any spec", ja: "スペックがありません")
            return "<p class=\"coverage uncovered\">– \(text)</p>"
        }
        let failed = specs.count { !$0.passed }
        let text =
            switch (state, specs.count) {
            case (.failed, 1): language.text(en: "✗ failed in one spec", ja: "✗ ひとつのスペックで失敗")
            case (.failed, let count):
                language.text(en: "✗ failed in \(failed) of \(count) specs", ja: "✗ \(count)のスペックのうち\(failed)で失敗")
            case (_, 1): language.text(en: "✓ passed in one spec", ja: "✓ ひとつのスペックで成功")
            case (_, let count): language.text(en: "✓ passed in \(count) specs", ja: "✓ \(count)のスペックで成功")
            }
        let items = specs.map { spec -> Markup in
            let state: ScenarioCoverage.State = spec.passed ? .passed : .failed
            return "<li class=\"\(state.rawValue)\">\(state.sign) <span lang=\"ja\">\(spec.name)</span></li>"
        }
        // The details of a failure are open by default.
        return """
            <details class="coverage"\(state == .failed ? " open=\"\"" as Markup : "")>\
            <summary class="\(state.rawValue)">\(text)</summary><ul>\(items, separator: "")</ul></details>
            """
    }
}

extension ScenarioCoverage.State {
    fileprivate var sign: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .uncovered: "–"
        }
    }
}
