package import Foundation

/// Runs the program itself, as a user would, or another program of this machine.
package struct ProgramProcess: Sendable {
    package struct Result: Sendable {
        package let status: Int32
        /// Whether a signal ended the process.
        package let isKilled: Bool
        package let output: String
        package let errors: String

        /// Returns the single object of `--format json`.
        package func json() throws -> JSONObject {
            try JSONObject(output)
        }
    }

    private let arguments: [String]
    private let environment: [String: String]
    private let output: String?
    private let errors: String?
    private let input: String?
    private let launcher: [String]
    private let program: String

    /// Creates a process without the environment of this process. `output` and `errors` are optional files for the
    /// output, which is then missing in the result. `input` comes through a pipe. `launcher` is a command that becomes
    /// the program, or starts it. `program` is the name of a product of this package, or an absolute path.
    package init(
        _ arguments: [String], environment: [String: String] = [:], output: String? = nil, errors: String? = nil,
        input: String? = nil, through launcher: [String] = [], program: String = "calearning"
    ) {
        self.arguments = arguments
        self.environment = environment
        self.output = output
        self.errors = errors
        self.input = input
        self.launcher = launcher
        self.program = program
    }

    /// Runs to the end. `whenStarted` receives the identifier of the process, to which signals can be sent.
    package func run(whenStarted: @Sendable (pid_t) -> Void = { _ in }) async throws -> Result {
        let files = TemporaryDirectory()
        try files.write("", to: "out")
        try files.write("", to: "err")
        let process = Process()
        let command = launcher + [Self.built(program).path(percentEncoded: false)] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ["HOME": files.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let pipe = Pipe()
        // The pipe holds the input until the process reads it.
        try pipe.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
        try pipe.fileHandleForWriting.close()
        process.standardInput = input == nil ? FileHandle.nullDevice : pipe.fileHandleForReading
        let outputs = try [output ?? files.path + "/out", errors ?? files.path + "/err"].map {
            try FileHandle(forWritingTo: URL(filePath: $0))
        }
        process.standardOutput = outputs[0]
        process.standardError = outputs[1]
        // Foundation on Linux keeps an ended process and its files. With more than a thousand open files, the next
        // `run` reads beyond its memory.
        defer {
            for output in outputs { output.closeFile() }
            pipe.fileHandleForReading.closeFile()
        }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
                whenStarted(process.processIdentifier)
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return Result(
            status: process.terminationStatus,
            isKilled: process.terminationReason == .uncaughtSignal,
            output: try files.text(of: "out"),
            errors: try files.text(of: "err"))
    }

    /// The program that was built with these tests.
    package static var executable: URL { built("calearning") }

    private static func built(_ program: String) -> URL {
        if program.hasPrefix("/") { return URL(filePath: program) }
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        let directory =
            tests.bundlePath.hasSuffix(".xctest")
            ? tests.bundleURL.deletingLastPathComponent()
            : URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return directory.appending(path: program)
    }
}
