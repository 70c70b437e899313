import Testing
import UsecasesEngine

@testable import UsecasesTerminal

@Suite struct 端末から届くキー {
    @Test(arguments: [
        ("\u{1B}[A", DisplayEvent.Key.up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
        ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left), ("\u{1B}[H", .home),
        ("\u{1B}[F", .end), ("\u{1B}OH", .home),
        ("\u{1B}OF", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
        ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab),
        ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\r", .enter), ("\n", .enter), ("\r\n", .enter),
        ("\u{1B}OM", .enter), ("\u{1}", .control("a")), ("\u{5}", .control("e")), ("\u{12}", .control("r")),
        ("\u{15}", .control("u")), ("\u{4}", .endOfInput), ("\u{1B}", .escape), ("が", .character("が")),
        ("か\u{3099}", .character("が")), ("👨‍👩‍👧", .character("👨‍👩‍👧")), (" ", .character(" ")),
    ])
    func どのキーも一つとして読まれる(bytes: String, key: DisplayEvent.Key) {
        #expect(DisplayEvent.Key.keys(in: bytes.utf8) == [key])
    }

    @Test(arguments: [
        "\u{1B}[1;5C", "\u{1B}[[A", "\u{1B}[24~", "\u{1B}a", "\u{1B}q", "\u{1B}が", "\u{1B}\r", "\u{1B}\u{1B}[A",
        "\u{1B}OP", "\u{1B}[201~", "\u{0}", "\u{1F}", "\u{1B}[", "\u{1B}O", "\u{1B}[12",
    ])
    func Altや知らないシーケンスは無視される(bytes: String) {
        #expect(DisplayEvent.Key.keys(in: bytes.utf8) == [])
        #expect(DisplayEvent.Key.keys(in: (bytes + "\u{1B}[Bx").utf8).last == .character("x"))
    }

    @Test func エスケープは続きを待ち来なければそのキーである() {
        var reader = KeyReader()

        #expect(reader.keys(in: [0x1B]) == [])
        #expect(reader.patience == .milliseconds(50))
        #expect(reader.flush() == [.escape])
        #expect(reader.patience == nil)
        #expect(reader.keys(in: Array("\u{1B}\u{1B}x".utf8)) == [.escape])
        #expect(reader.keys(in: Array("y".utf8)) == [.character("y")])
    }

    @Test func 終わりのない貼り付けやシーケンスは溜まらない() {
        var reader = KeyReader()
        _ = reader.keys(in: Array("\u{1B}[200~".utf8))
        for _ in 0..<8 { #expect(reader.keys(in: [UInt8](repeating: 0x61, count: 1 << 16)) == []) }

        #expect(reader.flush() == [.paste(Secret(String(repeating: "a", count: KeyReader.pasteLimit)))])
        for beginning in ["[", "]", "P"] {
            let endless = Array("\u{1B}\(beginning)".utf8) + [UInt8](repeating: 0x31, count: 1 << 16)
            #expect(reader.keys(in: endless) == [])
            #expect(reader.patience == .milliseconds(1500))
            #expect(String(reflecting: reader).utf8.count < 1024)
            #expect(reader.flush() == [])
            #expect(reader.keys(in: Array("x".utf8)) == [.character("x")])
        }
    }

    /// A slow line may pause anywhere. Only the Escape key, followed by a pause, ends a paste before its terminator, and
    /// the terminator may still follow.
    @Test func 途切れた貼り付けと文字は続きを待つ() {
        var reader = KeyReader()

        #expect(reader.keys(in: Array("\u{1B}[200~ada".utf8)) == [])
        #expect(reader.patience == nil)
        #expect(reader.keys(in: Array("\rtext\r\u{1B}[2".utf8)) == [])
        #expect(reader.patience == .milliseconds(1500))
        #expect(reader.flush() == [.paste("ada\rtext\r")])
        #expect(reader.keys(in: Array("01~q".utf8)) == [.character("q")])
        let (first, rest) = ("端".utf8.prefix(2), "端".utf8.dropFirst(2))
        #expect(reader.keys(in: Array(first)) == [])
        #expect(reader.patience == nil)
        #expect(reader.keys(in: Array(rest)) == [.character("端")])
        #expect(reader.keys(in: Array(first) + Array("x".utf8)) == [.character("\u{FFFD}"), .character("x")])
    }

    @Test func 貼り付けの終わりで文字は割れない() {
        let text = String(repeating: "が", count: 2000)

        let keys = DisplayEvent.Key.keys(in: "\u{1B}[200~\(text)\u{1B}[201~q".utf8)

        #expect(keys == [.paste(Secret(String(repeating: "が", count: KeyReader.pasteLimit / 3))), .character("q")])
    }
}
