/// What tells one scenario of a use case from another: the sentences of its scenes, and how it ends.
package struct ScenarioName: Sendable, Hashable, Codable {
    /// From the first to the last; of a scenario that reached a goal, the goal is the last.
    package let scenes: [String]
    /// The name of the error's case, where it ended in one.
    package let failure: String?

    package init(scenes: [String], failure: String?) {
        self.scenes = scenes
        self.failure = failure
    }
}

extension ScenarioName: CustomStringConvertible {
    package var description: String {
        (scenes + (failure.map { ["✗ " + $0] } ?? [])).joined(separator: " → ")
    }
}

extension Way {
    /// `nil` for one that was cut off.
    package var scenario: ScenarioName? {
        let passed = scenes.map(\.name)
        return switch ending {
        case .goal(let goal): ScenarioName(scenes: passed + [goal.name], failure: nil)
        case .failure(let error): ScenarioName(scenes: passed, failure: error)
        case .endless: nil
        }
    }
}
