package import UsecasesEngine

/// What each scenario of an application costs at most, for comparison with an earlier version.
package struct PriceList: Sendable, Hashable {
    /// The prices of a use case's scenarios. The key of a scenario is a number that its scenes and its ending determine.
    package private(set) var usecases: [String: [String: Price]] = [:]

    /// Calculates the prices of explorations. `operations` are the prices of operations, by the name of the port and the
    /// operation, such as `DataStore.get(_:)`. An operation without a price costs only a call.
    ///
    /// The price of a scenario is that of its dearest path, number by number.
    package init(of explorations: [Exploration], by operations: [String: Price]) {
        for exploration in explorations {
            var scenarios: [String: Price] = [:]
            for way in exploration.ways {
                guard let scenario = way.scenario else { continue }
                let price = way.price(by: operations)
                scenarios[scenario.key] = scenarios[scenario.key]?.combined(with: price, max) ?? price
            }
            usecases[exploration.usecase.name] = scenarios
        }
    }

    /// Reads the ``text``. Returns `nil` for another form.
    package init?(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: " ")
            guard let name = fields.first else { return nil }
            for field in fields.dropFirst() {
                let parts = field.split(separator: ":")
                let counts = parts.last.map { $0.split(separator: ",").compactMap { Int($0) } } ?? []
                guard parts.count == 2, counts.count == Price.parts.count else { return nil }
                var price = Price()
                for (part, count) in zip(Price.parts, counts) { price[keyPath: part.count] = count }
                usecases[String(name), default: [:]][String(parts[0])] = price
            }
        }
    }

    /// A line for each use case, with its name and the prices of its scenarios.
    package var text: String {
        let names = Price.parts.map { Sentence.plural(of: $0.name) }.joined(separator: ", ")
        let lines = usecases.sorted { $0.key < $1.key }.map { name, scenarios in
            ([name]
                + scenarios.sorted { $0.key < $1.key }.map { key, price in
                    "\(key):" + Price.parts.map { "\(price[keyPath: $0.count])" }.joined(separator: ",")
                }).joined(separator: " ")
        }
        return (["# Each scenario costs at most so many: \(names)."] + lines).joined(separator: "\n") + "\n"
    }

    /// Returns a sentence for each use case and each number that has changed, such as “Log in: one more statement in 3
    /// scenarios”. Scenarios that only one of the lists has are not compared.
    package func changes(since former: PriceList, in explorations: [Exploration]) -> [Sentence] {
        explorations.flatMap { exploration -> [Sentence] in
            let name = exploration.usecase.name
            let pairs = (usecases[name] ?? [:]).compactMap { key, price in
                former.usecases[name]?[key].map { (former: $0, now: price) }
            }
            return Price.parts.flatMap { part -> [Sentence] in
                let differences = pairs.map { $0.now[keyPath: part.count] - $0.former[keyPath: part.count] }
                return Set(differences).subtracting([0]).sorted().map { difference in
                    .change(of: exploration.usecase, difference, part.name, differences.count { $0 == difference })
                }
            }
        }
    }
}

extension Way {
    fileprivate func price(by operations: [String: Price]) -> Price {
        events.reduce(Price()) { sum, event in
            guard case .call(let call, _) = event else { return sum }
            var price = operations[call.operationName] ?? Price()
            price.calls = 1
            return sum.combined(with: price, +)
        }
    }
}

extension ScenarioName {
    /// Eight hexadecimal digits that depend on the scenes and the ending.
    fileprivate var key: String {
        let text = (scenes + ["✗" + (failure ?? "")]).joined(separator: "→")
        let digits = String(Fingerprint(UInt64(text.utf8.count)).adding(text).low, radix: 16)
        return String((String(repeating: "0", count: 16) + digits).suffix(8))
    }
}

extension Sentence {
    fileprivate static func plural(of noun: Sentence) -> String {
        noun.text(in: .en) + (noun.text(in: .en).hasSuffix("sh") ? "es" : "s")
    }

    fileprivate static func change(
        of usecase: UsecaseDescription, _ difference: Int, _ part: Sentence, _ scenarios: Int
    ) -> Sentence {
        let count = abs(difference)
        let number = count == 1 ? "one" : "\(count)"
        let noun = count == 1 ? part.text(in: .en) : plural(of: part)
        let more = difference > 0 ? (en: "more", ja: "増えた") : (en: "fewer", ja: "減った")
        return Sentence(
            en: """
                \(usecase.english[usecase.title] ?? usecase.title): \(number) \(more.en) \(noun) in \
                \(scenarios == 1 ? "one scenario" : "\(scenarios) scenarios")
                """,
            ja: "\(usecase.title): \(scenarios)件のシナリオで\(part.text(in: .ja))が\(count)\(more.ja)")
    }
}
