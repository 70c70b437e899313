import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct アカウントのプロセス {
    private static func run(_ arguments: [String], input: String? = nil) async throws -> ProgramProcess.Result {
        try await ProgramProcess(arguments + ["--store", "memory"], input: input).run()
    }

    @Test(arguments: [
        "whoami", "sessions list", "sessions end --others --password-stdin", "second-factor set-up --password-stdin",
        "second-factor confirm --code-stdin",
    ])
    func 誰もログインしていなければ七十七で終わりそれが結果である(command: String) async throws {
        let result = try await Self.run(command.split(separator: " ").map(String.init), input: "Sesame\n")

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
        (["login-code"], "--code-stdin"), (["second-factor", "off", "--with-code"], "--password-stdin"),
        (["second-factor", "confirm"], "--code-stdin"), (["login-code", "123456"], "--code-stdin"),
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
        ("", "has 0"), (#"a\nb\n"#, "has 2"), (#"a\000b"#, "UTF-8"), (#"\377\n"#, "UTF-8"), ("%5000d", "4096 bytes"),
    ])
    func 標準入力が一行のパスワードでなければ六十四で終わる(input: String, message: String) async throws {
        let result = try await ProgramProcess(
            ["login", "--name", "ada", "--password-stdin", "--store", "memory"],
            through: ["/bin/sh", "-c", "printf '\(input)' | \"$0\" \"$@\""]
        ).run()

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        // The message reports the typed text and not the call of the command.
        #expect(result.errors.hasPrefix("calearning: ") && !result.errors.contains("Usage:"))
    }

    /// The code is in the last line.
    @Test(arguments: [(["delete-account"], 1), (["password"], 2), (["recover", "--name", "ada"], 2)])
    func コードは標準入力の最後の行から読む(command: [String], others: Int) async throws {
        for count in [others, others + 1, others + 2] {
            let result = try await Self.run(
                command + ["--password-stdin", "--with-code"],
                input: String(repeating: "a sentence that nobody says\n", count: count))

            #expect(result.status == (count == others + 1 ? 77 : 64))
            #expect(result.errors.contains("has \(count) lines") == (count != others + 1))
        }
    }

    @Test func 途中のログインがなければコードは七十七で終わる() async throws {
        let result = try await Self.run(["login-code", "--code-stdin"], input: "123456\n")

        #expect(result.status == 77)
        #expect(result.output == "No login waits for a code. Log in first.\n")
        #expect(result.errors == "log in: calearning login\n")
    }

    @Test func 規則に合わなければ六十五で終わり_JSONには秘密がない() async throws {
        let result = try await Self.run(
            ["password", "--password-stdin", "--format", "json"], input: "Sesame\nPapaya\n")

        let report = try result.json()
        #expect(result.status == 65)
        #expect(report["view"] == "password")
        #expect((report.members["values"] as? [String: Any])?["flaws"] as? [String] == ["password-too-short"])
        #expect(!result.output.contains("Sesame") && !result.output.contains("Papaya"))
    }
}
