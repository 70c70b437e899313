public import ArgumentParser
import Foundation
public import Usecases

/// The terminal, and the output of the program, which is made harmless to it.
public enum Console {
    /// Whether standard input is a terminal.
    public static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    /// Whether standard error is a terminal.
    public static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether the terminal belongs to another program: a program in the background leaves it to the shell.
    static var isInBackground: Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        // A terminal that does not exist, or no longer exists, belongs to no other program.
        return foreground >= 0 && foreground != getpgrp()
    }

    /// The size of the terminal, if standard output is one.
    public static var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The columns of a line of text: what COLUMNS says comes first, as in environ(7).
    public static func columns(in environment: Environment) -> Int {
        let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return named ?? size?.columns ?? 80
    }

    /// Writes a line of the result. If it cannot be delivered, the program ends with 74, or by SIGPIPE if its reader is
    /// gone.
    public static func write(_ line: String, terminator: String = "\n") throws {
        guard let code = StandardStream.output.write(line.harmless + terminator) else { return }
        if code == EPIPE { Signals.end(by: SIGPIPE) }
        let reason = String(cString: strerror(code))
        complain(Sentence.unwritableResult(reason).text(in: .spoken))
        throw ExitCode(ExitStatus.storeFailure.rawValue)
    }

    /// Reports on standard error why there is no result, and returns the exit status for that.
    public static func ending(with error: ErrorReport, in language: Language) -> ExitCode {
        complain(Page.error(error), in: language)
        return ExitCode(error.exitStatus.rawValue)
    }

    /// The value; if there is none, ends as ``ending(with:in:)`` does.
    static func result<Value>(
        _ value: @autoclosure () throws(ErrorWrapper) -> Value, in language: Language
    ) throws -> Value {
        do {
            return try value()
        } catch {
            throw ending(with: ErrorReport(error), in: language)
        }
    }

    /// Shows a line on standard error that the next one replaces.
    public static func progress(_ line: String) {
        _ = StandardStream.error.write("\r\u{1B}[K" + line.harmless)
    }

    /// Says on standard error what went wrong, behind the name by which the program was called.
    package static func complain(_ text: String) {
        note("\(program): \(text)")
    }

    /// The same about an error or another view.
    package static func complain(_ view: any View, in language: Language) {
        note(view.note(of: program, in: language))
    }

    private static let program = String(Environment.arguments.first?.split(separator: "/").last ?? "")

    /// Writes to standard error what is not the result.
    public static func note(_ text: String, terminator: String = "\n") {
        // A failure to write this cannot be reported anywhere, and the exit status says the rest.
        _ = StandardStream.error.write(text.harmless + terminator)
    }
}

extension Sentence {
    static func unwritableResult(_ reason: String) -> Sentence {
        Sentence(
            en: "The result cannot be written to standard output: \(reason).", ja: "結果を標準出力に書き込めません: \(reason)")
    }
}

/// The standard streams, whatever they are connected to.
enum StandardStream: Int32, CaseIterable {
    case input
    case output
    case error

    /// If the program is started with one of them closed, other files would be opened in its place, and notes written
    /// to them.
    static func reserve() {
        for stream in allCases where fcntl(stream.rawValue, F_GETFD) < 0 && errno == EBADF {
            // Opened in the opposite direction, so that it stays as useless as it was found. The lowest free number is
            // taken.
            _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }

    /// Returns the error number if not everything was written.
    func write(_ text: String) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program that shares the stream has made it non-blocking; this program waits.
                var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
