import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTool

/// An exercise, and a use case whose paths often satisfy it.
private struct Compared {
    typealias Scenario = AskedExercise.Scenario
    typealias Way = ExploredUsecase.Way

    let scenarios: [Scenario]
    let ways: [Way]
    let actors: [Actor]
    let findings: [Sentence]

    init(_ choices: inout RandomChoices) {
        scenarios = choices.list(1...3, of: Self.scenario)
        var ways = choices.isTrue() ? scenarios.map(Self.way) : []
        ways += choices.list(0...2, of: Self.way)
        self.ways = ways
        actors = choices.one(of: [[.user], [.user], [.user], [.user, .application]])
        findings = choices.one(of: [[], [], [], [Sentence("a finding")]])
    }

    private static func scenario(_ choices: inout RandomChoices) -> Scenario {
        Scenario(
            when: choices.one(of: [nil, nil, ["p=1"], ["p=1", "q=1"]]),
            scenes: choices.list(1...2) { $0.one(of: ["a", "b"]) },
            failure: choices.one(of: [nil, nil, "*", "x"]), calls: choices.one(of: [nil, ["save"]]))
    }

    /// Returns a path that matches the scenario, with all of its outcomes and calls.
    private static func way(of scenario: Scenario) -> Way {
        Way(
            scenes: scenario.scenes, failure: scenario.failure == "*" ? "y" : scenario.failure,
            calls: (scenario.when ?? []) + (scenario.calls ?? []).map { $0 + "=saved" })
    }

    private static func way(_ choices: inout RandomChoices) -> Way {
        Way(
            scenes: choices.list(1...2) { $0.one(of: ["a", "b"]) }, failure: choices.one(of: [nil, "x", "y"]),
            calls: ["p=1", "p=2", "q=1", "save=saved", "saves=saved"].filter { _ in choices.isTrue() })
    }

    var differences: [Difference] {
        let asked = AskedExercise(
            usecase: "Greet", actors: [.user], scenarios: scenarios, english: nil, runs: nil, service: nil,
            recording: nil, question: nil)
        let explored = ExploredUsecase(
            actors: actors, ways: ways, isEndless: false, findings: findings, sentences: [:])
        return ScenarioComparison(asked, explored).differences
    }

    /// Whether the use case is what the exercise asks for.
    var isAsked: Bool {
        func matches(_ scenario: Scenario, _ way: Way) -> Bool {
            scenario.scenes == way.scenes
                && (scenario.failure == way.failure || scenario.failure == "*" && way.failure != nil)
        }
        let isEachPlayed = scenarios.allSatisfy { scenario in ways.contains { matches(scenario, $0) } }
        let isEachAsked = ways.allSatisfy { way in scenarios.contains { matches($0, way) } }
        let areOutcomesRight = scenarios.filter { $0.failure == nil }.allSatisfy { scenario in
            ways.allSatisfy { way in
                let isDue = way.failure == nil && scenario.when.map { Set($0).isSubset(of: way.calls) } ?? false
                return !isDue || matches(scenario, way)
            }
        }
        let areCallsThere = scenarios.allSatisfy { scenario in
            ways.filter { matches(scenario, $0) }.allSatisfy { way in
                (scenario.calls ?? []).allSatisfy { call in way.calls.contains { $0.split(separator: "=")[0] == call } }
            }
        }
        return isEachPlayed && isEachAsked && areOutcomesRight && areCallsThere && actors == [.user]
            && findings.isEmpty
    }
}

@Suite struct シナリオの比較の性質 {
    @Test func 求められたとおりのときにだけ違いがなく_多くても三つしか挙げない() async {
        await forAll(2000) {
            Compared(&$0)
        } holds: { compared in
            let differences = compared.differences

            try promise(differences.isEmpty, is: compared.isAsked)
            try promise(differences.count <= 3, "\(differences.count) differences")
        }
    }
}
