/// What the page says of coverage.
enum HtmlCoverage {
    static func summary(_ states: [ScenarioCoverage.State]) -> Markup {
        let counts: [(Int, ScenarioCoverage.State, String)] = [
            (states.count { $0 == .passed }, .passed, "covered, and passed"),
            (states.count { $0 == .failed }, .failed, "failed"),
            (states.count { $0 == .uncovered }, .uncovered, "not covered"),
        ]
        let items = counts.map { count, state, text in
            "<li class=\"\(state.name)\">\(state.sign) <strong>\(count)</strong> \(text)</li>" as Markup
        }
        return "<ul class=\"summary\" aria-label=\"Scenarios by coverage\">\(items, separator: "")</ul>"
    }

    /// How many of one use case's scenarios are covered and passed, and what is wrong with the others.
    static func bar(_ states: [ScenarioCoverage.State]) -> Markup {
        let passed = states.count { $0 == .passed }
        let failed = states.count { $0 == .failed }
        let state: ScenarioCoverage.State = failed > 0 ? .failed : passed == states.count ? .passed : .uncovered
        let failures: Markup = failed > 0 ? " <span>(\(failed) failed)</span>" : ""
        return """
            <span class="covered \(state.name)"><span>\(state.sign) \(passed) of \(states.count)</span>\(failures)</span>
            """
    }

    /// The state of one scenario, and the specs that it comes from.
    static func detail(_ state: ScenarioCoverage.State, specs: [ScenarioCoverage.Spec]) -> Markup {
        guard state != .uncovered else { return "<p class=\"coverage uncovered\">– not covered by any spec</p>" }
        let text: Markup =
            switch (state, specs.count) {
            case (.failed, 1): "✗ failed in one spec"
            case (.failed, _): "✗ failed in \(specs.count { !$0.passed }) of \(specs.count) specs"
            case (_, 1): "✓ passed in one spec"
            default: "✓ passed in \(specs.count) specs"
            }
        let items = specs.map { spec -> Markup in
            let state: ScenarioCoverage.State = spec.passed ? .passed : .failed
            return "<li class=\"\(state.name)\">\(state.sign) <span lang=\"ja\">\(spec.name)</span></li>"
        }
        // A failure is shown at once.
        return """
            <details class="coverage"\(state == .failed ? " open=\"\"" as Markup : "")>\
            <summary class="\(state.name)">\(text)</summary><ul>\(items, separator: "")</ul></details>
            """
    }
}

extension ScenarioCoverage.State {
    /// As the style sheet has it.
    fileprivate var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .uncovered: "uncovered"
        }
    }

    fileprivate var sign: String {
        switch self {
        case .passed: "✓"
        case .failed: "✗"
        case .uncovered: "–"
        }
    }
}
