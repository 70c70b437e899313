import Foundation
public import Usecases
public import UsecasesLaboratory
public import UsecasesStorage
import UsecasesSystem

extension TerminalApplication {
    /// The ports of isolated runs: nothing outside this process is read or changed.
    public static var laboratory: Dependencies {
        Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
            $0.journal.adapter = InMemoryJournal()
        }
    }

    /// An explorer of isolated runs, each with ports of its own.
    public static var explorer: Explorer { Explorer { laboratory } }

    /// Plays the runs of a recording again; see ``/UsecasesStorage/Replay``.
    ///
    /// Throws an ``/Usecases/ErrorWrapper`` if the file cannot be read, is not a recording, or contains an unknown use case.
    @MainActor
    public static func replay(
        _ file: String, until: Int? = nil, changing changes: [OutcomeChange] = []
    ) async throws(ErrorWrapper) -> [ReplayedRun] {
        try await replay(RecordingFile.read(file), from: file, until: until, changing: changes)
    }

    /// The same for a recording that has been read; `file` is its name in errors.
    @MainActor
    public static func replay(
        _ recording: Recording, from file: String, until: Int? = nil, changing changes: [OutcomeChange] = []
    ) async throws(ErrorWrapper) -> [ReplayedRun] {
        var replayed: [ReplayedRun] = []
        for recorded in recording.runs {
            guard let usecase = usecases.first(where: { $0.name == recorded.usecase }) else {
                throw damaged(file, NoSuchUsecase(name: recorded.usecase))
            }
            let replay = Replay(recorded, until: until, changing: changes)
            do {
                let report = try await run(usecase, of: recorded, through: replay)
                let remarks = replay.remarks
                replayed.append(
                    ReplayedRun(
                        report: report, remarks: remarks, isAsRecorded: remarks.isEmpty && changes.isEmpty))
            } catch {
                throw damaged(file, error)
            }
        }
        return replayed
    }

    /// Throws a `DecodingError` if the use case begins differently from the recorded one.
    @MainActor
    private static func run<U: Usecase>(
        _ usecase: U.Type, of recorded: RecordedRun, through replay: Replay
    ) async throws -> Report {
        let scene = try JSONDecoder().decode(Step<U>.self, from: recorded.beginning)
        var dependencies = laboratory
        dependencies.taps = [ReplayingTap(replay)]
        let presenter = Presenter(dependencies: dependencies, splash: .zero, actor: recorded.actor, run: recorded.run)
        return await presenter.dispatch(scene)
    }

    /// The error for a recording in this file that cannot be played, and its cause.
    public static func damaged(_ file: String, _ cause: any Error) -> ErrorWrapper {
        .system(
            error: .dataStore(.内容が壊れています(location: file, content: .recording)),
            causedBy: cause is DecodingError ? UnreadableJSON(cause) : cause)
    }
}

private struct NoSuchUsecase: Error, CustomStringConvertible {
    let name: String

    var description: String { "this version has no use case \(name)" }
}
