#if !canImport(Darwin)
import Foundation
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")))
struct 端末の上のプロセス {
    /// Shows the cursor, and restores the previous content of the terminal.
    private static let restoration = "\u{1B}[?25h\u{1B}[?1049l"

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// On a terminal, the runtime would ask the user how to handle a crash.
    private var environment: [String: String] {
        ["HOME": directory.path, "CALEARNING_SPLASH": "0", "SWIFT_BACKTRACE": "interactive=no"]
    }

    private func terminal(_ arguments: String..., command: String? = nil) throws -> TerminalProcess {
        guard let command else { return try TerminalProcess(arguments, environment: environment) }
        return try TerminalProcess(arguments, environment: environment, command: command)
    }

    @Test func 大量の貼り付けの後でもすぐに中断できる() async throws {
        let terminal = try terminal("boot")
        #expect(await terminal.shows("[q]"))

        terminal.type(String(repeating: "x", count: 10_000) + "\u{3}")
        await terminal.end()

        #expect(terminal.output.contains(Self.restoration))
        #expect(terminal.output.contains("status=130"))
    }

    @Test func 終了の合図ではその合図で終わり端末は元に戻る() async throws {
        let terminal = try terminal("boot")
        #expect(await terminal.shows("[q]"))

        terminal.type("\u{1C}")
        await terminal.end()

        #expect(terminal.output.contains(Self.restoration))
        #expect(terminal.output.contains("status=131"))
        #expect(!terminal.output.contains("crashed"))
    }

    @Test(arguments: [SIGABRT, SIGSEGV, SIGQUIT, SIGTERM, SIGHUP])
    func どの合図で終わっても端末は元に戻る(signal: Int32) async throws {
        let command = #"""
            sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' "$0" "$@"; echo "status=$?"; stty -a
            """#
        let terminal = try terminal("boot", command: command)
        #expect(await terminal.shows("[q]"))

        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), signal)
        await terminal.end()

        #expect(terminal.output.contains(Self.restoration))
        #expect(terminal.output.contains("status=\(128 + signal)"))
        let settings = terminal.output.split(separator: "status=").last ?? ""
        #expect(settings.contains(" echo ") && settings.contains(" icanon "))
    }

    @Test func 端末の外でも終了の合図で終わる() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }
        let command = #"""
            sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' "$0" "$@" | cat; echo "over"
            """#
        let terminal = try terminal("boot", "--backend", server.address, "--timeout", "600", command: command)

        await server.requestArrived()
        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), SIGQUIT)
        await terminal.end()

        #expect(terminal.output.contains("over"))
        #expect(!terminal.output.contains("crashed"))
    }

    @Test func 背後で起動すると端末には描かない() async throws {
        let terminal = try terminal("boot", command: #"set -m; "$0" "$@" & wait $!; echo "status=$?""#)

        await terminal.end()

        #expect(terminal.output.contains("Tutorial"))
        #expect(terminal.output.contains("status=0"))
        #expect(!terminal.output.contains("\u{1B}"))
    }

    /// `timeout` runs the program in a group in the background. The group in the foreground has no number in the new
    /// namespace.
    @Test(.enabled(if: SmallDisk.isAvailable, "only root can create the namespace that this spec needs"))
    func 前面のグループが別の名前空間にあっても_背後では端末に描かない() async throws {
        let command = #"unshare --pid --fork timeout 60 "$0" "$@"; echo "status=$?""#
        let terminal = try terminal("boot", command: command)

        await terminal.end()

        #expect(terminal.output.contains("Tutorial"))
        #expect(terminal.output.contains("status=0"))
        #expect(!terminal.output.contains("\u{1B}"))
    }

    @Test func 背後で再開されても端末に触れず前面に戻れば続く() async throws {
        let command = #"""
            set -m; "$0" "$@"; echo "stopped"; bg
            until jobs >"$HOME/jobs"; grep -q Stopped "$HOME/jobs"; do :; done; stty -a; echo "second"; fg; echo "status=$?"
            """#
        let terminal = try terminal("boot", command: command)
        #expect(await terminal.shows("[q]"))

        terminal.type("\u{1A}")
        #expect(await terminal.shows("second"))
        let between = terminal.output.split(separator: "stopped").last?.split(separator: "second").first ?? ""
        terminal.type("q")
        await terminal.end()

        #expect(between.contains(" echo ") && between.contains(" icanon "))
        #expect(!between.contains("\u{1B}"))
        #expect(terminal.output.contains("status=0"))
    }

    /// The program is resumed in the background, where it does not draw again before the signal ends it. It may stop
    /// there once more before that, and is resumed until it has ended.
    @Test(arguments: [SIGUSR1, SIGTERM])
    func 止めている間に終わらせても端末をもう一度は元に戻さない(signal: Int32) async throws {
        let command = #"""
            set -m; "$0" "$@"; echo "stopped"; kill -"$SIGNAL" %1
            until jobs >"$HOME/jobs"; ! grep -qE 'Stopped|Running' "$HOME/jobs"; do kill -CONT %1; sleep 0.01; done
            """#
        let terminal = try TerminalProcess(
            ["boot"], environment: environment.merging(["SIGNAL": "\(signal)"]) { $1 }, command: command)
        #expect(await terminal.shows("[q]"))

        terminal.type("\u{1A}")
        await terminal.end()

        #expect(terminal.output.ranges(of: "\u{1B}[?1049h").count == 1)
        #expect(terminal.output.ranges(of: Self.restoration).count == 1)
    }

    @Test func 小さな端末のチュートリアルは動かして読める() async throws {
        let terminal = try TerminalProcess(["boot"], environment: environment, columns: 40, rows: 10)
        #expect(await terminal.shows("[↑↓] scroll"))
        #expect(!terminal.output.contains("touched."))

        // Checks one page at a time. If keys arrive together, only the last screen is drawn.
        for line in ["This is Boot", "touched."] {
            terminal.type("\u{1B}[6~")
            #expect(await terminal.shows(line))
        }

        terminal.type("q")
        await terminal.end()
        #expect(terminal.output.contains("status=0"))
    }
}
#endif
