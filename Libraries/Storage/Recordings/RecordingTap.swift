public import Foundation
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// Records the events of runs, line by line as they happen.
public struct RecordingTap: Tap {
    private let write: @Sendable (Data) throws(ErrorWrapper) -> Void
    private let flush: @Sendable () throws(ErrorWrapper) -> Void

    /// `write` receives complete lines. `flush` is called after the last line of each run.
    public init(
        write: @escaping @Sendable (Data) throws(ErrorWrapper) -> Void,
        flush: @escaping @Sendable () throws(ErrorWrapper) -> Void = {}
    ) {
        self.write = write
        self.flush = flush
    }

    /// Writes the beginning of the run, and returns the tap that records the rest. Throws if writing fails.
    public func begin(_ run: RunDescription, at scene: TappedScene) throws(ErrorWrapper) -> any RunTap {
        let recorder = RunRecorder(run: run.run, write: write, flush: flush)
        try recorder.record { try RecordingLine.encode(run, at: scene) }
        return recorder
    }
}

private final class RunRecorder: RunTap {
    private struct State {
        var ordinal = 0
        var scene: String?
        /// The first error of writing a line. It is kept until an error can be thrown.
        var failure: ErrorWrapper?
    }

    private let run: UUIDv7
    private let write: @Sendable (Data) throws(ErrorWrapper) -> Void
    private let flush: @Sendable () throws(ErrorWrapper) -> Void
    private let state = Mutex(State())

    init(
        run: UUIDv7, write: @escaping @Sendable (Data) throws(ErrorWrapper) -> Void,
        flush: @escaping @Sendable () throws(ErrorWrapper) -> Void
    ) {
        self.run = run
        self.write = write
        self.flush = flush
    }

    func enter(_ scene: TappedScene) throws(ErrorWrapper) {
        try throwFailure()
        state.withLock { $0.scene = scene.name }
        try record { [run] in try RecordingLine.encode(scene, of: run) }
    }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        try throwFailure()
        let outcome = PortOutcome(await Result(of: performing))
        try record(operation, outcome)
        return try outcome.get()
    }

    func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        let value = performing()
        do {
            try record(operation, .returned(value))
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
        return value
    }

    func end(_ ending: RunEnding) throws(ErrorWrapper) {
        try throwFailure()
        try record { [run] in try RecordingLine.encode(ending, of: run) }
        try flush()
    }

    func record(_ line: () throws -> Data) throws(ErrorWrapper) {
        try write(try withWriteErrors(at: "the recording", of: .recording, line))
    }

    private func record<Value>(
        _ operation: PortOperation<Value>, _ outcome: PortOutcome<Value>
    ) throws(ErrorWrapper) {
        let (ordinal, scene) = state.withLock { state in
            state.ordinal += 1
            return (state.ordinal, state.scene)
        }
        let call = PortCall(run: run, ordinal: ordinal, scene: scene, call: operation.call, outcome: outcome)
        try record { try RecordingLine.encode(call, changes: operation.changes) }
    }

    private func throwFailure() throws(ErrorWrapper) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
