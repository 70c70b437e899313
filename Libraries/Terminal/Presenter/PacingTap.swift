public import Usecases

/// Waits before each scene, so that people can watch a run.
public struct PacingTap: Tap, RunTap {
    public let pause: @Sendable () async throws(ErrorWrapper) -> Void

    public init(pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.pause = pause
    }

    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    public func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
