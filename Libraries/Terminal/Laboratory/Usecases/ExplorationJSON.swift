public import UsecasesEngine
public import UsecasesLaboratory

/// An exploration as JSON, for programs. Names are the names in the code. `language` is the language of their sentences.
struct ExplorationJSON: Encodable {
    private let exploration: Exploration
    private let product: Product
    private let times: LongestTimes?
    private let language: Language

    init(_ exploration: Exploration, of product: Product, times: LongestTimes? = nil, in language: Language) {
        self.exploration = exploration
        self.product = product
        self.times = times
        self.language = language
    }

    func encode(to encoder: any Encoder) throws {
        let usecase = exploration.usecase
        let localized = exploration.localized(in: language).usecase
        let invocation =
            switch usecase.invocation {
            case .command(let text): "\(product.name) \(text)"
            case .request(let text): text
            }
        let scenes = zip(usecase.scenes, localized.scenes).map { scene, localized -> JSONMembers in
            ["course": scene.course.rawValue, "name": scene.name, "sentence": localized.name]
        }
        let members: JSONMembers = [
            "usecase": usecase.name, "title": usecase.title, "sentence": localized.title,
            "actors": usecase.actors.map(\.rawValue), "invocation": invocation, "isDurable": usecase.isDurable,
            "scenes": scenes, "scenarios": exploration.scenarios.map(scenario), "ways": exploration.ways.map(members),
            "findings": exploration.problems.map { $0.text(in: language) },
            "longest": times.map { longest($0.whole) },
            "boundaries": exploration.boundaries.isEmpty ? nil : exploration.boundaries.map(members),
        ]
        try members.encode(to: encoder)
    }

    private func scenario(_ name: ScenarioName, ways: Int) -> JSONMembers {
        [
            "scenes": name.scenes, "failure": name.failure, "error": name.failure.map(ErrorNames.init(of:)),
            "ways": ways, "longest": times?.scenarios[name].map(longest),
        ]
    }

    private func members(of boundary: Boundary) -> JSONMembers {
        let parts = boundary.parts.map { part -> JSONMembers in
            [
                "first": part.first, "last": part.last, "scenes": part.next?.scenes,
                "error": part.next?.failure.map(ErrorNames.init(of:)),
            ]
        }
        return ["place": boundary.place, "label": boundary.label, "others": boundary.others, "parts": parts]
    }

    private func members(of way: Way) -> JSONMembers {
        let calls = way.events.enumerated().compactMap { index, event -> JSONMembers? in
            guard case .call(let call, let outcome) = event else { return nil }
            return [
                "port": call.port, "operation": call.operation, "arguments": call.arguments, "outcome": outcome,
                "error": way.failures.contains(index) ? ErrorNames(of: outcome) : nil,
            ]
        }
        return [
            "scenario": way.scenario?.description, "error": way.scenario?.failure.map(ErrorNames.init(of:)),
            "calls": calls,
        ]
    }

    /// Returns the longest waiting time. Its `seconds` are absent if the time has no bound.
    private func longest(_ path: LongestTimes.Path) -> JSONMembers {
        func seconds(_ time: Duration?) -> Double? { time.map { Double($0.microseconds) / 1_000_000 } }
        let waits = path.waits.map { ["call": $0.call, "seconds": seconds($0.longest)] as JSONMembers }
        return ["seconds": seconds(path.total), "path": waits]
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
