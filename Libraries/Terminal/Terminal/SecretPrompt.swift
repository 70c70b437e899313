import ArgumentParser
import Dispatch
import Foundation
public import Usecases

/// Asks on the terminal for what must not be seen: until it is closed, the terminal does not show what is typed.
///
/// The terminal is left as it was found, however the program is ended, and while it is stopped.
@MainActor
public final class SecretPrompt {
    /// Why there was no answer.
    public enum Refusal: Error {
        /// The user has ended the input.
        case endOfInput
        case interrupted(signal: Int32)
    }

    /// How many bytes are read at once. The terminal itself takes hardly more in one line.
    private static let limit = 4096

    private enum Event: Sendable {
        case line([UInt8])
        case refusal(Refusal)
    }

    private var question = ""
    private var original = termios()
    private var isHidden = false
    private var sources: [any DispatchSourceProtocol] = []
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    private init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Hides what is typed from now on, also before and between the questions.
    public static func open() async -> SecretPrompt {
        let prompt = SecretPrompt()
        await prompt.open()
        return prompt
    }

    private func open() async {
        tcgetattr(STDIN_FILENO, &original)
        // A signal that came before somebody listens would end the program with everything hidden, or get lost.
        sources = signalSources()
        await sources.listen()
        hide()
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        input.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.read() } }
        input.resume()
        sources.append(input)
    }

    /// The line that is typed, with its end. The question is written to standard error.
    public func answer(to question: String) async throws(Refusal) -> [UInt8] {
        self.question = question
        Console.note(question, terminator: "")
        var answer: Event?
        for await event in events {
            answer = event
            break
        }
        // The end of the line was not shown either.
        Console.note("")
        self.question = ""
        switch answer {
        case .line(let bytes): return bytes
        case .refusal(let refusal): throw refusal
        case nil: throw .endOfInput
        }
    }

    /// Shows again what is typed, and leaves signals to the system. A pending answer throws `endOfInput`.
    public func close() {
        show()
        for source in sources { source.cancel() }
        for (number, _) in Self.signals { signal(number, SIG_DFL) }
        continuation.finish()
    }

    private enum Signal {
        case stop
        case suspend
        case resume
    }

    private static let signals: [(Int32, Signal)] = [
        (SIGINT, .stop), (SIGTERM, .stop), (SIGHUP, .stop), (SIGTSTP, .suspend), (SIGCONT, .resume),
    ]

    private func signalSources() -> [any DispatchSourceProtocol] {
        Self.signals.map { number, event in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { [weak self] in self?.receive(event, number) } }
            return source
        }
    }

    private func receive(_ event: Signal, _ number: Int32) {
        switch event {
        case .stop: continuation.yield(.refusal(.interrupted(signal: number)))
        case .suspend:
            show()
            kill(getpid(), SIGSTOP)
        case .resume:
            // As for a whole display: a program in the background leaves the terminal alone.
            guard !Console.isInBackground else {
                kill(getpid(), SIGTTOU)
                return
            }
            hide()
            Console.note(question, terminator: "")
        }
    }

    /// The terminal hands over a whole line, which can still be corrected until then.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: Self.limit + 1)
        let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 {
            continuation.yield(.line(Array(buffer.prefix(count))))
        } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
            continuation.yield(.refusal(.endOfInput))
        }
    }

    private func hide() {
        if !isHidden { TerminalRescue.prepare(original, restoration: "") }
        isHidden = true
        var hidden = original
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
    }

    private func show() {
        guard isHidden else { return }
        isHidden = false
        tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
        TerminalRescue.end()
    }
}

/// Secrets from standard input, one on each line.
public enum SecretInput {
    /// In bytes, all lines together.
    public static let limit = 4096

    /// Throws a usage error unless there are exactly so many lines. The end of the last line may be missing.
    public static func lines(_ count: Int) throws -> [Secret] {
        try lines(count, in: bytes())
    }

    /// The same for bytes that have been read; throws a usage error also if they are too many or not text in UTF-8.
    public static func lines(_ count: Int, in bytes: [UInt8]) throws -> [Secret] {
        guard bytes.count <= limit else { throw ValidationError(.longSecret) }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError(.unreadableSecret)
        }
        // A line break is one character, even that of Windows.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == count else { throw ValidationError(.secretLines(expected: count, found: lines.count)) }
        return lines.map { Secret(String($0)) }
    }

    /// At most one byte more than is allowed.
    private static func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit + 1)
        while bytes.count <= limit {
            let count = read(STDIN_FILENO, &buffer, limit + 1 - bytes.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        return bytes
    }
}
