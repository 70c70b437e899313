import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite struct プロセスとしてのチュートリアル {
    private let calearning: Calearning

    init() throws {
        calearning = try Calearning()
    }

    private func tutorial(_ arguments: String...) async throws -> ProgramProcess.Result {
        try await calearning(["tutorial"] + arguments)
    }

    private var hasState: Bool { FileManager.default.fileExists(atPath: calearning.path("state")) }

    @Test(arguments: [("en", "Tutorial"), ("ja", "チュートリアル")])
    func 端末でなければすべてのページを文章で書き出し何も記憶しない(language: String, word: String) async throws {
        let result = try await tutorial("--language", language)

        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let headings = result.output.split(separator: "\n").filter { $0.contains(#/ \d\/7: /#) }
        #expect(headings.count == 7)
        for (number, heading) in headings.enumerated() { #expect(heading.hasPrefix("\(word) \(number + 1)/7: ")) }
        #expect(!result.output.contains("\u{1B}") && !result.output.contains("[q]") && !result.output.contains("⋯"))
        #expect(!hasState)
    }

    @Test(arguments: 1...7)
    func ページを指定すればそれだけを書き出す(page: Int) async throws {
        let whole = try await tutorial().output

        let result = try await tutorial("--page", "\(page)")

        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Tutorial \(page)/7: "))
        #expect(result.output.split(separator: "\n").filter { $0.contains(#/ \d\/7: /#) }.count == 1)
        #expect(whole.contains(result.output))
        #expect(!hasState)
    }

    @Test(arguments: ["0", "8", "-1", "1.5", "one", "", "１", "99999999999999999999"])
    func ないページは使い方の誤り(page: String) async throws {
        let result = try await tutorial("--page", page)

        #expect(result.status == 64)
        #expect(result.errors.contains("The tutorial has pages 1 to 7, for example --page 1."))
        #expect(result.output.isEmpty)
    }

    @Test func 完了の記録とページの指定は一緒に使えない() async throws {
        let result = try await tutorial("--complete", "--page", "2", "--language", "ja")

        #expect(result.status == 64)
        #expect(result.errors.contains("--complete ではページを表示しません"))
    }

    @Test func JSONではユースケースの結果になり場所が残る() async throws {
        let first = try await tutorial("--format", "json").json()
        let third = try await tutorial("--page", "3", "--format", "json").json()
        let again = try await tutorial("--format", "json").json()

        #expect([first, third, again].map { $0["usecase"] } == ["ReadTutorial", "ReadTutorial", "ReadTutorial"])
        #expect([first, third, again].map { $0["view"] } == ["tutorial", "tutorial", "tutorial"])
        #expect(first["goal"] == "ページの記録がない場合_アプリは最初のページを表示")
        #expect(again["goal"] == "ページの記録がある場合_アプリはそのページを表示")
    }

    @Test func 読む人がいなくなれば書くのをやめる() async throws {
        let script = #""$0" "$@" | head -n 1; echo "${PIPESTATUS[0]}""#
        let result = try await ProgramProcess(["tutorial"], through: ["/bin/bash", "-c", script]).run()

        #expect(result.output == "Tutorial 1/7: A use case is made of scenes\n141\n")
    }
}

#if !canImport(Darwin)
@Suite(.timeLimit(.minutes(5)), .enabled(if: TerminalProcess.isAvailable)) struct 端末の上のチュートリアル {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func terminal(
        _ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 24, variables: [String: String] = [:]
    ) throws -> TerminalProcess {
        try TerminalProcess(arguments, in: directory, variables, columns: columns, rows: rows)
    }

    @Test func 実演の途中の中断で端末は元に戻り次は同じページから続く() async throws {
        let first = try terminal("boot")
        #expect(await first.shows("Tutorial 1/7"))
        first.type("\r")
        #expect(await first.shows("Tutorial 2/7"))
        #expect(await first.shows("The first start:"))
        first.type("\u{3}")
        await first.end()

        #expect(first.output.contains(TerminalProcess.restoration))
        #expect(first.output.contains("status=130") && first.isRestored)
        #expect(!first.output.contains("4 scenes, then 3"))

        let second = try terminal("boot", rows: 40)
        #expect(await second.shows("4 scenes, then 3"))
        #expect(!second.output.contains("Tutorial 1/7"))
        second.type("q")
        await second.end()
    }

    @Test func 突然終わらされても同じページから続く() async throws {
        let first = try TerminalProcess(
            ["tutorial", "--page", "6"], in: directory, command: TerminalProcess.announcedToItsEnd)
        #expect(await first.shows("A run is recorded:"))
        kill(try #require(pid_t(try directory.text(of: "pid").dropLast())), SIGKILL)
        #expect(await first.shows("status=137"))

        let second = try terminal("tutorial")
        #expect(await second.shows("Tutorial 6/7"))
        second.type("q")
        await second.end()
        #expect(second.output.contains("status=0"))
    }

    @Test func 七ページを読んで完了すると次の起動はログイン画面になる() async throws {
        let first = try terminal("boot", columns: 120, rows: 40)
        for page in 1...6 {
            #expect(await first.shows("Tutorial \(page)/7"))
            first.type("\r")
        }
        #expect(await first.shows("[enter] complete the tutorial"))
        first.type("\r")
        #expect(await first.shows("[ctrl-n] sign up"))
        first.type("\u{1B}")
        await first.end()

        let second = try terminal("boot")
        #expect(await second.shows("[ctrl-n] sign up"))
        #expect(!second.output.contains("Tutorial"))
        second.type("\u{1B}")
        await second.end()
    }

    @Test func 色を使わなくても同じ文が読める() async throws {
        let terminal = try terminal("tutorial", "--page", "3", rows: 40, variables: ["NO_COLOR": "1"])
        #expect(await terminal.shows("last cause"))
        terminal.type("q")
        await terminal.end()

        #expect(!terminal.output.contains(#/\x1B\[[0-9;]*[1-9][0-9;]*m/#))
        #expect(terminal.output.contains("calearning: This machine has no network"))
    }

    @Test(arguments: [(UInt16(0), UInt16(0)), (1, 1), (2, 3), (40, 2), (500, 200)])
    func おかしな大きさの端末でも動き中断できる(columns: UInt16, rows: UInt16) async throws {
        let terminal = try terminal("tutorial", columns: columns, rows: rows)
        #expect(await terminal.shows("\u{1B}[?1049h"))

        terminal.type("\r\u{1B}[6~\r\u{3}")
        await terminal.end()

        #expect(terminal.output.contains(TerminalProcess.restoration))
        #expect(terminal.output.contains("status=130"))
    }
}
#endif
