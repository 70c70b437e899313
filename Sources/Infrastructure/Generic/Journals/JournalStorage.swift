import Domain
import Foundation

/// Where the journals of runs are kept.
protocol JournalStorage: Sendable {
    /// Takes over a journal of the use case whose run was cut off, and removes all others of this kind.
    func claim(usecase: String) async throws(ErrorWrapper) -> (any StoredJournal)?
    /// A new journal with this content, on disk when it returns.
    func make(for run: RunDescription, content: Data) async throws(ErrorWrapper) -> any StoredJournal
    func discard() async throws(ErrorWrapper)
}

/// The journal of one run, which is its own until it is removed, or the run ends in any other way.
protocol StoredJournal: Sendable {
    func content() async throws(ErrorWrapper) -> Data
    /// `durably`: on disk when it returns.
    func append(_ lines: Data, durably: Bool) async throws(ErrorWrapper)
    /// Cuts off what is beyond so many bytes.
    func cut(to size: Int) async throws(ErrorWrapper)
    func remove() async throws(ErrorWrapper)
    /// Leaves it to whichever run begins next.
    func release() async
}
