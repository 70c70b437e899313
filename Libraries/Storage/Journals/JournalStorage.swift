import Foundation
import Usecases

/// The storage for the journals of runs.
protocol JournalStorage: Sendable {
    /// Takes over a journal of an interrupted run of the use case, and removes all others of that kind.
    func claim(usecase: String) async throws(ErrorWrapper) -> (any StoredJournal)?
    /// A new journal with the given content, which is on disk on return.
    func make(for run: RunDescription, content: Data) async throws(ErrorWrapper) -> any StoredJournal
    func discard() async throws(ErrorWrapper)
}

/// The journal of one run, which the run holds until it removes or releases the journal, or ends in any other way.
protocol StoredJournal: Sendable {
    func content() async throws(ErrorWrapper) -> Data
    /// With `durably`, the lines are on disk on return.
    func append(_ lines: Data, durably: Bool) async throws(ErrorWrapper)
    /// Removes everything beyond the given number of bytes.
    func cut(to size: Int) async throws(ErrorWrapper)
    func remove() async throws(ErrorWrapper)
    /// Leaves the journal to the next run.
    func release() async
}
