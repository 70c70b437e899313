package import Usecases

/// What a screen does before the eyes of the user. What it tells is shown below the text of the screen, as it happens.
package struct Demonstration: Sendable {
    /// Where it is performed.
    package struct Stage: Sendable {
        package let language: Language
        /// Gives the user time to follow; throws if nobody looks on any more.
        package let pause: @Sendable () async throws(ErrorWrapper) -> Void
        package let tell: @Sendable (Line) -> Void
    }

    private let name: String
    private let perform: @MainActor @Sendable (Stage) async -> Void

    /// Demonstrations of the same name are the same.
    package init(_ name: String, perform: @escaping @MainActor @Sendable (Stage) async -> Void) {
        self.name = name
        self.perform = perform
    }

    /// Performs it. It ends early if its lines are no longer asked for.
    @MainActor package func lines(
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
    package static func == (first: Demonstration, second: Demonstration) -> Bool { first.name == second.name }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
