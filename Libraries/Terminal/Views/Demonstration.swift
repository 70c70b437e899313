public import Usecases

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
