import Foundation
import UsecasesSystem

/// A process with limits on its duration and output. The program may hang, crash or never stop writing.
struct BoundedProcess: Sendable {
    /// The reason that the process ended.
    enum Ending: Sendable, Hashable {
        /// The process exited with this status.
        case exited(Int32)
        /// The process was ended by this signal.
        case signalled(Int32)
        /// The process was ended at the timeout.
        case timedOut
    }

    /// The result of a process, with its output.
    struct Result: Sendable {
        /// The reason that the process ended.
        let ending: Ending
        /// The beginning of its standard output, up to the limit, read as UTF-8.
        let output: String
        /// The beginning of its standard error, up to the limit, read as UTF-8.
        let errors: String
    }

    /// The time between the interrupt and the kill.
    private static let patience = Duration.seconds(5)

    /// The program and its arguments. A name without a slash is looked up in `PATH`.
    let command: [String]
    let environment: [String: String]
    let timeout: Duration
    /// The maximum number of bytes that are read from each output.
    let outputLimit: Int
    /// Whether the process first receives an interrupt. It can then end the processes that it has started.
    let endsOthers: Bool

    /// `timeout` begins at the start of the process. `outputLimit` is in bytes, for each of the two outputs. With
    /// `endsOthers`, the process receives an interrupt first, and is killed 5 seconds later.
    init(
        command: [String], environment: [String: String], timeout: Duration, outputLimit: Int, endsOthers: Bool = false
    ) {
        self.command = command
        self.environment = environment
        self.timeout = timeout
        self.outputLimit = outputLimit
        self.endsOthers = endsOthers
    }

    /// Runs the process until it ends. At the timeout, or when the task is cancelled, ends it and all processes that it
    /// started. Throws a `CancellationError` if cancelled. `whenStarted` receives the process identifier.
    func run(whenStarted: @Sendable (pid_t) -> Void = { _ in }) async throws -> Result {
        let files = NSTemporaryDirectory() + "process-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: files) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (try Self.newFile(files + "/out"), try Self.newFile(files + "/err"))
        process.standardOutput = output
        process.standardError = errors
        // Foundation on Linux keeps a process that has ended, with its open files.
        defer {
            output.closeFile()
            errors.closeFile()
        }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        do {
            try Self.withoutBlockedSignals { try process.run() }
        } catch {
            throw CannotStart(command: command)
        }
        whenStarted(process.processIdentifier)
        let isInTime = await wait(for: process.processIdentifier, Task { for await _ in ends {} })
        try Task.checkCancellation()
        let status = process.terminationStatus
        let ending: Ending =
            !isInTime ? .timedOut : process.terminationReason == .exit ? .exited(status) : .signalled(status)
        return Result(ending: ending, output: try text(in: files + "/out"), errors: try text(in: files + "/err"))
    }

    /// Waits for the end of the process, and ends it at the timeout or when the task is cancelled. Then ends the processes
    /// that it started, unless they have left its process group. Returns whether the process ended by itself.
    private func wait(for number: pid_t, _ end: Task<Void, Never>) async -> Bool {
        let isInTime = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await end.value
                return true
            }
            group.addTask { [timeout] in
                try? await Task.sleep(for: timeout)
                return false
            }
            let isInTime = await group.next() ?? true
            if !isInTime { await self.end(number, end) }
            group.cancelAll()
            return isInTime
        }
        kill(-number, SIGKILL)
        return isInTime
    }

    private func end(_ number: pid_t, _ end: Task<Void, Never>) async {
        kill(-number, endsOthers ? SIGINT : SIGKILL)
        guard endsOthers else { return }
        let patience = Task {
            try await Task.sleep(for: Self.patience)
            kill(-number, SIGKILL)
        }
        await end.value
        patience.cancel()
    }

    /// Starts a process without blocked signals. A process inherits the blocked signals of the starting thread, and
    /// threads of a pool block nearly all signals.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, former) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try body()
    }

    private static func newFile(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw PosixError("open", path) }
        return try FileHandle(forWritingTo: URL(filePath: path))
    }

    private func text(in path: String) throws -> String {
        let file = try FileDescriptor(path, O_RDONLY)
        return String(decoding: try file.read(upTo: outputLimit), as: UTF8.self)
    }
}

private struct CannotStart: Error, CustomStringConvertible {
    let command: [String]

    var description: String { "\(command.first ?? "") cannot be started" }
}
