import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesWeb

@Suite struct クッキーのヘッダ {
    private static let name = "__Host-device"

    /// Each form is one that a browser takes from a neighbouring host, although the name begins with `__Host-`.
    @Test(arguments: [
        "\u{2000}__Host-device=planted", "\u{A0}__Host-device=planted", "\u{3000}__Host-device=planted",
        "x=1\u{37E} __Host-device=planted", "\u{85}__Host-device=planted", "\u{2028}__Host-device=planted",
        "$Version=1, __Host-device=planted", "__host-device=planted", "__Host-device\u{301}=planted",
        "__Host-device =planted", "\"__Host-device\"=planted", "=__Host-device=planted", "__Host-device",
        "\0__Host-device=p",
    ])
    func 隣のホストが植えたものは読まない(header: String) {
        #expect(CookieHeader.value(Self.name, in: [header]) == nil)
        #expect(CookieHeader.value(Self.name, in: [header + "; __Host-device=own"]) == Array("own".utf8))
        #expect(CookieHeader.value(Self.name, in: [header, "__Host-device=own"]) == Array("own".utf8))
    }

    @Test func どんなヘッダも_バイトごとの規則のとおりに読む() async {
        await forAll(2_000) { choices in
            choices.list(0...2) { $0.text(0...14, of: "ab=; \t;=a\u{37E}\u{2000}\u{A0}\u{FF1B}") }
        } holds: { headers in
            // Read from the end to the beginning, byte by byte.
            var found: [[UInt8]] = []
            for header in headers {
                var pairs: [[UInt8]] = [[]]
                for byte in header.utf8 {
                    if byte == 0x3B { pairs.append([]) } else { pairs[pairs.count - 1].append(byte) }
                }
                for var pair in pairs {
                    while let last = pair.last, last == 0x20 || last == 0x09 { pair.removeLast() }
                    pair.reverse()
                    while let first = pair.last, first == 0x20 || first == 0x09 { pair.removeLast() }
                    pair.reverse()
                    if pair.starts(with: Array("a=".utf8)) { found.append(Array(pair.dropFirst(2))) }
                }
            }
            try promise(CookieHeader.value("a", in: headers), is: found.count == 1 ? found[0] : nil)
        }
    }
}

@Suite struct フォームの欄 {
    @Test func 書いたものは読めば同じ() async {
        await forAll(500) { choices in
            Dictionary(choices.list(0...16) { ($0.text(1...5), $0.text(0...20)) }) { first, _ in first }
        } holds: { fields in
            try promise(FormFields.parse(FormFields.text(of: fields).utf8), is: fields)
        }
    }

    @Test(arguments: [
        ("", [:]), ("a", ["a": ""]), ("a=b+c%20d", ["a": "b c d"]), ("a[b]=c", ["a[b]": "c"]), ("a==", ["a": "="]),
        ("%61=%e3%81%82", ["a": "あ"]), ("&a=1&&b=2&", ["a": "1", "b": "2"]),
    ])
    func 括弧には意味がない(text: String, fields: [String: String]) {
        #expect(FormFields.parse(text.utf8) == fields)
    }

    @Test(arguments: ["a=1&a=2", "a=%", "a=%4", "a=%zz", "a=%ff", "%c3%28=a", "a=%\u{FF11}1"])
    func 読めないものは断る(text: String) {
        #expect(FormFields.parse(text.utf8) == nil)
    }

    @Test func 十六を超える欄は断る() {
        func form(_ count: Int) -> String { (0..<count).map { "f\($0)=x" }.joined(separator: "&") }

        #expect(FormFields.parse(form(16).utf8)?.count == 16)
        #expect(FormFields.parse(form(17).utf8) == nil)
        #expect(FormFields.parse(form(5_000).utf8) == nil)
    }
}
