package import Domain

/// What an actor wants the application to do, as an enum of scenes: a basic course, its alternatives, its goals.
///
/// A use case says for each scene which one comes next; `interact` walks it. By custom its first scene is `initial`, a
/// constant, or a function of what the actor gives it.
package protocol Usecase: Sendable {
    /// 晴れの日: the scenes of the course in which all is well.
    associatedtype Basics: SceneName
    /// 雨の日: the scenes that take over when something is not. `Never` where there are none.
    associatedtype Alternatives: SceneName = Never
    /// The last scenes, one of which ends every scenario.
    associatedtype Goals: SceneName

    /// What it is called in the language of the domain, such as `アプリを起動する`.
    static var title: String { get }
    /// The English sentences of its title and of its scenes, by their Japanese ones.
    static var english: [String: String] { get }
    /// Who may run it.
    static var actors: Set<Actor> { get }
    /// Whether a run that was cut off by a crash is resumed by the next one, through the journal.
    static var isDurable: Bool { get }

    /// What its scenes may touch, inferred from ``next(after:with:)``: all ports, or a selection of them.
    associatedtype Ports: PortSelection = Dependencies

    /// Plays the scene and returns the one that follows. What no scene names is thrown.
    static func next(after scene: Step<Self>, with ports: Ports) async throws(ErrorWrapper) -> Scene<Self>
}

extension Usecase {
    /// Its English name, such as `Boot`.
    package static var name: String { "\(Self.self)" }

    package static var english: [String: String] { [:] }

    package static var isDurable: Bool { false }

    /// The title or the name of a scene, in all languages.
    package static func sentence(_ name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }
}
