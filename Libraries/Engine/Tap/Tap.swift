/// An interceptor between use cases and their ports. It sees each call of a run, and can answer it instead of the port.
///
/// Taps are listed in ``Dependencies/taps``. Without taps, ports are called directly, at no cost.
public protocol Tap: Sendable {
    /// Begins a run. The returned tap is between this run and its ports. Throwing ends the run before its first scene.
    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap
}

/// A ``Tap`` on one run.
public protocol RunTap: Sendable {
    /// Receives the scene before it is played. Throwing ends the run there.
    func enter(_ scene: TappedScene) async throws(ErrorWrapper)

    /// Answers an operation that can take time and fail, by performing it or in a different way.
    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value

    /// Answers an operation that can neither wait nor fail.
    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value

    /// Receives the end of the run. Throwing turns a reached goal into a failure.
    func end(_ ending: RunEnding) async throws(ErrorWrapper)
}

/// The default implementations change nothing.
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
    /// The English name of the use case, such as `Greet`.
    public let usecase: String
    /// The actor of the run.
    public let actor: Actor

    /// Creates a description. `usecase` is the English name of the use case, such as `Greet`.
    public init(run: UUIDv7, usecase: String, actor: Actor) {
        self.run = run
        self.usecase = usecase
        self.actor = actor
    }
}

/// The end of a run.
public enum RunEnding: Sendable {
    /// The run reached this goal.
    case goal(TappedScene)
    /// The run ended with this error.
    case failure(ErrorWrapper)
}

/// A scene in the form that a tap receives.
public struct TappedScene: Sendable {
    /// The part of the use case that the scene belongs to.
    public let course: Course
    /// The scene itself.
    public let declared: any Codable & Hashable & Sendable
    private let findName: @Sendable () -> String

    /// Creates a scene. `name` is evaluated lazily, because most runs never need it.
    public init(
        course: Course, name: @autoclosure @escaping @Sendable () -> String,
        declared: any Codable & Hashable & Sendable
    ) {
        self.course = course
        self.declared = declared
        findName = name
    }

    /// The sentence, without the values that the scene carries.
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

/// The kind of actor that runs a use case.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user of the application.
    case user
    /// The application itself, on its own initiative.
    case application
    /// A person who maintains the service on the machine that holds its data.
    case `operator`
}
