public import Usecases
import UsecasesLaboratory

extension Screen {
    /// The screen of a use case without a view of its own: the sentence of its goal, and the values that it found.
    public static func goal<U: Usecase>(of scenario: Scenario<U>) -> Screen {
        let goal = SceneText(.goal, scenario.goal)
        return Screen(
            "goal", Page(heading: U.sentence(goal.name), paragraphs: goal.values.map { Sentence($0) }, keys: []))
    }
}
