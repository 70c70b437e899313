public import Usecases
public import UsecasesLaboratory

extension LongestTimes.Path {
    /// How long, and why.
    public func sentence(in language: Language) -> String {
        guard let total else {
            let calls = unbounded.joined(separator: ", ")
            return language.text(en: "without a bound: \(calls)", ja: "限りなし: \(calls)")
        }
        guard !waits.isEmpty else { return language.text(en: "for nothing", ja: "なし") }
        let parts = waits.map { "\($0.call) \($0.longest?.words ?? "")" }.joined(separator: ", ")
        return language.text(en: "for at most \(total.words): \(parts)", ja: "最長\(total.words): \(parts)")
    }

    /// The calls that may wait for ever, each once.
    private var unbounded: [String] {
        waits.filter { $0.longest == nil }.map(\.call).reduce(into: []) { calls, call in
            if !calls.contains(call) { calls.append(call) }
        }
    }
}

extension LongestTimes {
    /// Lines about the whole use case, and about each scenario: those that wait for the same calls stand together.
    public func lines(for exploration: Exploration, in language: Language) -> [String] {
        var order: [LongestTimes.Path] = []
        var names: [LongestTimes.Path: [ScenarioName]] = [:]
        for (name, _) in exploration.scenarios {
            guard let path = scenarios[name] else { continue }
            if names[path] == nil { order.append(path) }
            names[path, default: []].append(name)
        }
        let longest = whole.sentence(in: language)
        guard order.count > 1 else {
            return [
                language.text(
                    en: "As it is configured, each scenario waits \(longest)", ja: "今の設定でどのシナリオも待つ時間: \(longest)")
            ]
        }
        var lines = [language.text(en: "As it is configured, it waits \(longest)", ja: "今の設定で待つ時間: \(longest)")]
        for path in order {
            lines += ["", path.sentence(in: language)]
            lines += (names[path] ?? []).map { "- \($0.told(in: language, of: exploration.usecase))" }
        }
        return lines
    }
}

extension Duration {
    /// In seconds, as few digits as are needed: `8 s`, `0.5 s`.
    public var words: String {
        let milliseconds = microseconds / 1000
        guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
        let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(String(fraction.reversed().drop { $0 == "0" }.reversed())) s"
    }
}
