@testable import Presentation

/// A screen that keeps what is drawn, and sends the keys that a spec presses.
@MainActor
final class InMemoryScreen: Screen {
    let events: AsyncStream<ScreenEvent>
    var size = (columns: 80, rows: 24)

    private let continuation: AsyncStream<ScreenEvent>.Continuation
    private var waiting: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    private(set) var text = ""

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    func draw(_ lines: [Line]) {
        text = lines.map(\.text).joined(separator: "\n")
        let satisfied = waiting.filter { $0.text.isEmpty || text.contains($0.text) }
        waiting.removeAll { $0.text.isEmpty || text.contains($0.text) }
        for waiter in satisfied { waiter.continuation.resume() }
    }

    func send(_ event: ScreenEvent) {
        continuation.yield(event)
    }

    /// Returns when something has been drawn after this call.
    func isDrawn() async {
        await withCheckedContinuation { waiting.append(("", $0)) }
    }

    /// Returns when the text can be seen.
    func shows(_ expected: String) async {
        guard !text.contains(expected) else { return }
        await withCheckedContinuation { waiting.append((expected, $0)) }
    }
}
