import Application

/// The scenarios of one use case, numbered, and what specs say of each.
struct HtmlScenarios {
    private let exploration: Exploration
    private let coverage: ScenarioCoverage?
    /// Of each scenario; `uncovered` where nothing is known of coverage.
    let states: [ScenarioCoverage.State]

    init(_ exploration: Exploration, coverage: ScenarioCoverage?) {
        self.exploration = exploration
        self.coverage = coverage
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
                <li>\(Self.chain(name, after: before)) \
                <span class="note">\(ways == 1 ? "one way" : "\(ways) ways")</span>\
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

    private func said(of name: ScenarioName, by coverage: ScenarioCoverage) -> Markup {
        let usecase = exploration.usecase.name
        return HtmlCoverage.detail(
            coverage.state(of: name, in: usecase), specs: coverage.specs(of: name, in: usecase))
    }

    /// What the scenario before it began with, too, is less prominent.
    private static func chain(_ name: ScenarioName, after before: [String]) -> Markup {
        let common = zip(name.scenes, before).prefix { $0 == $1 }.count
        let scenes = name.scenes.enumerated().map { index, scene -> Markup in
            index < common ? "<span class=\"again\">\(scene)</span>" : "<span>\(scene)</span>"
        }
        let failure = name.failure.map { ["<span class=\"failure\">✗ \($0)</span>" as Markup] } ?? []
        let arrow = " <span class=\"arrow\">→</span> "
        return "<span lang=\"ja\">\(scenes + failure, separator: arrow)</span>"
    }

    private var unexplored: Markup {
        guard let coverage else { return "" }
        let names = coverage.unexplored(in: exploration)
        guard !names.isEmpty else { return "" }
        return """
            <h4>In specs alone</h4>
            <p class="note">Specs went through these too, though no outcome of a port leads there.</p>
            <ul class="scenarios">
            \(names.map { "<li>\(Self.chain($0, after: []))\(said(of: $0, by: coverage))</li>" })
            </ul>
            """
    }
}
