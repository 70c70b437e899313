public import Usecases

/// Waits before each scene, so that people can watch a run.
public struct PacingTap: Tap, RunTap {
    /// The wait before each scene; an error that it throws ends the run there.
    public let pause: @Sendable () async throws(ErrorWrapper) -> Void

    /// A tap that waits in this way.
    public init(pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.pause = pause
    }

    /// The same tap for every run.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    /// Waits; throws the error of the wait.
    public func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
