public import Foundation
import Synchronization

/// Another program, which may hang, crash or never stop writing: it has so much time and may write so much.
public struct BoundedProcess: Sendable {
    /// The way in which the program ended.
    public enum Ending: Sendable, Hashable {
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
        case timedOut
    }

    /// The ending of the program and the texts that it wrote.
    public struct Result: Sendable {
        /// The way in which it ended.
        public let ending: Ending
        /// The beginning of its standard output, up to the limit, read as UTF-8.
        public let output: String
        /// The beginning of its standard error, up to the limit, read as UTF-8.
        public let errors: String
    }

    /// The program and its arguments. A name without a slash is looked up in `PATH`.
    let command: [String]
    let environment: [String: String]
    let timeout: Duration
    /// How much of what it writes is read, in bytes.
    let outputLimit: Int
    /// Whether it is first asked to end, because it has started other programs that it has to end.
    let endsOthers: Bool

    /// `timeout` counts from the start. `outputLimit` is in bytes, for each of the two outputs. `endsOthers` first
    /// sends the program an interrupt, and kills it 5 seconds later.
    public init(
        command: [String], environment: [String: String], timeout: Duration, outputLimit: Int, endsOthers: Bool = false
    ) {
        self.command = command
        self.environment = environment
        self.timeout = timeout
        self.outputLimit = outputLimit
        self.endsOthers = endsOthers
    }

    /// Runs it to its end. It and all that it has started are ended when the time is over or the task is cancelled, which
    /// throws a `CancellationError`. `whenStarted` receives its identifier.
    public func run(whenStarted: @Sendable (pid_t) -> Void = { _ in }) async throws -> Result {
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
        // Foundation on Linux keeps a process that has ended, and with it the files that it was given.
        defer {
            output.closeFile()
            errors.closeFile()
        }
        let group = ProcessGroup(endsOthers: endsOthers)
        let isInTime = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool?, Never>) in
                process.terminationHandler = { _ in
                    continuation.resume(returning: !group.isOverdue)
                }
                do {
                    try Self.withoutBlockedSignals { try process.run() }
                } catch {
                    process.terminationHandler = nil
                    return continuation.resume(returning: nil)
                }
                group.begin(process.processIdentifier)
                whenStarted(process.processIdentifier)
                let deadline = DispatchTime.now() + .milliseconds(Int(timeout / .milliseconds(1)))
                DispatchQueue.global().asyncAfter(deadline: deadline) { group.endOverdue() }
            }
        } onCancel: {
            group.end()
        }
        group.sweep()
        try Task.checkCancellation()
        guard let isInTime else { throw CannotStart(command: command) }
        let status = process.terminationStatus
        let ending: Ending =
            !isInTime ? .timedOut : process.terminationReason == .exit ? .exited(status) : .signalled(status)
        return Result(ending: ending, output: try text(in: files + "/out"), errors: try text(in: files + "/err"))
    }

    /// A process inherits the signals that the thread which starts it has blocked, and the threads of a pool block nearly all.
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

/// A process with those that it has started, unless they have left its group.
private final class ProcessGroup: Sendable {
    /// How long a process may take to end what it has started.
    private static let timeout = DispatchTimeInterval.seconds(5)

    private enum State {
        case notStarted, toBeEnded
        case running(pid_t)
        case over
    }

    private let state = Mutex((state: State.notStarted, isOverdue: false))
    private let endsOthers: Bool

    init(endsOthers: Bool) {
        self.endsOthers = endsOthers
    }

    var isOverdue: Bool { state.withLock { $0.isOverdue } }

    func begin(_ number: pid_t) {
        let isToBeEnded = state.withLock { state in
            defer { state.state = .running(number) }
            if case .toBeEnded = state.state { return true }
            return false
        }
        if isToBeEnded { end() }
    }

    func endOverdue() {
        state.withLock { state in
            if case .running = state.state { state.isOverdue = true }
        }
        end()
    }

    func end() {
        state.withLock { state in
            switch state.state {
            case .notStarted: state.state = .toBeEnded
            case .running(let number): kill(-number, endsOthers ? SIGINT : SIGKILL)
            case .toBeEnded, .over: break
            }
        }
        guard endsOthers else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout) { [self] in killIfRunning() }
    }

    /// Once the process itself has ended.
    func sweep() {
        killIfRunning()
        state.withLock { $0.state = .over }
    }

    private func killIfRunning() {
        state.withLock { state in
            if case .running(let number) = state.state { kill(-number, SIGKILL) }
        }
    }
}
