import BenchmarkUsecases
import Foundation
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem

/// The compared ways of playing scenes. The first ones count down, and the others save a value in each scene.
enum Contender: String {
    /// The engine, without an observer.
    case engine
    /// The engine, with an observer that receives every scene as it is played.
    case watched
    /// A hand-written loop that reads the clock and keeps the passages like the engine.
    case bare
    /// A hand-written loop that only steps.
    case stepping
    /// The hand-written loop of a use case that saves.
    case savingBare = "saving-bare"
    /// The engine, without a tap.
    case untapped
    /// The engine, recorded into a file.
    case recorded
    /// The engine, journalled on disk.
    case journalled
    /// The minimum that a journal needs: a line of the same length, appended and flushed.
    case flushed

    /// Returns the time for `count` scenes in total. Files are created in `directory`.
    func time(_ count: Int, in directory: String) async throws -> Duration {
        let clock = SystemClock()
        var dependencies = Dependencies(clock: clock, randomSource: SystemRandomSource()) {
            $0.dataStore.adapter = InMemoryDataStore()
            $0.journal.adapter = FileJournal(directory: directory, clock: clock)
        }
        let file = directory + "/" + UUID().uuidString
        if self == .recorded { dependencies.taps = [RecordingTap(write: RecordingFile(file).write)] }
        let start = ContinuousClock.now
        let passed = try await run(count, file, with: dependencies)
        let duration = start.duration(to: .now)
        guard passed() == count else { throw Miscount(expected: count, passed: passed()) }
        return duration
    }

    /// Returns the number of scenes. It is counted later, because counting is not part of the work.
    private func run(_ count: Int, _ file: String, with dependencies: Dependencies) async throws -> () -> Int {
        let first = Countdown.first(of: count)
        switch self {
        case .engine: return try await played(first, with: dependencies)
        case .watched:
            let (stream, observer) = AsyncStream.makeStream(of: Scene<Countdown>.self)
            async let scenario = Countdown.interact(
                from: first, as: .application, with: dependencies, observer: observer)
            var seen = 0
            for await _ in stream { seen += 1 }
            let (shown, scenes) = (seen - 1, try await scenario.scenes.count - 1)
            return { min(shown, scenes) }
        case .bare: return try await keepingPassages(from: first, with: dependencies)
        case .stepping: return try await onlyStepping(from: first, with: dependencies)
        case .savingBare: return try await keepingPassages(from: SaveOften.first(of: count), with: dependencies)
        case .untapped, .recorded: return try await played(SaveOften.first(of: count), with: dependencies)
        case .journalled: return try await played(SaveOftenDurably.first(of: count), with: dependencies)
        case .flushed:
            try flush(count, to: file)
            return { count }
        }
    }

    private func played<U: Usecase>(_ first: Step<U>, with dependencies: Dependencies) async throws -> () -> Int {
        let scenario = try await U.interact(from: first, as: .application, with: dependencies)
        return { scenario.scenes.count - 1 }
    }

    private func flush(_ count: Int, to file: String) throws {
        let line = Data(repeating: UInt8(ascii: "x"), count: 330)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        for _ in 0..<count {
            let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == line.count, fsync(descriptor) == 0 else { throw WrongUsage() }
        }
    }
}

/// A contender that did not do its work.
struct Miscount: Error {
    let expected: Int
    let passed: Int
}

/// Steps like the engine, in a loop written by hand. Reads the clock once per scene, and keeps every passage.
@concurrent private func keepingPassages<U: Usecase>(
    from scene: Step<U>, with dependencies: Dependencies
) async throws(ErrorWrapper) -> () -> Int where U.Ports == Dependencies {
    let clock = dependencies.clock
    var passages: [(scene: Step<U>, duration: Duration)] = []
    var step = scene
    var enteredAt = clock.uptime
    while true {
        let following = try await U.next(after: step, with: dependencies)
        let leftAt = clock.uptime
        passages.append((step, leftAt - enteredAt))
        enteredAt = leftAt
        guard case .basic(let scene) = following else { break }
        step = .basic(scene)
    }
    let count = passages.count
    return { count }
}

/// Steps, and nothing else.
@concurrent private func onlyStepping(
    from scene: Step<Countdown>, with dependencies: Dependencies
) async throws(ErrorWrapper) -> () -> Int {
    var steps = 1
    var step = scene
    while case .basic(let scene) = try await Countdown.next(after: step, with: dependencies) {
        step = .basic(scene)
        steps += 1
    }
    let count = steps
    return { count }
}
