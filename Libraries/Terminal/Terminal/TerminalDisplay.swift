import Dispatch
import Foundation
import Usecases

/// The terminal of the program. It is always restored to its initial state.
@MainActor
final class TerminalDisplay: Display {
    let events: AsyncStream<DisplayEvent>
    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private let isColoured: Bool
    private var original = termios()
    private var sources: [any DispatchSourceProtocol] = []
    private var drawn: (texts: [String], cursor: CursorPosition?)?
    private var reader = KeyReader()
    /// The timeout of an incomplete sequence.
    private var timeout: DispatchWorkItem?
    /// Whether the program controls the terminal.
    private var isEntered = false

    init(isColoured: Bool) {
        self.isColoured = isColoured
        (events, continuation) = AsyncStream.makeStream()
    }

    var size: (columns: Int, rows: Int) { Console.size ?? (80, 24) }

    /// Takes control of the terminal. Keys arrive one by one and are not echoed, and the previous content is saved.
    func open() async {
        tcgetattr(STDIN_FILENO, &original)
        // A signal before the sources listen would end the program without restoring the terminal.
        sources = signalSources()
        await sources.listen()
        enter()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.read() } }
        input.resume()
        sources.append(input)
    }

    /// Restores the terminal.
    func close() {
        leave()
        for source in sources { source.cancel() }
        for (number, _) in Self.signals { signal(number, SIG_DFL) }
        timeout?.cancel()
        continuation.finish()
    }

    func draw(_ lines: [Line], cursor: CursorPosition?) {
        guard isEntered else { return }
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
        send(output)
    }

    /// The sequences that disable bracketed paste, show the cursor, and restore the previous content.
    nonisolated static let restoration = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private enum Signal {
        case stop(Int32)
        case suspend
        case resume
        case resize
    }

    private static let signals: [(Int32, Signal)] = [
        (SIGINT, .stop(SIGINT)), (SIGTERM, .stop(SIGTERM)), (SIGHUP, .stop(SIGHUP)),
        (SIGTSTP, .suspend), (SIGCONT, .resume), (SIGWINCH, .resize),
    ]

    private func signalSources() -> [any DispatchSourceProtocol] {
        Self.signals.map { number, event in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.receive(event) } }
            return source
        }
    }

    private func receive(_ signal: Signal) {
        switch signal {
        case .stop(let number):
            continuation.yield(.interrupted(signal: number))
        case .suspend:
            leave()
            kill(getpid(), SIGSTOP)
        case .resume:
            // The system stops a background program that uses the terminal, but not on a thread with blocked signals,
            // such as this one. If the shell has ended, the system does not stop the program. This code does not stop
            // it either.
            guard !Console.isInBackground else {
                kill(getpid(), SIGTTOU)
                return
            }
            enter()
            continuation.yield(.resized)
        case .resize:
            drawn = nil
            continuation.yield(.resized)
        }
    }

    private func read() {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        repeat {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
                // A closed terminal sends no more keys, so another read would not return any.
                return continuation.yield(keys: reader.keys(in: bytes) + [.endOfInput])
            }
        } while bytes.count < Self.inputLimit && Self.hasInput
        continuation.yield(keys: reader.keys(in: bytes))
        waitForRest()
    }

    /// Waits for the rest of a sequence. If it does not follow immediately, the input was the Escape key.
    private func waitForRest() {
        timeout?.cancel()
        guard let patience = reader.patience else { return }
        let timeout = DispatchWorkItem { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.continuation.yield(keys: self.reader.flush())
            }
        }
        self.timeout = timeout
        DispatchQueue.main.asyncAfter(
            deadline: .now() + .microseconds(Int(patience.microseconds)), execute: timeout)
    }

    /// The maximum number of bytes per read. Signals are handled between the parts of endless input.
    private static let inputLimit = 1 << 16

    private static var hasInput: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0 && input.revents & Int16(POLLIN) != 0
    }

    private func enter() {
        // A program that continues without having been stopped has already prepared it.
        if !isEntered { TerminalRescue.prepare(original, restoration: Self.restoration) }
        isEntered = true
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        drawn = nil
        // Bracketed paste prevents pasted text from being read as keys.
        send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J")
    }

    private func leave() {
        // A program that ends while it is stopped has already restored the terminal.
        guard isEntered else { return }
        isEntered = false
        send(Self.restoration)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
        TerminalRescue.end()
    }

    private func send(_ text: String) {
        if StandardStream.output.write(text) != nil { continuation.yield(.keys([.endOfInput])) }
    }
}

extension AsyncStream<DisplayEvent>.Continuation {
    fileprivate func yield(keys: [DisplayEvent.Key]) {
        if !keys.isEmpty { yield(.keys(keys)) }
    }
}
