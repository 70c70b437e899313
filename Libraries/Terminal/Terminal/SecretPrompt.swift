import ArgumentParser
import Foundation
public import UsecasesEngine
import UsecasesSystem

/// A prompt for secrets on the terminal. Until it is closed, the terminal does not show typed text.
///
/// The terminal is restored when the program ends for any reason, and while it is stopped.
@MainActor
public final class SecretPrompt {
    /// The reason for a missing answer.
    public enum Refusal: Error {
        /// The user has ended the input.
        case endOfInput
        /// This signal requests the program to stop.
        case interrupted(signal: Int32)
    }

    /// The maximum number of bytes per read. A terminal accepts hardly more in one line.
    private static let limit = 4096

    private enum Event: Sendable {
        case line([UInt8])
        case refusal(Refusal)
    }

    private var question = ""
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private lazy var control = TerminalControl(disabling: tcflag_t(ECHO | ECHONL)) { [weak self] in self?.receive($0) }

    private init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Creates a prompt and hides typed text from now on, also before and between the questions.
    public static func open() async -> SecretPrompt {
        let prompt = SecretPrompt()
        await prompt.control.open()
        return prompt
    }

    /// Writes the question to standard error. Returns the typed line, with its end.
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

    /// Shows typed text again, and restores the default signal handling. A pending answer throws `endOfInput`.
    public func close() {
        control.close()
        continuation.finish()
    }

    private func receive(_ event: TerminalControl.Event) {
        switch event {
        case .interrupted(let signal): continuation.yield(.refusal(.interrupted(signal: signal)))
        case .resumed: Console.note(question, terminator: "")
        case .readable: read()
        case .resized, .closed: break
        }
    }

    /// Reads a whole line. Until the line ends, the user can correct it.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: Self.limit + 1)
        let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 {
            continuation.yield(.line(KeyReader.typed(in: Array(buffer.prefix(count)))))
        } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
            continuation.yield(.refusal(.endOfInput))
        }
    }
}

/// A reader of secrets from standard input, one on each line.
public enum SecretInput {
    /// The maximum length in bytes, for all lines together.
    public static let limit = 4096

    /// Reads the secrets. Throws a usage error unless the input has exactly `count` lines. The end of the last line may
    /// be missing.
    public static func lines(_ count: Int) throws -> [Secret] {
        try lines(count, in: bytes())
    }

    /// Returns the secrets in the bytes. Throws a usage error if the number of lines differs, or if the bytes are too
    /// many or not valid UTF-8. Ignores a byte order mark at the beginning, such as PowerShell writes.
    public static func lines(_ count: Int, in bytes: [UInt8]) throws -> [Secret] {
        guard bytes.count <= limit else { throw ValidationError(.longSecret) }
        guard !bytes.contains(0), let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw ValidationError(.unreadableSecret)
        }
        // A line break is one character, even the line break of Windows.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == count else { throw ValidationError(.secretLines(expected: count, found: lines.count)) }
        return lines.map { Secret(String($0)) }
    }

    /// Reads the input, with at most one byte more than the limit.
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
