import Dispatch
import Foundation
import UsecasesEngine

/// The control of the program over its terminal, from the first question or view to the last. The terminal is restored
/// when the program ends for any reason, and while it is stopped.
@MainActor
final class TerminalControl {
    enum Event {
        /// This signal requests the program to stop.
        case interrupted(signal: Int32)
        /// The program has continued after a stop, and controls the terminal again.
        case resumed
        case resized
        /// Input can be read.
        case readable
        /// The terminal takes no more output.
        case closed
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]

    private(set) var isTaken = false
    private let disabled: tcflag_t
    private let (beginning, restoration): (String, String)
    private let receive: @MainActor (Event) -> Void
    private var original = termios()
    private var sources: [any DispatchSourceProtocol] = []

    /// Creates a control that clears these local flags of the terminal. It writes the texts when it takes the terminal, and
    /// before it restores it.
    init(
        disabling flags: tcflag_t, beginning: String = "", restoration: String = "",
        receive: @escaping @MainActor (Event) -> Void
    ) {
        disabled = flags
        (self.beginning, self.restoration) = (beginning, restoration)
        self.receive = receive
    }

    /// Takes control of the terminal.
    func open() async {
        tcgetattr(STDIN_FILENO, &original)
        // A later signal would end the program without restoring the terminal.
        sources = await Signals.receive(Self.signals, on: .main) { [weak self] number in
            MainActor.assumeIsolated { self?.receive(signal: number) }
        }
        take()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.receive(.readable) } }
        input.resume()
        sources.append(input)
    }

    /// Restores the terminal and the default signal handling.
    func close() {
        release()
        for source in sources { source.cancel() }
        for number in Self.signals { signal(number, SIG_DFL) }
    }

    func write(_ text: String) {
        if !text.isEmpty, StandardStream.output.write(text) != nil { receive(.closed) }
    }

    private func receive(signal number: Int32) {
        switch number {
        case SIGTSTP:
            release()
            kill(getpid(), SIGSTOP)
        case SIGCONT:
            // The system stops a background program that uses the terminal, but not on a thread with blocked signals,
            // such as this one. If the shell has ended, the system does not stop the program. This code does not stop
            // it either.
            guard !Console.isInBackground else {
                kill(getpid(), SIGTTOU)
                return
            }
            take()
            receive(.resumed)
        case SIGWINCH: receive(.resized)
        default: receive(.interrupted(signal: number))
        }
    }

    private func take() {
        // A program that continues without having been stopped has already prepared it.
        if !isTaken { TerminalRescue.prepare(original, restoration: restoration) }
        isTaken = true
        var attributes = original
        attributes.c_lflag &= ~disabled
        // A key such as Ctrl-C discards what was typed before it. A later read must not wait for another key, because the signal
        // is handled after it. This has no effect on reading lines.
        withUnsafeMutableBytes(of: &attributes.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes)
        write(beginning)
    }

    private func release() {
        // A program that ends while it is stopped has already restored the terminal.
        guard isTaken else { return }
        isTaken = false
        write(restoration)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
        TerminalRescue.end()
    }
}
