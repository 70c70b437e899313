import ArgumentParser
import Domain
import Foundation

/// The terminal, and what is written: harmless to it, whatever it holds.
enum Console {
    static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether the terminal is for another program: one that runs in the background leaves it to the shell.
    static var isInBackground: Bool {
        let foreground = tcgetpgrp(STDIN_FILENO)
        // No terminal, or one that is gone, is nobody's.
        return foreground >= 0 && foreground != getpgrp()
    }

    /// Writes a line of the result. A result that cannot be delivered ends the program with 74, or as its reader wishes
    /// who went away.
    static func write(_ line: String, terminator: String = "\n") throws {
        guard let code = StandardStream.output.write(line.harmless + terminator) else { return }
        if code == EPIPE { Signals.end(by: SIGPIPE) }
        let reason = String(cString: strerror(code))
        note("\(Product.name): " + Sentence.unwritableResult(reason).text(in: .spoken))
        throw ExitCode(ExitStatus.storeFailure.rawValue)
    }

    /// Tells on standard error why there is no result, and returns what the program ends with then.
    static func ending(with error: ErrorReport, in language: Language) -> ExitCode {
        note("\(Product.name): " + Page.error(error).plainLines(in: language).joined(separator: "\n  "))
        return ExitCode(error.exitStatus.rawValue)
    }

    /// Writes to standard error what is not the result.
    static func note(_ text: String, terminator: String = "\n") {
        // There is nobody left to tell that it cannot be written, and how the program ends says the rest.
        _ = StandardStream.error.write(text.harmless + terminator)
    }
}

extension Sentence {
    static func unwritableResult(_ reason: String) -> Sentence {
        Sentence(
            en: "The result cannot be written to standard output: \(reason).", ja: "結果を標準出力に書き込めません: \(reason)")
    }
}
