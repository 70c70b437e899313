import Dispatch
import Foundation
import UsecasesEngine

/// The terminal of the program. It is always restored to its initial state.
@MainActor
final class TerminalDisplay: Display {
    let events: AsyncStream<DisplayEvent>
    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private let isColoured: Bool
    private var drawn: (texts: [String], cursor: CursorPosition?)?
    private var reader = KeyReader()
    /// The timeout of an incomplete sequence.
    private var timeout: DispatchWorkItem?
    /// Keys arrive one by one and are not echoed. The previous content is saved, and the cursor hidden. Bracketed paste
    /// prevents pasted text from being read as keys.
    private lazy var control = TerminalControl(
        disabling: tcflag_t(ICANON | ECHO), beginning: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J",
        restoration: "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    ) { [weak self] in self?.receive($0) }

    init(isColoured: Bool) {
        self.isColoured = isColoured
        (events, continuation) = AsyncStream.makeStream()
    }

    var size: (columns: Int, rows: Int) { Console.size ?? (80, 24) }

    func open() async { await control.open() }

    /// Restores the terminal.
    func close() {
        control.close()
        timeout?.cancel()
        continuation.finish()
    }

    func draw(_ lines: [Line], cursor: CursorPosition?) {
        guard control.isTaken else { return }
        let texts = lines.map { $0.escaped(isColoured: isColoured) }
        guard drawn?.texts != texts || drawn?.cursor != cursor else { return }
        var output = ""
        if drawn?.texts != texts {
            // Each line is erased before it is written, because after the last column the cursor is still on that
            // column.
            output =
                "\u{1B}[?25l\u{1B}[H" + texts.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n") + "\u{1B}[0m\u{1B}[J"
        }
        if let cursor {
            output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
        } else {
            output += "\u{1B}[?25l"
        }
        drawn = (texts, cursor)
        control.write(output)
    }

    private func receive(_ event: TerminalControl.Event) {
        switch event {
        case .interrupted(let signal): continuation.yield(.interrupted(signal: signal))
        case .resumed, .resized:
            drawn = nil
            continuation.yield(.resized)
        case .readable: read()
        case .closed: continuation.yield(.keys([.endOfInput]))
        }
    }

    private func read() {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        repeat {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 ? Self.input(POLLHUP) : ![EINTR, EAGAIN].contains(errno) {
                // A closed terminal sends no more keys, so another read would not return any.
                return yield(reader.keys(in: bytes) + [.endOfInput])
            }
        } while bytes.count < Self.inputLimit && Self.input(POLLIN)
        yield(reader.keys(in: bytes))
        waitForRest()
    }

    /// Waits for the rest of a sequence. If it does not follow immediately, the input was the Escape key.
    private func waitForRest() {
        timeout?.cancel()
        guard let patience = reader.patience else { return }
        let timeout = DispatchWorkItem { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.yield(self.reader.flush())
            }
        }
        self.timeout = timeout
        DispatchQueue.main.asyncAfter(
            deadline: .now() + .microseconds(Int(patience.microseconds)), execute: timeout)
    }

    private func yield(_ keys: [DisplayEvent.Key]) {
        if !keys.isEmpty { continuation.yield(.keys(keys)) }
    }

    /// The maximum number of bytes per read. Signals are handled between the parts of endless input.
    private static let inputLimit = 1 << 16

    /// Returns whether the terminal has input (`POLLIN`), or was closed (`POLLHUP`).
    private static func input(_ event: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0 && input.revents & Int16(event) != 0
    }
}
