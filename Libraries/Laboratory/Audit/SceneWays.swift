package import Usecases

/// A tree of the scenarios of a use case, to judge runs with known scenes only.
struct SceneWays: Sendable {
    private struct Place {
        var following: [String: Int] = [:]
        /// The scenarios that end here in an error, by the error's name.
        var failures: [String: Int] = [:]
        /// The scenarios that reach a goal from here, by the goal's name.
        var goals: [String: Int] = [:]
    }

    private(set) var scenarios: [ScenarioName] = []
    private var places = [Place()]

    init(_ exploration: Exploration) {
        for (name, _) in exploration.scenarios { add(name) }
    }

    /// The place of each run before its first scene.
    static let start = 0

    private mutating func add(_ name: ScenarioName) {
        let passed = name.failure == nil ? name.scenes.dropLast() : name.scenes[...]
        var place = Self.start
        for scene in passed {
            if let next = places[place].following[scene] {
                place = next
            } else {
                places[place].following[scene] = places.count
                place = places.count
                places.append(Place())
            }
        }
        if let failure = name.failure {
            places[place].failures[failure] = scenarios.count
        } else if let goal = name.scenes.last {
            places[place].goals[goal] = scenarios.count
        }
        scenarios.append(name)
    }

    func place(after scene: String, at place: Int) -> Int? { places[place].following[scene] }

    /// The number of the scenario that ends here, or `nil` if no scenario ends here.
    func scenario(endingAt place: Int, with goal: String) -> Int? { places[place].goals[goal] }

    func scenario(endingAt place: Int, in failure: String) -> Int? { places[place].failures[failure] }

    /// The acts of known runs at this place.
    func known(at place: Int) -> [Deviation.Act] {
        let place = places[place]
        return place.following.keys.sorted().map { .enter($0) } + place.goals.keys.sorted().map { .goal($0) }
            + place.failures.keys.sorted().map { .failure($0) }
    }
}

/// A run that left the explored paths.
package struct Deviation: Sendable, Hashable {
    /// The next act of a run.
    package enum Act: Sendable, Hashable {
        case enter(String)
        case call(String)
        /// The run's call returned a value of this outcome.
        case outcome(String)
        /// The run's call threw the error with this name.
        case threw(String)
        case goal(String)
        /// The run ends in the error with this name.
        case failure(String)
    }

    package let run: UUIDv7
    package let usecase: String
    /// The number of the last scene on a known path, counted from 1, or 0 if the run deviated before its first scene.
    package let scene: Int
    /// The name of that scene, or `nil` without one.
    package let after: String?
    /// The last call on a known path since that scene, or `nil` without one.
    package let lastCall: String?
    package let did: Act
    /// The known acts at that point, at most ``knownLimit``.
    package let known: [Act]

    package static let knownLimit = 20
}
