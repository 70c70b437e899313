import BenchmarkUsecases
import Usecases

/// A hand-written loop for this use case, without the engine.
enum BareLoop {
    struct Passage {
        let scene: Step<Countdown>
        let duration: Duration
    }

    /// Steps like the engine. Reads the clock once per scene, and keeps every passage.
    @concurrent static func keepingPassages(
        from scene: Step<Countdown>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> [Passage] {
        let clock = dependencies.clock
        var passages: [Passage] = []
        var step = scene
        var enteredAt = clock.uptime
        while true {
            let following = try await Countdown.next(after: step, with: dependencies)
            let leftAt = clock.uptime
            passages.append(Passage(scene: step, duration: leftAt - enteredAt))
            enteredAt = leftAt
            switch following {
            case .basic(let scene): step = .basic(scene)
            case .last: return passages
            }
        }
    }

    /// Steps, and nothing else.
    @concurrent static func stepping(
        from scene: Step<Countdown>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Int {
        var steps = 0
        var step = scene
        while true {
            let following = try await Countdown.next(after: step, with: dependencies)
            steps += 1
            switch following {
            case .basic(let scene): step = .basic(scene)
            case .last: return steps
            }
        }
    }
}
