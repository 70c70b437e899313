import Usecases

/// The coverage in the page.
struct HtmlCoverage {
    let language: Language

    func summary(_ states: [ScenarioCoverage.State]) -> Markup {
        let counts: [(Int, ScenarioCoverage.State, String)] = [
            (states.count { $0 == .passed }, .passed, language.text(en: "covered, and passed", ja: "成功")),
            (states.count { $0 == .failed }, .failed, language.text(en: "failed", ja: "失敗")),
            (states.count { $0 == .uncovered }, .uncovered, language.text(en: "not covered", ja: "スペックなし")),
        ]
        let items = counts.map { count, state, text in
            "<li class=\"\(state.name)\">\(state.sign) <strong>\(count)</strong> \(text)</li>" as Markup
        }
        return
            "<ul class=\"summary\" aria-label=\"\(language.text(en: "Scenarios by coverage", ja: "カバレッジ"))\">\(items, separator: "")</ul>"
    }

    /// How many of one use case's scenarios are covered and passed, and what is wrong with the others.
    func bar(_ states: [ScenarioCoverage.State]) -> Markup {
        let passed = states.count { $0 == .passed }
        let failed = states.count { $0 == .failed }
        let state: ScenarioCoverage.State = failed > 0 ? .failed : passed == states.count ? .passed : .uncovered
        let failures: Markup =
            failed > 0 ? " <span>\(language.text(en: "(\(failed) failed)", ja: "(失敗\(failed))"))</span>" : ""
        return """
            <span class="covered \(state.name)"><span>\(state.sign) \(language.text(en: "\(passed) of \(states.count)", ja: "\(states.count)のうち\(passed)"))</span>\(failures)</span>
            """
    }

    /// The state of one scenario, and the specs that it comes from.
    func detail(_ state: ScenarioCoverage.State, specs: [ScenarioCoverage.Spec]) -> Markup {
        guard state != .uncovered else {
            let text = language.text(en: "not covered by any spec", ja: "スペックがありません")
            return "<p class=\"coverage uncovered\">– \(text)</p>"
        }
        let failed = specs.count { !$0.passed }
        let text =
            switch (state, specs.count) {
            case (.failed, 1): language.text(en: "✗ failed in one spec", ja: "✗ 一つのスペックで失敗")
            case (.failed, let count):
                language.text(en: "✗ failed in \(failed) of \(count) specs", ja: "✗ \(count)のスペックのうち\(failed)で失敗")
            case (_, 1): language.text(en: "✓ passed in one spec", ja: "✓ 一つのスペックで成功")
            case (_, let count): language.text(en: "✓ passed in \(count) specs", ja: "✓ \(count)のスペックで成功")
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
    /// The name in the style sheet.
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
