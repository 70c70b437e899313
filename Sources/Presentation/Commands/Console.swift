import ArgumentParser
import Foundation

/// The standard streams, on which nothing gets lost unnoticed.
enum Console {
    static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line of the result. A result that cannot be delivered ends the program with 74.
    static func write(_ line: String, terminator: String = "\n") throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + terminator).utf8))
        } catch {
            try note("calearning: the result cannot be written to standard output: \(error)")
            throw ExitCode(ExitStatus.storeFailure.rawValue)
        }
    }

    /// Writes to standard error what is not the result.
    static func note(_ text: String, terminator: String = "\n") throws {
        try FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
    }
}
