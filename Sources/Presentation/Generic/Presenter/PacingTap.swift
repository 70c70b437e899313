import Usecases

/// Waits before each scene, so that people can watch a run.
struct PacingTap: Tap, RunTap {
    let pause: @Sendable () async throws(ErrorWrapper) -> Void

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
