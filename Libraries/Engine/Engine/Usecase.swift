/// A task for the application, as an enum of scenes with a basic course, its alternatives, and its goals.
///
/// A use case determines for each scene the scene that follows, and `interact` plays them. By convention, its first
/// scene is `initial`, a constant or a function of the actor's input.
public protocol Usecase: Sendable {
    /// 晴れの日: the scenes of the successful course.
    associatedtype Basics: SceneName
    /// 雨の日: the scenes that follow when something fails. `Never` if the use case has no alternatives.
    associatedtype Alternatives: SceneName = Never
    /// The last scenes. Every scenario ends with one of them.
    associatedtype Goals: SceneName

    /// The name in the language of the domain, such as `アプリを起動する`.
    static var title: String { get }
    /// The English versions of the title and of the scene names, keyed by the Japanese ones.
    static var english: [String: String] { get }
    /// The command or the request that runs the use case.
    static var invocation: Invocation { get }
    /// The actors that may run the use case.
    static var actors: Set<Actor> { get }
    /// The start of the exploration in the laboratory. It is the first scene, once for each kind of input from actors.
    static var beginnings: [Step<Self>] { get }
    /// Draws a first scene with further input, or `nil` if the ``beginnings`` are enough. See
    /// ``PossibleOutcome/drawing(_:)``.
    static var drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? { get }
    /// Whether the next run resumes a run that was interrupted by a crash, through the journal.
    static var isDurable: Bool { get }

    /// Names of goals that the actor must not be able to distinguish. The goals of each set are reached by identical
    /// calls of the same ports, and answered with identical bytes. The laboratory checks the calls.
    static var indistinguishable: [Set<String>] { get }

    /// The ports that the scenes may use, inferred from ``next(after:with:)``: all ports, or a selection of them.
    associatedtype Ports: PortSelection = Dependencies

    /// Plays the scene and returns the next one. Throws an error for an outcome that no scene names.
    static func next(after scene: Step<Self>, with ports: Ports) async throws(ErrorWrapper) -> Scene<Self>

    /// The engine, which use cases do not replace. As a requirement, it is compiled for each use case. A generic
    /// function would look up the types for each scene, which takes as long as the rest of the engine.
    static func play(
        from scene: Step<Self>, along walk: inout Walk<Self>, with ports: Ports, clock: any Clock,
        before audience: Audience<Self>
    ) async throws(ErrorWrapper) -> Goals
}

extension Usecase {
    /// The English name, such as `Greet`.
    public static var name: String { "\(Self.self)" }

    /// No English versions. The Japanese ones are shown in both languages.
    public static var english: [String: String] { [:] }

    /// No drawn input.
    public static var drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? { nil }

    /// A run is not resumed after a crash.
    public static var isDurable: Bool { false }

    /// No goals that must look alike.
    public static var indistinguishable: [Set<String>] { [] }

    /// Returns the title or the name of a scene, in all languages.
    public static func sentence(_ name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }
}

/// A command or a request that runs a use case.
public enum Invocation: Sendable, Hashable {
    /// The text after the name of the program on the command line, such as `tutorial --complete`.
    case command(String)
    /// A request to the service, such as `POST /udids`.
    case request(String)

    /// The first word of the command, or `nil` for a request.
    public var command: String? {
        guard case .command(let text) = self else { return nil }
        return text.split(separator: " ").first.map { String($0) }
    }
}
