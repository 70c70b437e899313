public import UsecasesEngine

/// The result of a run of a use case, for users and programs.
public struct Report: Sendable {
    /// A scene that was entered, or the goal.
    public struct Scene: Sendable {
        /// The part of the use case that the scene belongs to.
        public let course: Course
        /// The scene as the use case declares it, with its values.
        public let declared: any SceneName
        /// The time until the scene led to the next one or failed. It is zero for the goal.
        public let duration: Duration
        fileprivate let usecase: any Usecase.Type

        /// The name of the scene in both languages.
        public var sentence: Sentence { usecase.sentence(declared.name) }
    }

    /// The ending of the run.
    public enum Ending: Sendable, Hashable {
        /// The goal's screen.
        case goal(Screen)
        /// The error of the run.
        case failure(ErrorReport)
    }

    /// The identifier of the run.
    public let run: UUIDv7
    /// The English name of the use case, such as `Greet`.
    public let usecase: String
    /// The title of the use case in both languages.
    public let title: Sentence
    /// The actor on whose behalf the use case ran.
    public let actor: Actor
    /// The scenes in the order of their entry. A reached goal is the last.
    public let scenes: [Scene]
    /// The ending of the run.
    public let ending: Ending
    package let startedAt: Timestamp
    /// The duration of the whole run.
    public let duration: Duration

    /// Creates the report of a run that reached a goal. `screen` is the screen of the goal.
    public init<U: Usecase>(_ scenario: Scenario<U>, screen: Screen) {
        self.init(
            scenario.walk,
            goals: [Scene(course: .goal, declared: scenario.goal, duration: .zero, usecase: U.self)],
            ending: .goal(screen))
    }

    /// Creates the report of a run that ended with an error.
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

    /// The values of all scenes by name. If two scenes share a name, the later value counts.
    public var values: [String: any Encodable] {
        scenes.reduce(into: [:]) { values, scene in
            values.merge(scene.declared.values) { $1 }
        }
    }

    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.declared.name) }

    /// The error that ended the run, or `nil` if the run reached a goal.
    public var failure: ErrorReport? {
        if case .failure(let error) = ending { error } else { nil }
    }

    /// The exit status of a program that ends with this run.
    public var exitStatus: ExitStatus {
        switch ending {
        case .goal(let screen): screen.exitStatus
        case .failure(let error): error.exitStatus
        }
    }
}

/// A lossless report of an error, for users and programs.
public struct ErrorReport: Sendable, Hashable {
    /// `service` or `system`.
    public let kind: String
    /// The Japanese name of the error's case, such as `ネットワーク接続不可`.
    public let name: String
    /// The error's name in ASCII, such as `network-unreachable`.
    public let asciiName: String
    /// The error message.
    public let message: Sentence
    /// The advice.
    public let advice: Sentence
    /// The status of the response, or `nil` if no response arrived.
    public let status: Int?
    /// The arguments of the failed call.
    public let args: [String: String]
    /// The causes, the nearest first.
    public let causedBy: [String]
    /// The reports of the causes that have one, the nearest first, for users who trace the run.
    public let details: [String]
    /// The exit status of the program.
    public let exitStatus: ExitStatus

    package init(_ error: ErrorWrapper) {
        kind =
            switch error {
            case .service: "service"
            case .system: "system"
            }
        name = error.name
        asciiName = error.asciiName
        (message, advice) = error.explanation
        status = error.status
        args = error.args
        causedBy = error.causes.map { "\($0)" }
        details = error.causes.compactMap { ($0 as? any DetailedError)?.report }
        exitStatus = ExitStatus(error)
    }
}
