import BenchmarkUsecases
import Usecases

/// The compared ways of counting down.
enum Contender: String {
    /// The engine, without an observer.
    case engine
    /// The engine, with an observer that receives every scene as it is played.
    case watched
    /// A hand-written loop that reads the clock and keeps the passages like the engine.
    case bare
    /// A hand-written loop that only steps.
    case stepping

    /// Returns the time to count down `count` scenes in total.
    func time(_ count: Int) async throws -> Duration {
        let first = Countdown.first(of: count)
        let start = ContinuousClock.now
        let passed = try await run(from: first)
        let duration = start.duration(to: .now)
        guard passed() == count else { throw Miscount(expected: count, passed: passed()) }
        return duration
    }

    /// Returns the number of scenes. It is counted later, because counting is not part of the work.
    private func run(from first: Step<Countdown>) async throws -> () -> Int {
        let dependencies = Dependencies.measuring
        switch self {
        case .engine:
            let scenario = try await Countdown.interact(from: first, as: .application, with: dependencies)
            return { scenario.scenes.count - 1 }
        case .watched:
            let (stream, observer) = AsyncStream.makeStream(of: Scene<Countdown>.self)
            async let scenario = Countdown.interact(
                from: first, as: .application, with: dependencies, observer: observer)
            var seen = 0
            for await _ in stream { seen += 1 }
            let (shown, scenes) = (seen - 1, try await scenario.scenes.count - 1)
            return { min(shown, scenes) }
        case .bare:
            let passages = try await BareLoop.keepingPassages(from: first, with: dependencies)
            return { passages.count }
        case .stepping:
            let count = try await BareLoop.stepping(from: first, with: dependencies)
            return { count }
        }
    }
}

/// A contender that did not do its work.
struct Miscount: Error {
    let expected: Int
    let passed: Int
}

extension Dependencies {
    /// Dependencies with the system clock. Their ports are not used.
    static let measuring = Dependencies(clock: SystemClock(), randomSource: SystemRandomSource())
}
