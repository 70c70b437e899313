import Foundation
import Synchronization
import UsecasesEngine
import UsecasesStorage

/// The journal of a claimed run. Each change is a note in the queue.
final class RunJournal: Journal, JournalStorage, StoredJournal {
    private struct State {
        /// The lines since the last note. Calls that change nothing are noted with the next change.
        var unwritten = Data()
        var count: Int
        var isMismatched = false
        var hasLostClaim = false
    }

    private let run: ClaimedRun
    private let queue: any RunQueue
    private let lease: Duration
    private let state: Mutex<State>

    init(_ run: ClaimedRun, in queue: any RunQueue, lease: Duration) {
        self.run = run
        self.queue = queue
        self.lease = lease
        state = Mutex(State(count: run.notes.count))
    }

    /// Whether another server goes on with the run.
    var hasLostClaim: Bool { state.withLock { $0.hasLostClaim } }
    /// Whether this program has another use case of the name, which cannot go on with the run.
    var isMismatched: Bool { state.withLock { $0.isMismatched } }

    func loseClaim() { state.withLock { $0.hasLostClaim = true } }

    static func beginning<U: Usecase>(of run: RunDescription, at scene: Scene<U>) throws -> Data {
        try RecordingLine.encode(run, at: TappedScene(course: scene.course, name: scene.name, declared: scene.declared))
    }

    func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await JournalledRun.begin(run, at: scene, in: self)
    }

    func discard() {}

    // MARK: The storage of one journal

    /// A run of another version does not repeat what was done. A server with that version goes on with it.
    var isLeft: Bool { state.withLock { $0.isMismatched || $0.hasLostClaim } }

    var triesAgain: Bool { true }

    func claim(usecase: String) -> (any StoredJournal)? { run.notes.isEmpty ? nil : self }

    func make(for run: RunDescription, content: Data) -> any StoredJournal {
        state.withLock { $0.unwritten = content.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
        return self
    }

    func noteMismatch(of usecase: String) { state.withLock { $0.isMismatched = true } }

    func content() -> Data { run.notes.reduce(run.beginning, +) }

    func append(_ lines: Data, durably: Bool) async throws(ErrorWrapper) {
        let (unwritten, number) = state.withLock { state in
            state.unwritten += lines
            return (state.unwritten, state.count + 1)
        }
        guard durably else { return }
        guard try await queue.note(unwritten, as: number, of: run.claim, for: lease) else {
            loseClaim()
            throw .interrupted
        }
        state.withLock { state in
            state.unwritten = Data()
            state.count = number
        }
    }

    /// Cuts nothing, because each note ends with a change.
    func cut(to size: Int) {}

    /// Removes nothing, because the queue keeps the run. A run that does not match is left.
    func remove() throws(ErrorWrapper) {
        if isMismatched { throw .interrupted }
    }

    func release() {}
}
