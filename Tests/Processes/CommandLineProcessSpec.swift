import ArgumentParser
import CalearningApplication
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite(.timeLimit(.minutes(5))) struct コマンドラインの誤り {
    private func calearning(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ProgramProcess.Result {
        try await ProgramProcess(arguments, environment: environment).run()
    }

    @Test(arguments: [
        (["statu"], "Did you mean 'status'?"), (["help", "tutoral"], "Did you mean 'tutorial'?"),
        (["help", "boot", "boot"], "No such command: 'boot'."), (["nope", "--help"], "No such command: 'nope'."),
        (["version"], "Did you mean '--version'?"), (["-V"], "Did you mean '--version'?"),
        (["x"], "No such command: 'x'."), ([String(repeating: "x", count: 100_000)], "No such command"),
    ])
    func 知らないコマンドは断り似たものを示す(arguments: [String], message: String) async throws {
        let result = try await calearning(arguments)

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        #expect(result.output.isEmpty)
    }

    @Test(
        arguments: [
            (["boot", "--timeout", "-1"], "The value '-1' is invalid for '--timeout", nil),
            (["boot", "--backend", "http://h:0"], "its port must be from 1 to 65535", "ポートは1から65535まで"),
            (["boot", "--nope"], "Unknown option '--nope'", "--nope というオプションはありません"),
            // The argument for the file is missing as well.
            (["replay", "--unti", "3"], "Unknown option '--unti'. Did you mean '--until'?", "--until のことですか"),
            (["usecases", "-format", "json"], "Unknown option '-format'. Did you mean '--format'?", "--format のことですか"),
            (["user", ""], "The value '' is invalid for '<login>': ", nil),
            (["user", "-40"], "'-40' was taken for an option. Write '-- -40'", "-40 はオプションとみなされました。オプションでなければ -- -40"),
            (["boot", "--state-dir"], "Missing value for '--state-dir", nil),
            (["replay", "x", "--until", "-1"], "at least one scene", "少なくともひとつのシーン"),
            (["tutorial", "--complete", "--page", "2"], "With --complete no page is shown", "--complete ではページを表示しません"),
            (["reset"], "pass --yes to confirm", "--yes を付けて確認してください"),
            (["nope"], "No such command: 'nope'", "「nope」というコマンドはありません"),
        ] as [([String], String, String?)])
    func 誤りは話される言語か_パーサの英語で言う(arguments: [String], english: String, japanese: String?) async throws {
        let inEnglish = try await calearning(arguments)
        let inJapanese = try await calearning(arguments, environment: ["LANG": "ja_JP.UTF-8"])

        #expect([inEnglish, inJapanese].map(\.status) == [64, 64])
        #expect(inEnglish.errors.contains(english))
        #expect(inJapanese.errors.contains(japanese ?? english))
        #expect(inJapanese.errors.contains("使い方: calearning"))
        let usage = (inEnglish.errors + inJapanese.errors).split(separator: "\n").filter {
            !$0.hasPrefix("calearning: ")
        }
        #expect(usage.allSatisfy { $0.count <= 100 })
    }

    @Test(arguments: [
        (["boot", "--help"], "ja_JP.UTF-8", "概要: アプリを起動する。"), ([], "ja_JP.UTF-8", "詳しくは: calearning help"),
        (["help", "boot", "--language", "ja"], "C", "使い方: calearning boot"),
        (["boot", "--language", "en", "--help"], "ja_JP.UTF-8", "OVERVIEW: Start the application"),
        (["help", "help"], "C", "USAGE: calearning <subcommand>"), (["--help"], "C", "USAGE: calearning"),
        (["serve", "-h"], "ja_JP.UTF-8", "概要: UDIDを発行しアカウントを管理するサービスを動かす"),
        (["help", "exit-status"], "ja_JP.UTF-8", "ゴールに達した"),
        (["help", "exit-status", "--language=en"], "ja_JP.UTF-8", "a goal was reached"),
    ])
    func ヘルプは話される言語で言う(arguments: [String], locale: String, words: String) async throws {
        let result = try await calearning(arguments, environment: ["LANG": locale])

        #expect(result.status == 0)
        #expect(result.output.contains(words))
        #expect(result.errors.isEmpty)
        #expect(result.output.contains(#/OVERVIEW|goal was/#) != result.output.contains(#/概要|ゴール/#))
    }

    @Test(arguments: [("-5", nil), ("1", nil), ("99999999999999999999", nil), ("50", 50), ("100", 100), ("wide", 80)])
    func どんな幅の端末でも使い方を示し_ヘルプはその幅に収まる(columns: String, width: Int?) async throws {
        let environment = ["LANG": "ja_JP.UTF-8", "COLUMNS": columns]
        let refusal = try await calearning(["boot", "--nope"], environment: environment)
        #expect(refusal.status == 64 && refusal.errors.contains("--nope"))

        for topic in ["usecases", "options", "exit-status"] {
            let help = try await calearning(["help", topic], environment: environment)

            #expect(help.status == 0 && !help.output.isEmpty)
            guard let width else { continue }
            let lines = help.output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.columns <= width })
            #expect(lines.contains { $0.columns > width - 8 })
        }
    }

    @Test func UTF8でない名前は別のものにならずに断られる() async throws {
        let directory = TemporaryDirectory()
        let shell = { (command: String) in ["/bin/sh", "-c", command] }
        let setting = #"CALEARNING_STATE_DIR="$(printf '\377')" exec "$0" "$@""#
        let home = #"HOME="$PWD/$(printf '\377')" exec "$0" "$@""#
        let option = #"exec "$0" "$@" --state-dir "$(printf 'a\377')""#

        for command in [setting, home, option] {
            let launcher = shell("cd \(directory.path) && \(command)")
            let result = try await ProgramProcess(["boot"], through: launcher).run()

            #expect(result.status == 64)
            #expect(result.errors.contains("UTF-8"))
        }
        try expect(FileManager.default.contentsOfDirectory(atPath: directory.path), equals: [])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func 補完はユースケースを知っている(shell: String) async throws {
        let script = try await calearning(["--generate-completion-script", shell]).output

        #expect(
            script == RootCommand<CompositionRoot>.completionScript(for: CompletionShell(rawValue: shell) ?? .bash)
                + "\n")
        for usecase in Catalogue.usecases { #expect(script.contains(usecase.name)) }
    }
}
