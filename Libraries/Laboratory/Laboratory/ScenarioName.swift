/// Distinguishes the scenarios of a use case: the sentences of the scenes, and the ending.
public struct ScenarioName: Sendable, Hashable, Codable {
    /// From the first to the last; if a goal was reached, it is the last.
    package let scenes: [String]
    /// The name of the error's case, if the scenario ended in an error.
    package let failure: String?

    package init(scenes: [String], failure: String?) {
        self.scenes = scenes
        self.failure = failure
    }
}

extension ScenarioName: CustomStringConvertible {
    /// The scenes, joined by arrows; an error follows them behind a `✗`.
    public var description: String {
        (scenes + (failure.map { ["✗ " + $0] } ?? [])).joined(separator: " → ")
    }
}

extension Way {
    /// `nil` for a way that was cut off.
    public var scenario: ScenarioName? {
        let passed = scenes.map(\.name)
        return switch ending {
        case .goal(let goal): ScenarioName(scenes: passed + [goal.name], failure: nil)
        case .failure(let error): ScenarioName(scenes: passed, failure: error)
        case .endless: nil
        }
    }
}
