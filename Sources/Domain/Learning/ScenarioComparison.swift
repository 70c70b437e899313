package import Usecases

/// Compares what an exercise asks for with what was explored, scenario by scenario.
package struct ScenarioComparison {
    private let asked: AskedExercise
    private let explored: ExploredUsecase

    package init(_ asked: AskedExercise, _ explored: ExploredUsecase) {
        self.asked = asked
        self.explored = explored
    }

    /// The most important ones first. What is wrong with errors is told only if all goals are right, as it follows from them
    /// as a rule.
    package var differences: [Difference] {
        let findings = explored.findings.map { Difference.finding(sentence: $0) }
        for differences in [explored.isEndless ? findings : [], actors, goals, errors, calls] where !differences.isEmpty
        {
            return Array(differences.prefix(Self.limit))
        }
        return findings
    }

    /// More than anybody reads at once.
    private static let limit = 3

    private var goals: [Difference] {
        let should = (asked.scenarios ?? []).filter { $0.failure == nil }
        var differences: [Difference] = []
        var shown: Set<AskedExercise.Scenario> = []
        var seenWays: Set<ExploredUsecase.Way> = []
        for scenario in should {
            guard let way = explored.ways.first(where: { scenario.isDue(in: $0) && !scenario.isMet(by: $0) }) else {
                continue
            }
            differences.append(.other(when: scenario.when ?? [], should: tell(scenario), does: tell(way)))
            shown.insert(scenario)
            seenWays.formUnion(explored.ways.filter { $0.isLike(way) })
        }
        differences += missing(should.filter { !shown.contains($0) })
        return differences + tooMuch(explored.ways.filter { $0.failure == nil && !seenWays.contains($0) }, but: should)
    }

    private var errors: [Difference] {
        let should = (asked.scenarios ?? []).filter { $0.failure != nil }
        return missing(should) + tooMuch(explored.ways.filter { $0.failure != nil }, but: should)
    }

    private var calls: [Difference] {
        (asked.scenarios ?? []).flatMap { scenario in
            (scenario.calls ?? []).filter { call in
                explored.ways.contains { scenario.isMet(by: $0, but: call) }
            }.map { .noCall(scenario: tell(scenario), call: $0) }
        }
    }

    private func missing(_ should: [AskedExercise.Scenario]) -> [Difference] {
        should.filter { !explored.ways.contains(where: $0.isMet) }.map { .missing(scenario: tell($0)) }
    }

    private func tooMuch(_ ways: [ExploredUsecase.Way], but should: [AskedExercise.Scenario]) -> [Difference] {
        guard asked.scenarios != nil else { return [] }
        var extras: [(scenes: [String], failures: [String])] = []
        for way in ways where !should.contains(where: { $0.isMet(by: way) }) {
            let failures = [way.failure].compactMap(\.self)
            if let index = extras.firstIndex(where: { $0.scenes == way.scenes }) {
                extras[index].failures += failures.filter { !extras[index].failures.contains($0) }
            } else {
                extras.append((way.scenes, failures))
            }
        }
        return extras.map { .tooMuch(scenario: ComparedScenario(scenes: sentences($0.scenes), failures: $0.failures)) }
    }

    private var actors: [Difference] {
        guard let should = asked.actors, Set(should) != Set(explored.actors) else { return [] }
        return [.actors(should: should, does: explored.actors)]
    }

    private func tell(_ scenario: AskedExercise.Scenario) -> ComparedScenario {
        ComparedScenario(scenes: sentences(scenario.scenes), failures: [scenario.failure].compactMap(\.self))
    }

    private func tell(_ way: ExploredUsecase.Way) -> ComparedScenario {
        ComparedScenario(scenes: sentences(way.scenes), failures: [way.failure].compactMap(\.self))
    }

    private func sentences(_ names: [String]) -> [Sentence] {
        names.map { explored.sentences[$0] ?? Sentence(en: asked.english?[$0] ?? $0, ja: $0) }
    }
}

extension AskedExercise.Scenario {
    /// Whether the run is like this one.
    fileprivate func isMet(by way: ExploredUsecase.Way) -> Bool {
        way.scenes == scenes && (failure == "*" ? way.failure != nil : way.failure == failure)
    }

    /// Whether the run is like this one, and makes other calls.
    fileprivate func isMet(by way: ExploredUsecase.Way, but call: String) -> Bool {
        isMet(by: way) && !way.calls.contains { $0.hasPrefix(call + "=") }
    }

    /// Whether the ports came to what makes this scenario due, if no error ends the run.
    fileprivate func isDue(in way: ExploredUsecase.Way) -> Bool {
        guard let when, way.failure == nil else { return false }
        return when.allSatisfy(way.calls.contains)
    }
}

extension ExploredUsecase.Way {
    /// Whether it goes through the same scenes and ends in the same way: in a goal, or in any error.
    fileprivate func isLike(_ other: Self) -> Bool {
        scenes == other.scenes && (failure == nil) == (other.failure == nil)
    }
}

/// How what somebody wrote differs from what an exercise asks for.
package enum Difference: Sendable, Hashable, Codable {
    /// The program has no use case of this name.
    case noUsecase(name: String)
    /// No run is like this.
    case missing(scenario: ComparedScenario)
    /// A run that should be like the first is like the second, when the ports come to these outcomes.
    case other(when: [String], should: ComparedScenario, does: ComparedScenario)
    /// No run should be like this.
    case tooMuch(scenario: ComparedScenario)
    /// A run that is like this should make the call.
    case noCall(scenario: ComparedScenario, call: String)
    /// Other actors than these may run it.
    case actors(should: [Actor], does: [Actor])
    /// What the laboratory of the program found.
    case finding(sentence: Sentence)
    /// The command ends otherwise.
    case run(command: String, should: ComparedScenario, does: ComparedScenario)
    /// The command finds out another value; `nil` if it finds out none.
    case value(command: String, name: String, should: String, does: String?)
    /// The commands make other requests to the service.
    case requests(command: String, should: [String], does: [String])
    /// The command has no result.
    case broken(command: String, breakdown: Breakdown)
    /// The recording of a run of this use case is missing in this file.
    case noRecording(usecase: String, file: String)
    /// The question is not answered in this file.
    case noAnswer(file: String)
    /// The answer in the file is wrong, for this reason.
    case wrongAnswer(file: String, reason: Sentence)

    /// Why a command has no result.
    package enum Breakdown: Sendable, Hashable, Codable {
        case timedOut(seconds: Int)
        case tooMuchOutput
        case crashed(signal: Int32)
        /// What it wrote is no report; it begins with these words.
        case unreadable(beginning: String)
    }
}

/// A scenario in words.
package struct ComparedScenario: Sendable, Hashable, Codable {
    /// The goal is the last one, if one was reached.
    package let scenes: [Sentence]
    /// The names of the errors in which runs like this end; none if they end in a goal, and `*` for any.
    package let failures: [String]

    package init(scenes: [Sentence], failures: [String]) {
        self.scenes = scenes
        self.failures = failures
    }
}
