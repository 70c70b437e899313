public import Usecases

/// The result of a run of a use case, as it is reported to people and programs.
public struct Report: Sendable {
    public struct Scene: Sendable {
        public let course: Course
        public let declared: any SceneName
        public let duration: Duration
        fileprivate let usecase: any Usecase.Type

        public var sentence: Sentence { usecase.sentence(declared.name) }
    }

    public enum Ending: Sendable, Hashable {
        /// The last scene led to this screen.
        case goal(Screen)
        case failure(ErrorReport)
    }

    public let run: UUIDv7
    public let usecase: String
    public let title: Sentence
    public let actor: Actor
    public let scenes: [Scene]
    public let ending: Ending
    package let startedAt: Timestamp
    public let duration: Duration

    /// `screen` is what the goal led to.
    public init<U: Usecase>(_ scenario: Scenario<U>, screen: Screen) {
        self.init(
            scenario.walk,
            goals: [Scene(course: .goal, declared: scenario.goal, duration: .zero, usecase: U.self)],
            ending: .goal(screen))
    }

    public init<U: Usecase>(_ scenario: UnfinishedScenario<U>) {
        self.init(scenario.walk, goals: [], ending: .failure(ErrorReport(scenario.error)))
    }

    private init<U: Usecase>(_ walk: Walk<U>, goals: [Scene], ending: Ending) {
        run = walk.run
        usecase = U.name
        title = U.sentence(U.title)
        actor = walk.actor
        scenes =
            walk.passages.map {
                Scene(
                    course: $0.scene.scene.course, declared: $0.scene.scene.declared, duration: $0.duration,
                    usecase: U.self)
            } + goals
        self.ending = ending
        startedAt = walk.startedAt
        duration = walk.duration
    }

    /// What the use case found out: the values of all its scenes; if two share a name, the later one.
    public var values: [String: any Encodable] {
        scenes.reduce(into: [:]) { values, scene in
            values.merge(scene.declared.values) { $1 }
        }
    }

    public var exitStatus: ExitStatus {
        switch ending {
        case .goal(let screen): screen.exitStatus
        case .failure(let error): error.exitStatus
        }
    }
}
