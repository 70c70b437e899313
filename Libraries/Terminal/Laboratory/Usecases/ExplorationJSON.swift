import Foundation
public import Usecases
public import UsecasesLaboratory

/// An exploration as JSON, for programs.
struct ExplorationJSON: Encodable {
    /// A scene, with its course and its name in the code, and its sentence in the chosen language.
    public struct Scene: Encodable {
        let course: String
        let name: String
        let sentence: String
    }

    /// A scenario, with its scenes, its error, the number of its ways, and its longest time.
    public struct Scenario: Encodable {
        let scenes: [String]
        let failure: String?
        let error: ErrorNames?
        let ways: Int
        let longest: Longest?
    }

    /// The longest waiting time. `seconds` is absent if the time has no bound.
    struct Longest: Encodable {
        struct Wait: Encodable {
            let call: String
            let seconds: Double?
        }

        let seconds: Double?
        let path: [Wait]
    }

    struct Call: Encodable {
        let port: String
        let operation: String
        let arguments: [String]
        let outcome: String
        /// The names of the error, or `nil` if the outcome is a value.
        let error: ErrorNames?
    }

    struct Way: Encodable {
        let scenario: String?
        /// The names of the error that the scenario ended in.
        let error: ErrorNames?
        let calls: [Call]
    }

    let usecase: String
    let title: String
    let sentence: String
    let actors: [String]
    let invocation: String
    let isDurable: Bool
    let scenes: [Scene]
    let scenarios: [Scenario]
    let ways: [Way]
    let findings: [String]
    let longest: Longest?

    /// Creates the JSON of an exploration. Names are the names in the code. `language` is the language of their
    /// sentences.
    init(
        _ exploration: Exploration, of product: Product, times: LongestTimes? = nil, in language: Language
    ) {
        let localized = exploration.localized(in: language).usecase
        usecase = exploration.usecase.name
        title = exploration.usecase.title
        sentence = localized.title
        actors = exploration.usecase.actors.map(\.rawValue)
        invocation =
            switch exploration.usecase.invocation {
            case .command(let text): "\(product.name) \(text)"
            case .request(let text): text
            }
        isDurable = exploration.usecase.isDurable
        scenes = zip(exploration.usecase.scenes, localized.scenes).map { scene, localized in
            Scene(course: scene.course.rawValue, name: scene.name, sentence: localized.name)
        }
        scenarios = exploration.scenarios.map {
            Scenario(
                scenes: $0.name.scenes, failure: $0.name.failure, error: $0.name.failure.map(ErrorNames.init(of:)),
                ways: $0.ways, longest: times?.scenarios[$0.name].map(Longest.init))
        }
        ways = exploration.ways.map { way in
            Way(
                scenario: way.scenario?.description, error: way.scenario?.failure.map(ErrorNames.init(of:)),
                calls: way.events.enumerated().compactMap { index, event in
                    guard case .call(let call, let outcome) = event else { return nil }
                    return Call(
                        port: call.port, operation: call.operation, arguments: call.arguments, outcome: outcome,
                        error: way.failures.contains(index) ? ErrorNames(of: outcome) : nil)
                })
        }
        longest = times.map { Longest($0.whole) }
        findings = exploration.findings.map { $0.sentence(about: exploration.usecase).text(in: language) }
    }
}

extension ExplorationJSON.Longest {
    fileprivate init(_ path: LongestTimes.Path) {
        seconds = path.total.map { Double($0.microseconds) / 1_000_000 }
        self.path = path.waits.map { wait in
            Wait(call: wait.call, seconds: wait.longest.map { Double($0.microseconds) / 1_000_000 })
        }
    }
}

extension Encodable {
    /// The JSON on one line, harmless on a terminal. Its members are sorted, so equal values have equal text.
    var jsonLine: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self).harmlessJSON
        }
    }
}

extension LongestTimes.Path {
    /// Returns the longest time and the calls that cause it.
    public func sentence(in language: Language) -> String {
        guard let total else {
            let calls = unbounded.joined(separator: ", ")
            return language.text(en: "without a bound: \(calls)", ja: "上限なし: \(calls)")
        }
        guard !waits.isEmpty else { return language.text(en: "for nothing", ja: "なし") }
        let parts = waits.map { "\($0.call) \($0.longest?.words ?? "")" }.joined(separator: ", ")
        return language.text(en: "for at most \(total.words): \(parts)", ja: "最長\(total.words): \(parts)")
    }

    /// The calls that may wait forever, each listed once.
    private var unbounded: [String] {
        waits.filter { $0.longest == nil }.map(\.call).reduce(into: []) { calls, call in
            if !calls.contains(call) { calls.append(call) }
        }
    }
}

extension LongestTimes {
    /// Returns lines about the whole use case and about each scenario. Scenarios that wait for the same calls are
    /// grouped.
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
                    en: "As it is configured, each scenario waits \(longest)", ja: "今の設定での各シナリオの待ち時間: \(longest)")
            ]
        }
        var lines = [language.text(en: "As it is configured, it waits \(longest)", ja: "今の設定での待ち時間: \(longest)")]
        for path in order {
            lines += ["", path.sentence(in: language)]
            lines += (names[path] ?? []).map { "- \($0.localized(in: language, of: exploration.usecase))" }
        }
        return lines
    }
}
