/// What the exploration knows of a use case, for judging runs.
package struct KnownWays: Sendable {
    package let usecase: UsecaseDescription
    let scenes: SceneWays
    let calls: CallWays

    /// The exploration must have been made with ``Explorer/Form``. `names` are the words that the arguments of calls
    /// can be, or begin with, that are the same in each run: the keys of what is stored.
    package init(_ exploration: Exploration, names: Set<String>) {
        usecase = exploration.usecase
        scenes = SceneWays(exploration)
        calls = CallWays(exploration.ways, names: names)
    }

    /// In the order in which they were found.
    package var scenarios: [ScenarioName] { scenes.scenarios }
}
