import Foundation

/// Tries mistakes, and keeps what it found for the next time.
final class Trial {
    /// What one file of specs reaches without a mistake.
    struct Spec: Codable {
        let content: String
        let seconds: Double
        let passed: Bool
        /// The numbers of the places.
        let reached: Set<Int>
    }

    struct Result: Codable {
        let passed: Bool
        /// The spec that failed, or how the run ended otherwise.
        let reason: String
        /// Whether all specs that reach the place ran.
        let isComplete: Bool
    }

    /// The seconds without a mistake of the specs that run together at first, and of those that run then. The place's own
    /// specs run first, however long they take.
    private static let stages = [3.0, 25.0]

    let places: [Place]
    private let workshop: Workshop
    private var specs: [String: Spec] = [:]
    private(set) var results: [String: Result] = [:]

    init(workshop: Workshop, places: [Place]) throws {
        self.workshop = workshop
        self.places = places
        specs = try load("specs") ?? [:]
        results = try load("results") ?? [:]
    }

    private func load<Value: Decodable>(_ name: String) throws -> Value? {
        guard let data = try? Data(contentsOf: workshop.folder.appending(path: "\(name).json")) else { return nil }
        return try JSONDecoder().decode(Value.self, from: data)
    }

    private func save(_ value: some Encodable, as name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(value).write(to: workshop.folder.appending(path: "\(name).json"), options: .atomic)
    }

    /// Runs each file of specs without a mistake. Returns the numbers of the places that any of them reaches.
    func measure() async throws -> Set<Int> {
        let contents = try workshop.specs()
        specs = specs.filter { contents[$0.key] == $0.value.content }
        for (name, content) in contents.sorted(by: { $0.key < $1.key }) where specs[name] == nil {
            try workshop.forget()
            let outcome = try await workshop.run([name], seconds: 900)
            specs[name] = Spec(
                content: content, seconds: outcome.seconds, passed: outcome.passed, reached: try workshop.reached())
            if !outcome.passed { say("\(name) fails without a mistake, and is left out. \(outcome.reason)") }
            try save(specs, as: "specs")
        }
        let reached = specs.values.reduce(into: Set<Int>()) { $0.formUnion($1.reached) }
        say("\(specs.count) files of specs reach \(reached.count) of \(places.count) places.")
        return reached
    }

    /// Tries each mistake. Those that pass the faster specs are tried with all others that reach them, at the end.
    func run(_ chosen: [Place]) async throws {
        for place in chosen {
            results[place.key] = try await result(of: place, stages: Self.stages)
            try note(place)
        }
        for place in chosen where results[place.key]?.isComplete == false {
            results[place.key] = try await result(of: place, stages: [.infinity])
            try note(place)
        }
    }

    private func note(_ place: Place) throws {
        guard let result = results[place.key] else { return }
        say("\(result.passed ? "PASSED" : "found") at line \(place.line): \(place.key): \(result.reason)")
        try save(results, as: "results")
    }

    private func result(of place: Place, stages: [Double]) async throws -> Result {
        var left = specs.filter { $0.value.passed && $0.value.reached.contains(place.number) }
            .map { (name: $0.key, seconds: place.isOwn($0.key) ? 0 : $0.value.seconds, usual: $0.value.seconds) }
            .sorted { ($0.seconds, $0.usual) < ($1.seconds, $1.usual) }[...]
        guard !left.isEmpty else { return Result(passed: true, reason: "no spec reaches it", isComplete: true) }
        for stage in stages {
            var total = 0.0
            let fast = left.prefix {
                total += $0.seconds
                return total <= stage
            }
            guard !fast.isEmpty else { continue }
            left = left.dropFirst(fast.count)
            let usual = fast.map(\.usual).reduce(0, +)
            let outcome = try await workshop.run(fast.map(\.name), mistake: place.number, seconds: 20 + 3 * usual)
            if !outcome.passed { return Result(passed: false, reason: outcome.reason, isComplete: true) }
        }
        return Result(passed: true, reason: "", isComplete: left.isEmpty)
    }

    /// Prints the share that passes, for each folder. Returns the share of all.
    func report() -> Double {
        func row(_ name: String, _ places: [Place]) -> Double {
            let tried = places.compactMap { results[$0.key] }
            let passed = tried.count(where: \.passed)
            let share = tried.isEmpty ? 0 : Double(passed) / Double(tried.count)
            if !tried.isEmpty {
                let percent = share.formatted(.percent.precision(.fractionLength(1)))
                say("\(name): \(passed) of \(tried.count) pass, \(percent)")
            }
            return share
        }
        for (folder, places) in Dictionary(grouping: places, by: \.folder).sorted(by: { $0.key < $1.key }) {
            _ = row(folder, places)
        }
        return row("All", places)
    }
}
