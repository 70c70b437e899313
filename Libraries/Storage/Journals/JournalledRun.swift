import Foundation
import Synchronization
package import UsecasesEngine
import UsecasesSystem

/// Records the outcomes of a run, or replays the outcomes of an interrupted run.
///
/// The journal is created immediately before the first operation that changes something. All earlier operations can be
/// repeated.
package final class JournalledRun: RunTap {
    private struct State {
        /// The recorded calls that have not been replayed yet.
        var pending: ArraySlice<RecordedRun.Call>
        /// The length of the part of the journal that this run has used, in bytes.
        var used: Int
        /// Whether the rest of the journal does not match this run.
        var isStale = false
        var journal: (any StoredJournal)?
        /// The lines that have not been written yet. Most runs change nothing and never encode them.
        var unwritten: [Line]
        var ordinal = 0
        var scene: TappedScene?
    }

    /// A closure that encodes one line of the journal.
    private typealias Line = @Sendable () throws -> Data

    private let run: RunDescription
    /// The run that began the journal. This run appends its lines to that journal.
    private let first: UUIDv7
    private let storage: any JournalStorage
    private let state: Mutex<State>

    private init(run: RunDescription, first: UUIDv7, storage: any JournalStorage, state: sending State) {
        self.run = run
        self.first = first
        self.storage = storage
        self.state = Mutex(state)
    }

    package static func begin(
        _ run: RunDescription, at scene: TappedScene, in storage: any JournalStorage
    ) async throws(ErrorWrapper) -> JournalledRun {
        let line: Line = { try RecordingLine.encode(run, at: scene) }
        if let journal = try await storage.claim(usecase: run.usecase) {
            switch resumable(try await journal.content(), asBegunBy: try encode([line]), withReads: storage.isQueued) {
            case .from(let first, let calls, let size):
                try await journal.cut(to: size)
                let used = size - calls.reduce(0) { $0 + $1.line.count + 1 }
                return JournalledRun(
                    run: run, first: first, storage: storage,
                    state: State(pending: calls[...], used: used, journal: journal, unwritten: []))
            case .mismatched: storage.noteMismatch(of: run.usecase)
            case .unchanged: break
            }
            try await journal.remove()
        }
        return JournalledRun(
            run: run, first: run.run, storage: storage, state: State(pending: [], used: 0, unwritten: [line]))
    }

    private enum Resumption {
        /// The calls up to the last one that changed something, and their end in bytes.
        case from(UUIDv7, [RecordedRun.Call], size: Int)
        /// The run was interrupted before its first change.
        case unchanged
        /// The journal is damaged, or the run began differently.
        case mismatched
    }

    private static func resumable(
        _ content: Data, asBegunBy line: Data, withReads: Bool
    ) -> Resumption {
        let old: RecordedRun
        do {
            // A recording has at least one run.
            old = try Recording(content).runs[0]
        } catch {
            // If the journal cannot be read, the run starts from the beginning, as without a journal.
            if case RecordingError.noRuns = error { return .unchanged }
            return .mismatched
        }
        guard let last = old.calls.lastIndex(where: { $0.changes || withReads }) else { return .unchanged }
        guard let new = try? Recording(line).runs.first, old.usecase == new.usecase, old.actor == new.actor,
            isSame(old.beginning, new.beginning)
        else { return .mismatched }
        let calls = Array(old.calls[...last])
        let header = content.prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return .from(old.run, calls, size: calls.reduce(header) { $0 + $1.line.count + 1 })
    }

    private static func isSame(_ one: Data, _ other: Data) -> Bool {
        let decoder = JSONDecoder()
        guard let one = try? decoder.decode(JSON.self, from: one) else { return false }
        return one == (try? decoder.decode(JSON.self, from: other))
    }

    package func enter(_ scene: TappedScene) {
        state.withLock { $0.scene = scene }
    }

    package func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        switch recorded(operation) {
        case .outcome(let outcome): return try outcome.get()
        // Secrets are not recorded. The operation is performed again to read them from the store.
        case .redacted: return try await performing()
        case .none where operation.changes && storage.isLeft: throw .interrupted
        case .none: break
        }
        if operation.changes { try await open() }
        let outcome = PortOutcome(await Result(of: performing))
        // It is unknown whether an interrupted operation was performed, so it is performed again.
        if case .threw(let error) = outcome, error.isInterruption { throw error }
        add(operation, outcome)
        // If the run fails with this error and is tried again, the operation is performed again.
        let isKept = if case .threw = outcome { !storage.isQueued } else { true }
        try await write(durably: operation.changes && isKept)
        return try outcome.get()
    }

    package func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        guard operation.outlastsProcess else { return performing() }
        if case .outcome(.returned(let value)) = recorded(operation) { return value }
        let value = performing()
        add(operation, .returned(value))
        return value
    }

    package func end(_ ending: RunEnding) async throws(ErrorWrapper) {
        if case .failure(let error) = ending, error.isInterruption {
            if storage.isQueued { addScene() }
            try await write(durably: false)
            await state.withLock { $0.journal }?.release()
            return
        }
        // The interrupted run changed more than this one.
        if case .goal = ending, state.withLock({ !$0.pending.isEmpty }) { storage.noteMismatch(of: run.usecase) }
        try await state.withLock { $0.journal }?.remove()
    }

    private enum Recorded<Value: Codable & Sendable> {
        case none
        case redacted
        case outcome(PortOutcome<Value>)
    }

    private func recorded<Value>(_ operation: PortOperation<Value>) -> Recorded<Value> {
        state.withLock { state in
            guard let call = state.pending.first else { return .none }
            guard call.name == operation.call.withoutNumbers else { return mismatch(&state) }
            if call.isRedacted {
                use(call, &state)
                return .redacted
            }
            do {
                let outcome = try call.outcome(of: operation)
                use(call, &state)
                return .outcome(outcome)
            } catch {
                // The line was written by a different version of the program.
                return mismatch(&state)
            }
        }
    }

    /// Gives up the rest of the journal. The run continues without it.
    private func mismatch<Value>(_ state: inout State) -> Recorded<Value> {
        state.pending = []
        state.isStale = true
        storage.noteMismatch(of: run.usecase)
        return .none
    }

    private func use(_ call: RecordedRun.Call, _ state: inout State) {
        state.pending = state.pending.dropFirst()
        state.used += call.line.count + 1
        state.ordinal += 1
    }

    private func add<Value>(_ operation: PortOperation<Value>, _ outcome: PortOutcome<Value>) {
        state.withLock { state in
            state.ordinal += 1
            let call = PortCall(
                run: first, ordinal: state.ordinal, scene: state.scene?.name, call: operation.call.withoutNumbers,
                outcome: outcome)
            let changes = operation.changes
            state.unwritten.append { try RecordingLine.encode(call, changes: changes) }
        }
    }

    /// Adds a line that says in which scene the run waits.
    private func addScene() {
        state.withLock { state in
            guard let scene = state.scene else { return }
            state.unwritten.append { [first] in try RecordingLine.encode(scene, of: first) }
        }
    }

    private static func encode(_ lines: [Line]) throws(ErrorWrapper) -> Data {
        try withWriteErrors(at: "the journal", of: .state) { try lines.reduce(into: Data()) { $0.append(try $1()) } }
    }

    /// Creates the journal with the lines recorded so far, unless it already exists.
    private func open() async throws(ErrorWrapper) {
        let lines: [Line]? = state.withLock { state in
            guard state.journal == nil else { return nil }
            defer { state.unwritten = [] }
            return state.unwritten
        }
        guard let lines else { return }
        let journal = try await storage.make(for: run, content: try Self.encode(lines))
        state.withLock { $0.journal = journal }
    }

    private func write(durably: Bool) async throws(ErrorWrapper) {
        let (journal, lines, used) = state.withLock { state in
            guard state.journal != nil else { return (nil as (any StoredJournal)?, [Line](), nil as Int?) }
            defer {
                state.unwritten = []
                state.isStale = false
            }
            return (state.journal, state.unwritten, state.isStale ? state.used : nil)
        }
        guard let journal else { return }
        if let used { try await journal.cut(to: used) }
        if !lines.isEmpty { try await journal.append(try Self.encode(lines), durably: durably) }
    }
}

extension PortCallName {
    /// The call in a journal. The numbers of secrets exist only in reports.
    fileprivate var withoutNumbers: PortCallName {
        guard let numbering = Secret.numbering else { return self }
        return PortCallName(port: port, operation: operation, arguments: arguments.map(numbering.redacted))
    }
}
