#if !canImport(Darwin)
import Foundation
import Synchronization
import UsecasesTestSupport

/// Runs the program on a separate terminal, as a user would.
final class TerminalProcess: Sendable {
    private struct State {
        var output = ""
        var isOver = false
        var waiting: [(text: String, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let master: Int32
    private let state = Mutex(State())

    /// Starts the program. `command` is a shell command with the program and its arguments as `"$0" "$@"`. Its final
    /// output is only visible if the terminal was restored.
    init(
        _ arguments: [String], environment: [String: String], columns: UInt16 = 80, rows: UInt16 = 24,
        command: String = #"trap : INT QUIT; "$0" "$@"; echo "status=$?""#
    ) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, lock) = (Int32(0), Int32(0))
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        // Uses the kernel's numbers, because the C library does not expose its functions for this everywhere.
        guard master >= 0, ioctl(master, UInt(0x8004_5430), &number) == 0, ioctl(master, UInt(0x4004_5431), &lock) == 0,
            ioctl(master, UInt(TIOCSWINSZ), &size) == 0
        else { throw POSIXError(.EIO) }
        let terminal = try FileHandle(forUpdating: URL(filePath: "/dev/pts/\(number)"))
        let process = Process()
        // A process started with & ignores Ctrl-C. The programs would inherit this if the specs were started so.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "--default-signal=INT,QUIT", "setsid", "--ctty", "--wait", "/bin/sh", "-c", command,
                ProgramProcess.executable.path(percentEncoded: false),
            ] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
        try terminal.close()
        Thread.detachNewThread { [self] in read() }
    }

    /// Starts the program as ``init(_:environment:columns:rows:command:)`` does, with the directory as its home and
    /// without a splash. On a terminal, the runtime would ask the user how to handle a crash.
    convenience init(
        _ arguments: [String], in directory: TemporaryDirectory, _ variables: [String: String] = [:],
        columns: UInt16 = 80, rows: UInt16 = 24,
        command: String = #"trap : INT QUIT; "$0" "$@"; echo "status=$?"; stty -a"#
    ) throws {
        let environment = ["HOME": directory.path, "CALEARNING_SPLASH": "0", "SWIFT_BACKTRACE": "interactive=no"]
        try self.init(
            arguments, environment: environment.merging(variables) { $1 }, columns: columns, rows: rows,
            command: command)
    }

    /// A command that writes the identifier of the process to the file `pid` in the home, and starts the program.
    static let announced = #"sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' "$0" "$@""#
    /// The command that announces the process, and then prints its status and the settings of the terminal.
    static let announcedToItsEnd = announced + #"; echo "status=$?"; stty -a"#

    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid") }

    /// Whether the terminal echoes lines again after the end of the program.
    var isRestored: Bool {
        let end = output.split(separator: "status=").last ?? ""
        return end.contains(" echo ") && end.contains(" icanon ")
    }

    /// Whether a program that reads keys gets none at once if none was typed.
    var readsWithoutWaiting: Bool {
        var settings = termios()
        guard tcgetattr(master, &settings) == 0 else { return false }
        return withUnsafeBytes(of: settings.c_cc) { $0[Int(VMIN)] == 0 && $0[Int(VTIME)] == 0 }
    }

    /// Shows the cursor, and restores the previous content of the terminal.
    static let restoration = "\u{1B}[?25h\u{1B}[?1049l"

    deinit {
        close(master)
    }

    /// The complete output to the terminal so far.
    var output: String { state.withLock { $0.output } }

    /// Returns when the text was written. Returns `false` if the program ended without it.
    func shows(_ text: String) async -> Bool {
        let (writings, writing) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            guard !state.isOver, !state.output.contains(text) else { return writing.finish() }
            state.waiting.append((text, writing))
        }
        for await _ in writings {}
        return output.contains(text)
    }

    /// Returns when all programs on the terminal have ended.
    func end() async {
        _ = await shows("\u{0}")
    }

    /// Presses the keys. The terminal accepts only as many keys as fit, and then blocks.
    func type(_ keys: String) {
        Thread.detachNewThread { [self] in
            var rest = Array(keys.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
                // A signal to this process, such as the end of a child, must not swallow keys.
                guard count > 0 || errno == EINTR else { return }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }

    private func read() {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Foundation.read(master, &chunk, chunk.count), count > 0 || count < 0 && errno == EINTR {
            bytes += chunk.prefix(max(0, count))
            note(String(decoding: bytes, as: UTF8.self), isOver: false)
        }
        note(String(decoding: bytes, as: UTF8.self), isOver: true)
    }

    private func note(_ output: String, isOver: Bool) {
        let satisfied = state.withLock { state in
            state.output = output
            state.isOver = isOver
            let satisfied = state.waiting.filter { isOver || output.contains($0.text) }
            state.waiting.removeAll { isOver || output.contains($0.text) }
            return satisfied
        }
        for waiter in satisfied { waiter.continuation.finish() }
    }
}
#endif
