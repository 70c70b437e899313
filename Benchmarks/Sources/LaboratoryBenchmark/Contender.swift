import BenchmarkUsecases
import Foundation
import Usecases
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem

/// The compared ways of playing a scene.
enum Contender: String {
    /// A hand-written loop with the work of the engine.
    case bare
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
        let start = ContinuousClock.now
        switch self {
        case .bare:
            try await Self.byHand(count, with: dependencies)
        case .untapped:
            try await Self.play(SaveOften.self, count, with: dependencies)
        case .recorded:
            dependencies.taps = [RecordingTap(write: RecordingFile(file).write)]
            try await Self.play(SaveOften.self, count, with: dependencies)
        case .journalled:
            try await Self.play(SaveOftenDurably.self, count, with: dependencies)
        case .flushed:
            try Self.flush(count, to: file)
        }
        return start.duration(to: .now)
    }

    private static func play<U: SavingUsecase>(
        _ usecase: U.Type, _ count: Int, with dependencies: Dependencies
    ) async throws {
        let scenario = try await U.interact(
            from: .basic(.アプリは記録を保存する(残り: count)), as: .application, with: dependencies)
        guard scenario.scenes.count == count + 1 else { throw WrongUsage() }
    }

    @concurrent private static func byHand(_ count: Int, with dependencies: Dependencies) async throws {
        let clock = dependencies.clock
        var passages: [(scene: Step<SaveOften>, duration: Duration)] = []
        var step = Step<SaveOften>.basic(.アプリは記録を保存する(残り: count))
        var enteredAt = clock.uptime
        while true {
            let following = try await SaveOften.next(after: step, with: dependencies)
            let leftAt = clock.uptime
            passages.append((step, leftAt - enteredAt))
            enteredAt = leftAt
            guard case .basic(let scene) = following else { break }
            step = .basic(scene)
        }
        guard passages.count == count else { throw WrongUsage() }
    }

    private static func flush(_ count: Int, to file: String) throws {
        let line = Data(repeating: UInt8(ascii: "x"), count: 330)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        for _ in 0..<count {
            let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == line.count, fsync(descriptor) == 0 else { throw WrongUsage() }
        }
    }
}
