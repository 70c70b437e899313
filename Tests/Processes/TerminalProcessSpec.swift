#if !canImport(Darwin)
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5)), .enabled(if: TerminalProcess.isAvailable)) struct 端末の上のプロセス {
    private let directory = TemporaryDirectory()

    private func signal(_ signal: Int32) throws {
        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), signal)
    }

    @Test(arguments: [(String(repeating: "x", count: 10_000) + "\u{3}", 130), ("\u{1C}", 131)])
    func 中断や終了の合図のキーですぐに終わり端末は元に戻る(keys: String, status: Int) async throws {
        let terminal = try TerminalProcess(["boot"], in: directory)
        #expect(await terminal.shows("[q]"))
        // Otherwise, a read would wait for a key that Ctrl-C has discarded.
        #expect(terminal.readsWithoutWaiting)

        terminal.type(keys)
        await terminal.end()

        #expect(terminal.output.contains(TerminalProcess.restoration))
        #expect(terminal.output.contains("status=\(status)"))
        #expect(!terminal.output.contains("crashed"))
    }

    /// All signals that end a process, without SIGKILL, the ignored SIGPIPE, and the unused real-time signals.
    private static let signals = (Int32(1)...31).filter {
        ![SIGKILL, SIGPIPE, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU].contains($0)
    }

    @Test(arguments: [SIGABRT, SIGSEGV, SIGQUIT, SIGTERM, SIGHUP].map { (true, $0) } + signals.map { (false, $0) })
    func どの合図で終わっても端末は元に戻る(isScreen: Bool, number: Int32) async throws {
        let command = TerminalProcess.announcedToItsEnd
        let terminal =
            isScreen
            ? try TerminalProcess(["boot"], in: directory, command: command)
            : try TerminalProcess(["login", "--name", "ada", "--store", "memory"], in: directory, command: command)
        #expect(await terminal.shows(isScreen ? "[q]" : "Password: "))

        try signal(number)
        await terminal.end()

        #expect(!isScreen || terminal.output.contains(TerminalProcess.restoration))
        #expect(terminal.output.contains("status=\(128 + number)"))
        #expect(terminal.isRestored)
    }

    @Test func 端末の外でも終了の合図で終わる() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }
        let terminal = try TerminalProcess(
            ["boot", "--backend", server.address, "--timeout", "600"], in: directory,
            command: TerminalProcess.announced + #" | cat; echo "over""#)

        await server.requestArrived()
        try signal(SIGQUIT)
        await terminal.end()

        #expect(terminal.output.contains("over"))
        #expect(!terminal.output.contains("crashed"))
    }

    @Test func 背後で起動すると端末には描かない() async throws {
        try await expectNoDrawing(#"set -m; "$0" "$@" & wait $!; echo "status=$?""#)
    }

    /// `timeout` runs the program in a group in the background. The group in the foreground has no number in the new
    /// namespace.
    @Test(.enabled(if: SmallDisk.isAvailable, "only root can create the namespace that this spec needs"))
    func 前面のグループが別の名前空間にあっても_背後では端末に描かない() async throws {
        try await expectNoDrawing(#"unshare --pid --fork timeout 60 "$0" "$@"; echo "status=$?""#)
    }

    private func expectNoDrawing(_ command: String) async throws {
        let terminal = try TerminalProcess(["boot"], in: directory, command: command)

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
        let terminal = try TerminalProcess(["boot"], in: directory, command: command)
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
        let terminal = try TerminalProcess(["boot"], in: directory, ["SIGNAL": "\(signal)"], command: command)
        #expect(await terminal.shows("[q]"))

        terminal.type("\u{1A}")
        await terminal.end()

        #expect(terminal.output.ranges(of: "\u{1B}[?1049h").count == 1)
        #expect(terminal.output.ranges(of: TerminalProcess.restoration).count == 1)
    }

    @Test(arguments: [
        ("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false), ("yes, please\n", false), ("\u{4}", false),
    ])
    func 消す前に尋ね_はいと答えなければ何も変えない(keys: String, isYes: Bool) async throws {
        let terminal = try TerminalProcess(["reset"], in: directory)
        #expect(await terminal.shows("[y/N] "))

        terminal.type(keys)
        await terminal.end()

        #expect(terminal.output.contains("status=\(isYes ? 0 : 1)"))
        #expect(terminal.output.contains("Nothing was changed.") == !isYes)
    }

    @Test func 小さな端末のチュートリアルは動かして読める() async throws {
        let terminal = try TerminalProcess(["boot"], in: directory, columns: 40, rows: 10)
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

@Suite(.timeLimit(.minutes(5)), .enabled(if: TerminalProcess.isAvailable)) struct 端末の上のパスワード {
    private let directory = TemporaryDirectory()

    private static let password = "Sesam, open the door"

    private func terminal(_ arguments: String..., command: String? = nil) throws -> TerminalProcess {
        let variables = ["CALEARNING_STORE": "memory"]
        guard let command else { return try TerminalProcess(arguments, in: directory, variables) }
        return try TerminalProcess(arguments, in: directory, variables, command: command)
    }

    @Test func パスワードは表示されず名前は表示される() async throws {
        let terminal = try terminal("signup")
        #expect(await terminal.shows("Name: "))
        terminal.type("a b\n")
        #expect(await terminal.shows("Password: "))
        terminal.type("\(Self.password)e\u{7F}\n")
        #expect(await terminal.shows("Once more: "))
        terminal.type("Other\(Self.password)\n")
        #expect(await terminal.shows("They are not the same."))

        terminal.type("\(Self.password)\n")
        try await eventually("it is asked for once more") {
            terminal.output.components(separatedBy: "Once more: ").count == 3
        }
        terminal.type("\(Self.password)\n")
        await terminal.end()

        #expect(terminal.output.contains("a b"))
        #expect(!terminal.output.contains("Sesa") && !terminal.output.contains("Other"))
        #expect(terminal.output.contains("status=65"))
    }

    @Test func パスワードの規則は尋ねる前に表示され短いパスワードは一度しか尋ねない() async throws {
        let terminal = try terminal("signup", "--name", "taro")
        #expect(await terminal.shows("Password: "))
        #expect(terminal.output.contains("A password has at least 15 characters"))

        terminal.type("Sesam, open it\n")
        await terminal.end()

        #expect(terminal.output.contains("It must have at least 15 characters"))
        #expect(!terminal.output.contains("Once more: "))
        #expect(terminal.output.contains("status=65"))
    }

    @Test func CtrlCやCtrlDで終わり表示は元に戻る() async throws {
        for (key, status) in [("\u{3}", "status=130"), ("\u{4}", "status=130"), ("\u{1C}", "status=131")] {
            let terminal = try terminal("recover", "--name", "ada")
            #expect(await terminal.shows("Recovery code: "))

            terminal.type(key)
            await terminal.end()

            #expect(terminal.output.contains(status), "\(terminal.output)")
            #expect(terminal.isRestored, "\(terminal.output)")
        }
    }

    @Test(arguments: [["password"], ["delete-account"], ["sessions", "end", "--others"]])
    func ログインしていなければパスワードを尋ねずに終わる(command: [String]) async throws {
        let terminal = try TerminalProcess(command, in: directory, ["CALEARNING_STORE": "memory"])

        await terminal.end()

        #expect(terminal.output.contains("Nobody is logged in."))
        #expect(terminal.output.contains("log in: calearning login"))
        #expect(!terminal.output.contains("assword: "))
        #expect(terminal.output.contains("status=77"))
    }

    @Test func 止めている間は表示が元に戻り続ければまた隠れて尋ねる() async throws {
        let command = #"set -m; "$0" "$@"; stty -a; echo "stopped"; fg; echo "status=$?"; stty -a"#
        let terminal = try terminal("signup", "--name", "a b", command: command)
        #expect(await terminal.shows("Password: "))

        terminal.type("\u{1A}")
        #expect(await terminal.shows("stopped"))
        #expect(terminal.output.split(separator: "stopped").first?.contains(" echo ") == true)
        try await eventually("it is asked for again") {
            terminal.output.components(separatedBy: "Password: ").count == 3
        }
        terminal.type("\(Self.password)\n")
        #expect(await terminal.shows("Once more: "))
        terminal.type("\(Self.password)\n")
        await terminal.end()

        #expect(!terminal.output.contains("Sesam"))
        #expect(terminal.output.contains("status=65"))
        #expect(terminal.isRestored)
    }

    @Test func フォームでは貼り付けが送られずどの終わり方でも元に戻る() async throws {
        let terminal = try terminal("tutorial")
        #expect(await terminal.shows("[s]"))
        terminal.type("s")
        #expect(await terminal.shows("[ctrl-n] sign up"))
        #expect(terminal.output.contains("\u{1B}[?2004h"))

        terminal.type("\u{1B}[200~ada\nqr\n\u{1B}[201~")
        #expect(await terminal.shows("adaqr"))
        terminal.type("\t日本")
        #expect(await terminal.shows("••"))
        #expect(!terminal.output.contains("日本"))
        terminal.type("\u{12}")
        #expect(await terminal.shows("日本"))
        terminal.type("\u{1B}")
        await terminal.end()

        #expect(terminal.output.contains("\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
        #expect(terminal.output.contains("status=0"))
    }
}
#endif
