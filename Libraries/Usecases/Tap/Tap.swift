/// Stands between use cases and their ports: it sees each call that a run makes, and may answer it instead of the port.
///
/// Taps are listed in ``Dependencies/taps``. Without any, ports are called directly, at no cost.
public protocol Tap: Sendable {
    /// A run begins; the returned tap stands between this run and its ports. Throwing ends the run before its first
    /// scene.
    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap
}

/// A ``Tap`` on one run.
public protocol RunTap: Sendable {
    /// The scene is about to be played; throwing ends the run there.
    func enter(_ scene: TappedScene) async throws(ErrorWrapper)

    /// Answers an operation that can take time and fail, by performing it or in another way.
    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value

    /// Answers an operation that can neither wait nor fail.
    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value

    /// The run is over. Throwing turns a goal that was reached into a failure.
    func end(_ ending: RunEnding) async throws(ErrorWrapper)
}

/// A tap that implements none of these changes nothing.
extension RunTap {
    /// Does nothing.
    public func enter(_ scene: TappedScene) async throws(ErrorWrapper) {}

    /// Performs the operation.
    public func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value { try await performing() }

    /// Performs the operation.
    public func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value { performing() }

    /// Does nothing.
    public func end(_ ending: RunEnding) async throws(ErrorWrapper) {}
}

/// Identifies a run.
public struct RunDescription: Sendable, Hashable, Codable {
    /// The identifier of the run.
    public let run: UUIDv7
    /// Its English name, such as `Greet`.
    public let usecase: String
    /// The actor of the run.
    public let actor: Actor

    /// `usecase` is the English name of the use case, such as `Greet`.
    public init(run: UUIDv7, usecase: String, actor: Actor) {
        self.run = run
        self.usecase = usecase
        self.actor = actor
    }
}

/// How a run ended.
public enum RunEnding: Sendable {
    case goal(TappedScene)
    case failure(ErrorWrapper)
}

/// A scene as a tap sees it.
public struct TappedScene: Sendable {
    /// The part of the use case that the scene belongs to.
    public let course: Course
    /// The scene itself.
    public let declared: any Codable & Hashable & Sendable
    private let findName: @Sendable () -> String

    /// `name` is evaluated when it is asked for, which most runs never do.
    public init(
        course: Course, name: @autoclosure @escaping @Sendable () -> String,
        declared: any Codable & Hashable & Sendable
    ) {
        self.course = course
        self.declared = declared
        findName = name
    }

    /// The sentence alone, without the values that the scene carries.
    public var name: String { findName() }
}

extension TappedScene: Hashable {
    /// Compares the courses and the scenes.
    public static func == (first: TappedScene, second: TappedScene) -> Bool {
        first.course == second.course && AnyHashable(first.declared) == AnyHashable(second.declared)
    }

    /// Hashes the course and the scene.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(course)
        declared.hash(into: &hasher)
    }
}

/// Who runs a use case.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
    case user
    /// The application itself, of its own accord.
    case application
    /// A person who looks after the service, on the machine that holds its data.
    case `operator`
}
