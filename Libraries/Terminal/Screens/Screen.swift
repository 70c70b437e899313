public import Usecases
import UsecasesLaboratory

/// What is shown, and its consequences. The view of a use case makes one for each of its goals.
public struct Screen: Sendable {
    /// The name in JSON; `nil` for an error, which has a form of its own.
    public let name: String?
    let view: any View
    /// The exit status of a program that ends with this screen. A negative goal has a status of its own.
    public let exitStatus: ExitStatus
    /// Whether a way begins here: no key leads from here to the screens before.
    public let isStart: Bool
    /// What the application does of its own accord on a terminal, the first time that a screen says so.
    public let onAppear: Behaviour?

    /// A screen with the name that it has in JSON.
    public init(
        _ name: String?, _ view: any View, exitStatus: ExitStatus = .success, isStart: Bool = false,
        onAppear: Behaviour? = nil
    ) {
        self.name = name
        self.view = view
        self.exitStatus = exitStatus
        self.isStart = isStart
        self.onAppear = onAppear
    }

    /// The same, with a remark about something that happened meanwhile.
    func remarking(_ remark: Sentence) -> Screen {
        Screen(name, view.remarking(remark), exitStatus: exitStatus, isStart: isStart, onAppear: onAppear)
    }
}

extension Screen: Hashable {
    /// Compares everything, views and behaviours included.
    public static func == (first: Screen, second: Screen) -> Bool {
        (first.name, first.exitStatus, first.isStart, first.onAppear)
            == (second.name, second.exitStatus, second.isStart, second.onAppear)
            && AnyHashable(first.view) == AnyHashable(second.view)
    }

    /// Hashes the name and the view.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        view.hash(into: &hasher)
    }
}

extension Screen {
    /// Nothing is shown yet.
    public static let blank = Screen(nil, Page(heading: Sentence(""), paragraphs: [], keys: []))
}

extension Screen {
    /// An error, everything that is known about it, and the offer to try again.
    public static func error(_ error: ErrorReport) -> Screen {
        Screen(nil, Page.error(error), exitStatus: error.exitStatus)
    }
}

extension Page {
    /// The message of an error, the advice, its name, arguments and causes, and the keys to try again and to quit.
    public static func error(_ error: ErrorReport) -> Page {
        let status = error.status.map { " (\($0))" } ?? ""
        let name = Sentence(
            en: "\(error.kind): \(error.asciiName)\(status)", ja: "\(error.kind): \(error.name)\(status)")
        let details =
            error.args.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            + error.causedBy.map { "← \($0)" }
        return Page(
            heading: error.message,
            headingStyle: .alarm,
            paragraphs: [error.advice, name] + details.map { Sentence($0) },
            keys: [.again, .quit])
    }
}

extension Screen {
    /// The screen of a use case without a view of its own: the sentence of its goal, and the values that it found.
    public static func goal<U: Usecase>(of scenario: Scenario<U>) -> Screen {
        let goal = SceneText(.goal, scenario.goal)
        return Screen(
            "goal", Page(heading: U.sentence(goal.name), paragraphs: goal.values.map { Sentence($0) }, keys: []))
    }
}

/// What a screen does before the eyes of the user. What it tells is shown below the text of the screen, as it happens.
public struct Demonstration: Sendable {
    /// Where it is performed.
    public struct Stage: Sendable {
        /// The language of the lines.
        public let language: Language
        /// Gives the user time to follow; throws if nobody looks on any more.
        public let pause: @Sendable () async throws(ErrorWrapper) -> Void
        /// Shows a line below those that were told before.
        public let tell: @Sendable (Line) -> Void
    }

    private let name: String
    private let perform: @MainActor @Sendable (Stage) async -> Void

    /// Demonstrations of the same name are the same.
    public init(_ name: String, perform: @escaping @MainActor @Sendable (Stage) async -> Void) {
        self.name = name
        self.perform = perform
    }

    /// Performs it. It ends early if its lines are no longer asked for.
    @MainActor public func lines(
        in language: Language, pausing pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void = {}
    ) -> AsyncStream<Line> {
        let (lines, continuation) = AsyncStream.makeStream(of: Line.self)
        let stage = Stage(language: language, pause: pause) { continuation.yield($0) }
        let performance = Task {
            await perform(stage)
            continuation.finish()
        }
        continuation.onTermination = { _ in performance.cancel() }
        return lines
    }
}

extension Demonstration: Hashable {
    /// Compares the names.
    public static func == (first: Demonstration, second: Demonstration) -> Bool { first.name == second.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
