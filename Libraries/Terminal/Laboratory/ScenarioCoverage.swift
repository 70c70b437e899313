import Usecases
package import UsecasesLaboratory

/// Which scenarios the specs have run through, and whether these passed.
package struct ScenarioCoverage: Sendable, Hashable {
    /// The record that one spec ran through one scenario.
    public struct Line: Sendable, Hashable, Decodable {
        /// The name of the spec.
        public let spec: String
        /// Whether the spec passed.
        public let passed: Bool
        /// The name of the use case in the code.
        public let usecase: String
        /// The scenes from the first to the last; if a goal was reached, it is the last.
        public let scenes: [String]
        /// The name of the error's case; `nil` if the scenario reached a goal.
        public let failure: String?

        /// A record of these values.
        public init(spec: String, passed: Bool, usecase: String, scenes: [String], failure: String? = nil) {
            self.spec = spec
            self.passed = passed
            self.usecase = usecase
            self.scenes = scenes
            self.failure = failure
        }
    }

    /// The state of a scenario: all its specs passed, one of them failed, or it has none.
    public enum State: Sendable, Hashable {
        case passed, failed, uncovered
    }

    package struct Spec: Sendable, Hashable {
        package let name: String
        /// Whether it passed each time that it ran through the scenario.
        package let passed: Bool

        package init(name: String, passed: Bool) {
            self.name = name
            self.passed = passed
        }
    }

    private struct Key: Hashable {
        let usecase: String
        let scenario: ScenarioName
    }

    /// Whether each spec passed, by its name.
    private var passed: [Key: [String: Bool]] = [:]

    package init(_ lines: [Line]) {
        for line in lines {
            let scenario = ScenarioName(scenes: line.scenes, failure: line.failure)
            let key = Key(usecase: line.usecase, scenario: scenario)
            let before = passed[key, default: [:]][line.spec] ?? true
            passed[key, default: [:]][line.spec] = before && line.passed
        }
    }

    /// In alphabetical order.
    package func specs(of scenario: ScenarioName, in usecase: String) -> [Spec] {
        passed[Key(usecase: usecase, scenario: scenario), default: [:]]
            .sorted { $0.key < $1.key }
            .map { Spec(name: $0.key, passed: $0.value) }
    }

    package func state(of scenario: ScenarioName, in usecase: String) -> State {
        let specs = specs(of: scenario, in: usecase)
        guard !specs.isEmpty else { return .uncovered }
        return specs.allSatisfy(\.passed) ? .passed : .failed
    }

    /// The scenarios that specs ran through but to which no outcomes of ports lead, in alphabetical order.
    package func unexplored(in exploration: Exploration) -> [ScenarioName] {
        let explored = Set(exploration.scenarios.map(\.name))
        return passed.keys
            .filter { $0.usecase == exploration.usecase.name && !explored.contains($0.scenario) }
            .map(\.scenario)
            .sorted { $0.description < $1.description }
    }
}
