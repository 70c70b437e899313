import Dispatch
import Foundation

/// The terminal that the program was started on. It is always left as it was found.
@MainActor
final class TerminalScreen: Screen {
    let events: AsyncStream<ScreenEvent>
    private let continuation: AsyncStream<ScreenEvent>.Continuation
    private let isColoured: Bool
    private var original = termios()
    private var sources: [any DispatchSourceProtocol] = []
    private var drawn: [String] = []

    init(isColoured: Bool) {
        self.isColoured = isColoured
        (events, continuation) = AsyncStream.makeStream()
    }

    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Takes the terminal over: keys come one by one and unseen, and what was on it is put aside.
    func open() {
        tcgetattr(STDIN_FILENO, &original)
        enter()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.read() } }
        sources =
            [input]
            + Self.signals.map { number, event in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
                source.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.receive(event) } }
                return source
            }
        for source in sources { source.resume() }
    }

    /// Gives the terminal back.
    func close() {
        for source in sources { source.cancel() }
        for (number, _) in Self.signals { signal(number, SIG_DFL) }
        continuation.finish()
        leave()
    }

    func draw(_ lines: [Line]) {
        let texts = lines.map { $0.escaped(isColoured: isColoured) }
        guard texts != drawn else { return }
        drawn = texts
        // Each line is erased before it is written: after its last column, the cursor stands on that column still.
        send("\u{1B}[H" + texts.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n") + "\u{1B}[0m\u{1B}[J")
    }

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

    private func receive(_ signal: Signal) {
        switch signal {
        case .stop(let number):
            continuation.yield(.interrupted(signal: number))
        case .suspend:
            leave()
            kill(getpid(), SIGSTOP)
        case .resume:
            enter()
            continuation.yield(.resized)
        case .resize:
            drawn = []
            continuation.yield(.resized)
        }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else {
            // A terminal that is gone sends no more keys; neither would asking again.
            if count == 0 || errno != EINTR { continuation.yield(.key(.endOfInput)) }
            return
        }
        for key in ScreenEvent.Key.keys(in: buffer[..<count]) { continuation.yield(.key(key)) }
    }

    private func enter() {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        drawn = []
        send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    private func leave() {
        send("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    }

    private func send(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            continuation.yield(.key(.endOfInput))
        }
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
