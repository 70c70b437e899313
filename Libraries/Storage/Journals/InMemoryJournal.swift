import Foundation
import Synchronization
public import UsecasesEngine

/// A journal in memory, for configurations without files.
public struct InMemoryJournal: Journal {
    private let storage = InMemoryJournalStorage()

    /// Creates a journal without runs.
    public init() {}

    /// Resumes an interrupted run that began in the same way, or begins a new run.
    public func begin(_ run: RunDescription, at scene: TappedScene) async throws(ErrorWrapper) -> any RunTap {
        try await JournalledRun.begin(run, at: scene, in: storage)
    }

    /// Removes the journals of all unfinished runs.
    public func discard() async throws(ErrorWrapper) {
        await storage.discard()
    }

    /// All journals as text.
    public var text: String {
        get async { await storage.text }
    }
}

private actor InMemoryJournalStorage: JournalStorage {
    /// The content of a journal. It outlives the run.
    final class Content: Sendable {
        let data: Mutex<Data?>

        init(_ data: Data) {
            self.data = Mutex(data)
        }
    }

    /// A journal held by a run. If the holder is deallocated, its run was interrupted.
    private final class Holder: StoredJournal {
        private let kept: Content
        private let isReleased = Mutex(false)

        init(_ kept: Content) {
            self.kept = kept
        }

        var isFree: Bool { isReleased.withLock { $0 } }

        func release() { isReleased.withLock { $0 = true } }

        func content() -> Data { kept.data.withLock { $0 ?? Data() } }

        func append(_ lines: Data, durably: Bool) { kept.data.withLock { $0?.append(lines) } }

        func cut(to size: Int) { kept.data.withLock { $0 = $0?.prefix(size) } }

        func remove() { kept.data.withLock { $0 = nil } }
    }

    private struct Entry {
        let usecase: String
        let content: Content
        weak var holder: Holder?

        var isFree: Bool { holder?.isFree ?? true }
    }

    private var entries: [Entry] = []

    var text: String {
        entries.compactMap { $0.content.data.withLock { $0 } }.map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    func claim(usecase: String) -> (any StoredJournal)? {
        entries.removeAll { $0.content.data.withLock { $0 == nil } }
        guard let last = entries.lastIndex(where: { $0.usecase == usecase && $0.isFree }) else { return nil }
        let content = entries[last].content
        entries.removeAll { $0.usecase == usecase && $0.isFree }
        return hold(content, usecase)
    }

    func make(for run: RunDescription, content: Data) -> any StoredJournal {
        hold(Content(content), run.usecase)
    }

    func discard() {
        for entry in entries { entry.content.data.withLock { $0 = nil } }
        entries = []
    }

    private func hold(_ content: Content, _ usecase: String) -> Holder {
        let holder = Holder(content)
        entries.append(Entry(usecase: usecase, content: content, holder: holder))
        return holder
    }
}

extension InMemoryJournal: TimeBounded {
    /// Zero, because no operation waits.
    public func longest(_ operation: OperationName) -> Duration? { .zero }
}
