public import ArgumentParser
import Foundation
public import UsecasesEngine

/// The terminal and the output of the program. Control characters in the output are replaced.
public enum Console {
    /// Whether standard input is a terminal.
    public static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    package static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    /// Whether standard error is a terminal.
    public static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether the terminal belongs to a different program. A program in the background leaves it to the shell.
    static var isInBackground: Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        // A missing terminal does not belong to a different program.
        return foreground >= 0 && foreground != getpgrp()
    }

    /// The size of the terminal, or `nil` if standard output is not a terminal.
    public static var size: (columns: Int, rows: Int)? {
        size(of: .output)
    }

    private static func size(of stream: StandardStream) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Returns the number of columns of a line of text. The variable COLUMNS takes precedence, as in environ(7).
    public static func columns(in environment: Environment) -> Int {
        let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return named ?? (size ?? size(of: .error))?.columns ?? 80
    }

    /// Reads a line that the user types. Returns `nil` at the end of the input. An answer of the terminal that arrives late is
    /// not part of the line.
    public static func typedLine() -> String? {
        readLine().map { String(decoding: KeyReader.typed(in: Array($0.utf8)), as: UTF8.self) }
    }

    /// Writes lines for a person, like ``write(_:terminator:)``. A terminal shows them wrapped and in colours.
    static func show(_ lines: [Line]) throws {
        try send(text(of: lines, on: .output) + "\n")
    }

    static func show(_ lines: [String]) throws { try show(lines.map { Line($0) }) }

    /// Returns the lines, wrapped and in colours if the stream is a terminal.
    private static func text(of lines: [Line], on stream: StandardStream) -> String {
        guard isatty(stream.rawValue) == 1 else { return lines.map(\.text.harmless).joined(separator: "\n") }
        let style = TerminalStyle(environment: .process, isInputTerminal: false, isOutputTerminal: true)
        // No Japanese character fits into a single column.
        let width = max(2, columns(in: .process))
        return lines.flatMap { line in
            Line(line.text.replacing("\t", with: "    "), style: line.style).wrapped(to: width)
        }.map { $0.escaped(isColoured: style.isColoured) }.joined(separator: "\n")
    }

    /// The number of columns of a line of help. On a wide terminal, long lines would be hard to read.
    static var helpColumns: Int {
        Environment.process["COLUMNS"] == nil ? min(columns(in: .process), 100) : columns(in: .process)
    }

    /// Writes a line of the result. On an error, ends the program with 74, or with SIGPIPE if the reader is closed.
    public static func write(_ line: String, terminator: String = "\n") throws {
        try send(line.harmless + terminator)
    }

    private static func send(_ text: String) throws {
        guard let code = StandardStream.output.write(text) else { return }
        if code == EPIPE { Signals.end(by: SIGPIPE) }
        // The terminal has hung up, and its signal may arrive later.
        if code == EIO, isatty(STDOUT_FILENO) == 1 || errno == EIO { Signals.end(by: SIGHUP) }
        let reason = String(cString: strerror(code))
        complain(Sentence.unwritableResult(reason).text(in: .spoken))
        throw ExitCode(ExitStatus.storeFailure.rawValue)
    }

    /// Prints the error on standard error, and returns its exit status.
    public static func ending(with error: ErrorReport, in language: Language) -> ExitCode {
        complain(Page.error(error), in: language)
        return ExitCode(error.exitStatus.rawValue)
    }

    /// Returns the value. If it throws an error, prints the error and throws its exit status, like
    /// ``ending(with:in:)``.
    static func result<Value>(
        _ value: @autoclosure () throws(ErrorWrapper) -> Value, in language: Language
    ) throws -> Value {
        do {
            return try value()
        } catch {
            throw ending(with: ErrorReport(error), in: language)
        }
    }

    /// Shows a line on standard error that the next line replaces.
    public static func progress(_ line: String) {
        // A line that wraps would not be replaced.
        _ = StandardStream.error.write("\r\u{1B}[K" + line.printable.truncated(to: columns(in: .process) - 1))
    }

    /// Prints an error message on standard error, prefixed with the name of the program.
    package static func complain(_ text: String) {
        note("\(program): \(text)")
    }

    /// Prints a view, such as an error, on standard error, prefixed with the name of the program.
    package static func complain(_ view: any View, in language: Language) {
        let lines = view.note(of: program, in: language).split(separator: "\n", omittingEmptySubsequences: false)
        note(lines.enumerated().map { Line(String($1), style: $0 == 0 ? .alarm : .plain) })
    }

    private static let program = String(CommandLine.arguments.first?.split(separator: "/").last ?? "")

    /// Writes a message to standard error that is not part of the result.
    public static func note(_ text: String, terminator: String = "\n") {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0)) }
        // The cursor stays behind the space after a question.
        note(lines, terminator: String(text.reversed().prefix { $0 == " " }) + terminator)
    }

    /// Writes lines to standard error, like a message. A terminal shows them wrapped and in colours.
    public static func note(_ lines: [Line], terminator: String = "\n") {
        // A failure of this write cannot be reported anywhere, and the exit status describes the outcome.
        _ = StandardStream.error.write(text(of: lines, on: .error) + terminator)
    }
}

extension Sentence {
    static func unwritableResult(_ reason: String) -> Sentence {
        Sentence(
            en: "The result cannot be written to standard output: \(reason).", ja: "結果を標準出力に書き込めません: \(reason)")
    }

    static let noProc = Sentence(
        en: "The program needs /proc, which is not mounted here. Mount it: mount -t proc proc /proc",
        ja: "このプログラムには/procが必要ですが、マウントされていません。マウントしてください: mount -t proc proc /proc")
}

/// The standard streams, connected to any file or device.
enum StandardStream: Int32, CaseIterable {
    case input
    case output
    case error

    /// Opens `/dev/null` for each closed standard stream. Otherwise the next opened file would take its number, and
    /// receive the messages.
    static func reserve() {
        for stream in allCases where fcntl(stream.rawValue, F_GETFD) < 0 && errno == EBADF {
            // The opposite direction keeps the stream unusable. The system assigns the lowest free number.
            _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes the text. Returns the error number if it was not written completely.
    func write(_ text: String) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // A program that shares the stream has set it to non-blocking, so this program waits.
                var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
