import Foundation
import Testing

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct アカウントのプロセス {
    private static func run(_ arguments: [String], input: String? = nil) async throws -> ProgramProcess.Result {
        let launcher = input.map { ["/bin/sh", "-c", "printf '\($0)' | \"$0\" \"$@\""] } ?? []
        return try await ProgramProcess(arguments + ["--store", "memory"], through: launcher).run()
    }

    @Test(arguments: ["whoami", "logout", "sessions", "sessions list", "sessions end --others --password-stdin"])
    func 誰もログインしていなければ七十七で終わりそれが結果である(command: String) async throws {
        let result = try await Self.run(command.split(separator: " ").map(String.init), input: #"Sesame\n"#)

        #expect(result.status == 77)
        #expect(result.output == "Nobody is logged in.\n")
        #expect(result.errors == "log in: calearning login\n")
    }

    @Test(arguments: [
        (["login", "--name", "ada"], "--password-stdin"), (["signup", "--name", "ada"], "--password-stdin"),
        (["password"], "--password-stdin"), (["login", "--password-stdin"], "pass --name"),
        (["signup", "--password-stdin"], "pass --name"), (["sessions", "end"], "--others"),
        (["sessions", "end", "--others"], "--password-stdin"), (["recover", "--name", "ada"], "--password-stdin"),
        (["sessions", "end", "x"], "36 characters"),
        (["sessions", "end", "0198c1a2-7b3c-7def-8123-456789abcdef", "--others"], "--others"),
        (["login", "--name", "ada", "--password-stdin", "--password", "x"], "Unknown option"),
    ])
    func 尋ねる端末もなく足りなければ六十四で終わる(arguments: [String], message: String) async throws {
        let result = try await Self.run(arguments)

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        #expect(result.output == "")
    }

    @Test(arguments: [
        (#""#, "has 0"), (#"a\nb\n"#, "has 2"), (#"a\000b"#, "UTF-8"), (#"\377\n"#, "UTF-8"), ("%5000d", "4096 bytes"),
    ])
    func 標準入力が一行のパスワードでなければ六十四で終わる(input: String, message: String) async throws {
        let result = try await Self.run(["login", "--name", "ada", "--password-stdin"], input: input)

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        // The message reports the typed text and not the call of the command.
        #expect(result.errors.hasPrefix("calearning: ") && !result.errors.contains("Usage:"))
    }

    @Test func 規則に合わなければ六十五で終わり直すところが結果である() async throws {
        let result = try await Self.run(["signup", "--name", "a b", "--password-stdin"], input: #"Sesame\n"#)

        #expect(result.status == 65)
        #expect(result.output.contains("Name: ") && result.output.contains("Password: "))
    }

    @Test func JSONには秘密がない() async throws {
        let result = try await Self.run(
            ["password", "--password-stdin", "--format", "json"], input: #"Sesame\nPapaya\n"#)

        let report = try result.json()
        #expect(result.status == 65)
        #expect(report["view"] == "password")
        #expect((report.members["values"] as? [String: Any])?["flaws"] as? [String] == ["password-too-short"])
        #expect(!result.output.contains("Sesame") && !result.output.contains("Papaya"))
    }
}

#if !canImport(Darwin)
@Suite(.timeLimit(.minutes(5)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")))
struct 端末の上のパスワード {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var environment: [String: String] {
        ["HOME": directory.path, "CALEARNING_STORE": "memory", "CALEARNING_SPLASH": "0"]
    }

    private static let password = "Sesam, open the door"

    private static let recordingCommand = #"""
        sh -c 'echo $$ >"$HOME/pid"; exec "$0" "$@"' "$0" "$@"; echo "status=$?"; stty -a
        """#

    private func terminal(_ arguments: String..., command: String? = nil) throws -> TerminalProcess {
        guard let command else { return try TerminalProcess(arguments, environment: environment) }
        return try TerminalProcess(arguments, environment: environment, command: command)
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

    /// All signals that end a process, without SIGKILL, the ignored SIGPIPE, and the unused real-time signals.
    @Test(
        arguments: (1...31).filter {
            ![SIGKILL, SIGPIPE, SIGCHLD, SIGCONT, SIGURG, SIGWINCH].contains($0) && !stops.contains($0)
        })
    func どの合図で終わっても表示は元に戻る(signal: Int32) async throws {
        let terminal = try terminal("login", "--name", "ada", command: Self.recordingCommand)
        #expect(await terminal.shows("Password: "))

        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), signal)
        await terminal.end()

        #expect(terminal.output.contains("status=\(128 + signal)"))
        #expect(terminal.output.split(separator: "status=").last?.contains(" echo ") == true)
    }

    private static let stops = [SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU]

    @Test func CtrlCやCtrlDで終わり表示は元に戻る() async throws {
        for (key, status) in [("\u{3}", "status=130"), ("\u{4}", "status=130"), ("\u{1C}", "status=131")] {
            let command = #"trap : INT QUIT; "$0" "$@"; echo "status=$?"; stty -a"#
            let terminal = try terminal("recover", "--name", "ada", command: command)
            #expect(await terminal.shows("Recovery code: "))

            terminal.type(key)
            await terminal.end()

            #expect(terminal.output.contains(status), "\(terminal.output)")
            #expect(
                terminal.output.split(separator: "status=").last?.contains(" echo ") == true, "\(terminal.output)")
        }
    }

    @Test(arguments: [["password"], ["delete-account"], ["sessions", "end", "--others"]])
    func ログインしていなければパスワードを尋ねずに終わる(command: [String]) async throws {
        let terminal = try TerminalProcess(command, environment: environment)

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
        #expect(terminal.output.split(separator: "status=").last?.contains(" echo ") == true)
    }

    @Test func フォームでは貼り付けが送られずどの終わり方でも元に戻る() async throws {
        let terminal = try TerminalProcess(["tutorial"], environment: environment)
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
