import ArgumentParser
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import UsecasesTerminal

@Suite struct 端末での文字の配置 {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("端末", 4), ("ｱ", 1), ("がぎ", 4), ("e\u{301}", 1), ("か\u{3099}", 2), ("👨‍👩‍👧", 2), ("☺️", 2),
        ("a\u{200B}b", 2), ("…", 1), ("─", 1),
    ])
    func 幅は文字数ではなく列数(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("端末の幅", 8, "端末の幅"),
        ("端末の幅", 7, "端末の…"), ("端末の幅", 6, "端末…"), ("端末の幅", 2, "…"),
    ])
    func 切り詰めても文字は割れない(text: String, limit: Int, expected: String) {
        #expect(text.truncated(to: limit) == expected)
        #expect(expected.columns <= limit)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("端末に表示", 4, ["端末", "に表", "示"]), ("端末に、表示", 6, ["端末", "に、表", "示"]), ("", 5, [""]), ("端", 1, []),
        ("see 端末 here", 8, ["see 端末", "here"]), ("a", 0, []),
        ("次はサーバ", 6, ["次は", "サーバ"]), ("まずシーン「表示」", 12, ["まずシーン", "「表示」"]),
        ("読まれた。", 8, ["読まれ", "た。"]), ("ーーーー", 4, ["ーー", "ーー"]),
    ])
    func 折り返しは英語では空白で日本語では文字で(text: String, width: Int, expected: [String]) {
        #expect(text.wrapped(to: width) == expected)
    }

    @Test func 絵の行は折り返さず_空白も縮めない() {
        let picture = Line("    ▀▄  █    ", style: .picture)

        for width in 0...20 { #expect(picture.wrapped(to: width) == [picture]) }
        #expect(Line("▀\u{1B}▀", style: .picture).wrapped(to: 1) == [Line("▀\u{FFFD}▀", style: .picture)])
    }

    @Test func 絵の行は色があれば白地に黒で_なければそのまま() {
        let picture = Line("  ▀▄  ", style: .picture)

        #expect(picture.escaped(isColoured: true) == "\u{1B}[38;5;16;48;5;231m  ▀▄  \u{1B}[0m")
        #expect(picture.escaped(isColoured: false) == "  ▀▄  ")
    }

    @Test(arguments: [(false, true, true), (true, true, false), (true, false, true)])
    func 画面を示すのは追跡の行が同じ端末に出ないとき(isTraced: Bool, isErrorTerminal: Bool, isShown: Bool) throws {
        let style = TerminalStyle(
            environment: Environment(variables: ["TERM": "xterm"]), isInputTerminal: true, isOutputTerminal: true)
        var settings = try CommonOptions<Sample>.parse([]).settings(in: Environment(variables: ["HOME": "/h"]))
        settings.isTraced = isTraced

        #expect(style.showsViews(settings, isErrorTerminal: isErrorTerminal) == isShown)
    }

    @Test(arguments: [
        (["TERM": "xterm"], true, true, true, true),
        (["TERM": "xterm", "NO_COLOR": "1"], true, true, true, false),
        (["TERM": "xterm", "NO_COLOR": ""], true, true, true, true),
        (["TERM": "dumb"], true, true, false, false),
        ([:], true, true, false, false),
        (["TERM": "xterm"], false, true, false, true),
        (["TERM": "xterm"], true, false, false, false),
    ])
    func 対話と色は環境と端末で決まる(
        variables: [String: String], isInput: Bool, isOutput: Bool, isInteractive: Bool, isColoured: Bool
    ) {
        let style = TerminalStyle(
            environment: Environment(variables: variables), isInputTerminal: isInput, isOutputTerminal: isOutput)

        #expect(style.isInteractive == isInteractive)
        #expect(style.isColoured == isColoured)
    }
}
