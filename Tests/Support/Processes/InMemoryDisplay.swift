@testable import CalearningPresentation
@testable import UsecasesTerminal

/// A screen that stores the drawn text, and sends the keys that a spec presses.
@MainActor
final class InMemoryDisplay: Display {
    let events: AsyncStream<DisplayEvent>
    var size = (columns: 80, rows: 24)

    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private var waiting: [(text: String, continuation: AsyncStream<Void>.Continuation)] = []
    private(set) var text = ""
    private(set) var drawings = 0
    private(set) var cursor: CursorPosition?

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    func draw(_ lines: [Line], cursor: CursorPosition?) {
        drawings += 1
        self.cursor = cursor
        text = lines.map(\.text).joined(separator: "\n")
        let satisfied = waiting.filter { $0.text.isEmpty || text.contains($0.text) }
        waiting.removeAll { $0.text.isEmpty || text.contains($0.text) }
        for waiter in satisfied { waiter.continuation.finish() }
    }

    func send(_ event: DisplayEvent) {
        continuation.yield(event)
    }

    /// Returns when something has been drawn after this call.
    func isDrawn() async {
        await wait(for: "")
    }

    /// Returns when the text is visible.
    func shows(_ expected: String) async {
        guard !text.contains(expected) else { return }
        await wait(for: expected)
    }

    /// Returns early if the task is cancelled.
    private func wait(for text: String) async {
        let (drawings, drawing) = AsyncStream.makeStream(of: Void.self)
        waiting.append((text, drawing))
        for await _ in drawings {}
    }
}

extension DisplayEvent {
    static func key(_ key: Key) -> DisplayEvent { .keys([key]) }
}
