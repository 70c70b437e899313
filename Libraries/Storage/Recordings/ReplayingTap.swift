package import Usecases

/// Answers a run from a recording, and reports where the run deviates from it.
package struct ReplayingTap: Tap {
    private let replay: Replay

    package init(_ replay: Replay) {
        self.replay = replay
    }

    package func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { replay }
}
