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
        var rest: RunRest?
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

    /// What the run waits for, or `nil` if it does not wait.
    var rest: RunRest? { state.withLock { $0.rest } }

    /// Lets the run wait without this server. The caller throws ``ErrorWrapper/interrupted``.
    func rest(_ rest: RunRest) { state.withLock { $0.rest = rest } }

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

    var isQueued: Bool { true }

    func claim(usecase: String) -> (any StoredJournal)? { run.notes.isEmpty ? nil : self }

    func make(for run: RunDescription, content: Data) -> any StoredJournal {
        state.withLock { $0.unwritten = content.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
        return self
    }

    func noteMismatch(of usecase: String) { state.withLock { $0.isMismatched = true } }

    func content() -> Data { run.notes.reduce(run.beginning, +) }

    func append(_ lines: Data, durably: Bool) async throws(ErrorWrapper) {
        let (unwritten, number, isDue) = state.withLock { state in
            state.unwritten += lines
            return (state.unwritten, state.count + 1, durably || state.rest != nil && !state.isMismatched)
        }
        guard isDue else { return }
        guard try await queue.note(unwritten, as: number, of: run.claim, for: lease) else {
            loseClaim()
            throw .interrupted
        }
        state.withLock { state in
            state.unwritten = Data()
            state.count = number
        }
    }

    /// Cuts nothing, because each note is kept whole.
    func cut(to size: Int) {}

    /// Removes nothing, because the queue keeps the run. A run that does not match is left.
    func remove() throws(ErrorWrapper) {
        if isMismatched { throw .interrupted }
    }

    func release() {}
}

/// What a run waits for without a server.
struct RunRest: Sendable, Hashable {
    let time: Timestamp
    var event: String?
}

/// The alarm of a claimed run.
struct RunAlarm: Alarm {
    let journal: RunJournal
    let clock: any Clock

    func wait(until time: Timestamp) throws(ErrorWrapper) {
        guard clock.now < time else { return }
        journal.rest(RunRest(time: time))
        throw .interrupted
    }
}

/// The events of a claimed run.
struct RunEvents: Events {
    let queue: any RunQueue
    let journal: RunJournal
    let clock: any Clock

    func wait<Value>(for event: Event<Value>, until time: Timestamp) async throws(ErrorWrapper) -> Value? {
        if let content = try await queue.told(event.name) {
            do {
                return try JSONDecoder().decode(Value.self, from: content)
            } catch {
                throw .system(
                    error: .dataStore(.damaged(location: "the event \(event.name)", content: nil)), causedBy: error)
            }
        }
        guard clock.now < time else { return nil }
        journal.rest(RunRest(time: time, event: event.name))
        throw .interrupted
    }

    func tell<Value>(_ value: Value, of event: Event<Value>) async throws(ErrorWrapper) {
        try await queue.tell(value, of: event)
    }
}
