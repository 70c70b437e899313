package import Usecases

/// Waits before each scene, so that people can watch a run.
package struct PacingTap: Tap, RunTap {
    package let pause: @Sendable () async throws(ErrorWrapper) -> Void

    package init(pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.pause = pause
    }

    package func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    package func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
