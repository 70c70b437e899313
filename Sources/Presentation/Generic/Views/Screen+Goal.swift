package import Application
import Domain

extension Screen {
    /// Of a use case that has no view of its own: the sentence of its goal, and what it found out.
    package static func goal<U: Usecase>(of scenario: Scenario<U>) -> Screen {
        let goal = SceneText(.goal, scenario.goal)
        return Screen(
            "goal", Page(heading: U.sentence(goal.name), paragraphs: goal.values.map { Sentence($0) }, keys: []))
    }
}
