package import Usecases

/// The scenarios of a use case as a tree: what is known of a run of which only the scenes are.
struct SceneWays: Sendable {
    private struct Place {
        var following: [String: Int] = [:]
        /// The scenarios that end here in an error, by the error's name.
        var failures: [String: Int] = [:]
        /// The scenarios that end with a goal from here, by its name.
        var goals: [String: Int] = [:]
    }

    private(set) var scenarios: [ScenarioName] = []
    private var places = [Place()]

    init(_ exploration: Exploration) {
        for (name, _) in exploration.scenarios { add(name) }
    }

    /// Where every run is before its first scene.
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

    /// The number of the scenario that ends here; `nil` if none does.
    func scenario(endingAt place: Int, with goal: String) -> Int? { places[place].goals[goal] }

    func scenario(endingAt place: Int, in failure: String) -> Int? { places[place].failures[failure] }

    /// What a known run does here.
    func known(at place: Int) -> [Deviation.Act] {
        let place = places[place]
        return place.following.keys.sorted().map { .enter($0) } + place.goals.keys.sorted().map { .goal($0) }
            + place.failures.keys.sorted().map { .failure($0) }
    }
}

/// A run that went a way that the exploration does not know.
package struct Deviation: Sendable, Hashable {
    /// What a run does next.
    package enum Act: Sendable, Hashable {
        case enter(String)
        case call(String)
        /// The call that it made came to this.
        case outcome(String)
        case goal(String)
        /// It ends in the error of this name.
        case failure(String)
    }

    package let run: UUIDv7
    package let usecase: String
    /// The number of the last scene on a known way, counted from 1; 0 if the run left before its first scene.
    package let scene: Int
    /// Its name; `nil` if there is none.
    package let after: String?
    /// The last call on a known way, if the run has made one since it entered that scene.
    package let lastCall: String?
    package let did: Act
    /// What the exploration knows at that point, at most ``knownLimit`` of it.
    package let known: [Act]

    package static let knownLimit = 20
}
