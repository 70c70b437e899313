import UsecasesEngine

/// Compares the requirements of an exercise with an explored use case, scenario by scenario.
struct ScenarioComparison {
    private let asked: AskedExercise
    private let explored: ExploredUsecase

    init(_ asked: AskedExercise, _ explored: ExploredUsecase) {
        self.asked = asked
        self.explored = explored
    }

    /// The differences, the most important first. Wrong errors usually follow from wrong goals, so they are listed only
    /// if all goals are right.
    var differences: [Difference] {
        let findings = explored.findings.map { Difference.finding(sentence: $0) }
        for differences in [explored.isEndless ? findings : [], actors, goals, errors, calls] where !differences.isEmpty
        {
            return Array(differences.prefix(Self.limit))
        }
        return findings
    }

    /// The maximum number of differences in a report.
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
    /// Whether the run matches this scenario.
    fileprivate func isMet(by way: ExploredUsecase.Way) -> Bool {
        way.scenes == scenes && (failure == "*" ? way.failure != nil : way.failure == failure)
    }

    /// Whether the run matches this scenario but lacks the call.
    fileprivate func isMet(by way: ExploredUsecase.Way, but call: String) -> Bool {
        isMet(by: way) && !way.calls.contains { $0.hasPrefix(call + "=") }
    }

    /// Whether the run has the outcomes that require this scenario, and does not end in an error.
    fileprivate func isDue(in way: ExploredUsecase.Way) -> Bool {
        guard let when, way.failure == nil else { return false }
        return when.allSatisfy(way.calls.contains)
    }
}

extension ExploredUsecase.Way {
    /// Whether the other run has the same scenes and the same kind of ending, a goal or an error.
    fileprivate func isLike(_ other: Self) -> Bool {
        scenes == other.scenes && (failure == nil) == (other.failure == nil)
    }
}

/// A difference between the user's program and the requirements of an exercise.
enum Difference: Sendable, Hashable, Codable {
    /// The program has no use case of this name.
    case noUsecase(name: String)
    /// The program has no run like this scenario.
    case missing(scenario: ComparedScenario)
    /// With these outcomes of the ports, a run should match the first scenario but matches the second.
    case other(when: [String], should: ComparedScenario, does: ComparedScenario)
    /// The program should not have a run like this scenario.
    case tooMuch(scenario: ComparedScenario)
    /// A run like this scenario should contain the call.
    case noCall(scenario: ComparedScenario, call: String)
    /// The use case permits the wrong actors.
    case actors(should: [Actor], does: [Actor])
    /// A finding of the program's laboratory.
    case finding(sentence: Sentence)
    /// The command has a different end.
    case run(command: String, should: ComparedScenario, does: ComparedScenario)
    /// The command yields a different value, or `nil` without one.
    case value(command: String, name: String, should: String, does: String?)
    /// The commands send different requests to the service.
    case requests(command: String, should: [String], does: [String])
    /// The command has no result.
    case broken(command: String, breakdown: Breakdown)
    /// The file does not contain a recording of this use case.
    case noRecording(usecase: String, file: String)
    /// The file does not contain an answer to the question.
    case noAnswer(file: String)
    /// The answer in the file is wrong for this reason.
    case wrongAnswer(file: String, reason: Sentence)

    /// The reason why a command has no result.
    enum Breakdown: Sendable, Hashable, Codable {
        case timedOut(seconds: Int)
        case tooMuchOutput
        case crashed(signal: Int32)
        /// The output is not a report. It begins with these words.
        case unreadable(beginning: String)
    }
}

/// A scenario in words.
struct ComparedScenario: Sendable, Hashable, Codable {
    /// The scenes, with the goal last if the scenario reaches one.
    let scenes: [Sentence]
    /// The names of the errors that end runs like this. Empty if the runs end in a goal, and `*` for any error.
    let failures: [String]
}
