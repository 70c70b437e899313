package import UsecasesTerminal

/// A screen that stores the drawn text, and sends the keys that a spec presses.
@MainActor
package final class InMemoryDisplay: Display {
    package let events: AsyncStream<DisplayEvent>
    package var size = (columns: 80, rows: 24)

    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private var waiting: [(text: String, continuation: AsyncStream<Void>.Continuation)] = []
    package private(set) var text = ""
    package private(set) var drawings = 0
    package private(set) var cursor: CursorPosition?

    package init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    package func draw(_ lines: [Line], cursor: CursorPosition?) {
        drawings += 1
        self.cursor = cursor
        text = lines.map(\.text).joined(separator: "\n")
        let satisfied = waiting.filter { $0.text.isEmpty || text.contains($0.text) }
        waiting.removeAll { $0.text.isEmpty || text.contains($0.text) }
        for waiter in satisfied { waiter.continuation.finish() }
    }

    package func send(_ event: DisplayEvent) {
        continuation.yield(event)
    }

    /// Returns when something has been drawn after this call.
    package func isDrawn() async {
        await wait(for: "")
    }

    /// Returns when the text is visible.
    package func shows(_ expected: String) async {
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
    package static func key(_ key: Key) -> DisplayEvent { .keys([key]) }
}
