/// What an actor wants the application to do, as an enum of scenes: a basic course, its alternatives, its goals.
///
/// A use case determines for each scene which one comes next; `interact` plays them. By convention its first scene is
/// `initial`, a constant or a function of what the actor provides.
public protocol Usecase: Sendable {
    /// 晴れの日: the scenes of the course in which all goes well.
    associatedtype Basics: SceneName
    /// 雨の日: the scenes that take over when something does not. `Never` if there are none.
    associatedtype Alternatives: SceneName = Never
    /// The last scenes, one of which ends every scenario.
    associatedtype Goals: SceneName

    /// Its name in the language of the domain, such as `アプリを起動する`.
    static var title: String { get }
    /// The English versions of its title and of the names of its scenes, by the Japanese ones.
    static var english: [String: String] { get }
    /// The command or the request by which its actors run it.
    static var invocation: Invocation { get }
    /// Who may run it.
    static var actors: Set<Actor> { get }
    /// Where the exploration of its scenarios begins: its first scene, once for each kind of input from its actors.
    static var beginnings: [Step<Self>] { get }
    /// Whether a run that was interrupted by a crash is resumed by the next one, through the journal.
    static var isDurable: Bool { get }

    /// Names of goals that the actor must not be able to tell apart, each set on its own: they are reached by the same
    /// calls of the same ports, and answered with the same bytes. The laboratory checks the calls.
    static var indistinguishable: [Set<String>] { get }

    /// The ports that its scenes may use, inferred from ``next(after:with:)``: all ports, or a selection of them.
    associatedtype Ports: PortSelection = Dependencies

    /// Plays the scene and returns the one that follows. Throws an error for an outcome that no scene names.
    static func next(after scene: Step<Self>, with ports: Ports) async throws(ErrorWrapper) -> Scene<Self>

    /// The engine, which no use case replaces. It is a requirement so that the compiler makes one for each use case: as a
    /// generic function, it would look up their types for each scene, which takes as long as all the rest.
    static func play(
        from scene: Step<Self>, along walk: inout Walk<Self>, with ports: Ports, clock: any Clock,
        before audience: Audience<Self>
    ) async throws(ErrorWrapper) -> Goals
}

extension Usecase {
    /// Its English name, such as `Greet`.
    public static var name: String { "\(Self.self)" }

    /// No English versions: the Japanese ones are shown in both languages.
    public static var english: [String: String] { [:] }

    /// A run is not resumed after a crash.
    public static var isDurable: Bool { false }

    /// No goals that have to look alike.
    public static var indistinguishable: [Set<String>] { [] }

    /// The title or the name of a scene, in all languages.
    public static func sentence(_ name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }
}

/// How actors run a use case.
public enum Invocation: Sendable, Hashable {
    /// The text that is typed after the name of the program, such as `tutorial --complete`.
    case command(String)
    /// A request to the service, such as `POST /udids`.
    case request(String)

    /// The first word of the command; `nil` for a request.
    public var command: String? {
        guard case .command(let text) = self else { return nil }
        return text.split(separator: " ").first.map { String($0) }
    }
}
