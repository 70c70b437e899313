import Dispatch
import Foundation

/// The terminal that the program was started on. It is always left as it was found.
@MainActor
final class TerminalDisplay: Display {
    let events: AsyncStream<DisplayEvent>
    private let continuation: AsyncStream<DisplayEvent>.Continuation
    private let isColoured: Bool
    private var original = termios()
    private var sources: [any DispatchSourceProtocol] = []
    private var drawn: (texts: [String], cursor: CursorPosition?)?
    private var reader = KeyReader()
    /// Ends the wait for the rest of a sequence.
    private var timeout: DispatchWorkItem?
    /// Whether the terminal is taken over.
    private var isEntered = false

    init(isColoured: Bool) {
        self.isColoured = isColoured
        (events, continuation) = AsyncStream.makeStream()
    }

    var size: (columns: Int, rows: Int) { Console.size ?? (80, 24) }

    /// Takes the terminal over: keys come one by one and unseen, and what was on it is put aside.
    func open() async {
        tcgetattr(STDIN_FILENO, &original)
        // A signal that came before somebody listens would end the program and leave the terminal taken over.
        sources = signalSources()
        await sources.listen()
        enter()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.read() } }
        input.resume()
        sources.append(input)
    }

    /// Gives the terminal back.
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
            // Each line is erased before it is written: after its last column, the cursor is still on that column.
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

    /// Pastes are no longer marked; shows the cursor, and what was on the terminal before.
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
            // The system would stop a program in the background that touches the terminal, but not on a thread that has
            // signals blocked, as this one has. It does not stop one whose shell is gone, and neither does this.
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
                // A terminal that is gone sends no more keys; neither would asking again.
                return continuation.yield(keys: reader.keys(in: bytes) + [.endOfInput])
            }
        } while bytes.count < Self.inputLimit && Self.hasInput
        continuation.yield(keys: reader.keys(in: bytes))
        waitForRest()
    }

    /// The rest of a sequence follows at once, or it was the key Escape alone.
    private func waitForRest() {
        timeout?.cancel()
        guard reader.isWaiting else { return }
        let timeout = DispatchWorkItem { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.continuation.yield(keys: self.reader.flush())
            }
        }
        self.timeout = timeout
        DispatchQueue.main.asyncAfter(deadline: .now() + (reader.isPasting ? 1 : 0.05), execute: timeout)
    }

    /// How many bytes are taken at once. Endless input is handled piece by piece, and signals in between.
    private static let inputLimit = 1 << 16

    private static var hasInput: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0 && input.revents & Int16(POLLIN) != 0
    }

    private func enter() {
        // A program that continues without having been stopped has prepared it already.
        if !isEntered { TerminalRescue.prepare(original, restoration: Self.restoration) }
        isEntered = true
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        drawn = nil
        // Pastes are marked, so that what was pasted is not taken for keys.
        send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[2J")
    }

    private func leave() {
        // A program that is ended while it is stopped has given the terminal back before.
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

extension Line {
    /// The text with the escape sequences of its style.
    fileprivate func escaped(isColoured: Bool) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return switch style {
        case .plain: text
        case .heading: "\u{1B}[1;36m\(text)\u{1B}[0m"
        case .faint: "\u{1B}[2m\(text)\u{1B}[0m"
        case .alarm: "\u{1B}[1;31m\(text)\u{1B}[0m"
        }
    }
}
