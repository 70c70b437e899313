import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct デバイスの名前 {
    @Test(arguments: [
        "a", "Firefox on Linux", "エイダのパソコン", "👩‍👩‍👧‍👦 tablet", "❤️", "Ada’s “phone” <b>&amp; %s \\ ' \"", "مرحبا",
        String(repeating: "x", count: 64), String(repeating: "𝒳", count: 64),
    ])
    func 見える文字だけなら作れる(text: String) throws {
        #expect(DeviceName(text)?.rawValue == text)
        #expect(DeviceName(automatic: text)?.rawValue == text)
        let json = try JSONEncoder().encode(DeviceName(text))
        try expect(JSONDecoder().decode(DeviceName.self, from: json).rawValue, equals: text)
    }

    @Test(arguments: [
        "", " ", "\u{3000}", "\u{A0}\t\n", "a\nb", "a\0", "a\u{1B}[2Jb", "a\u{202E}b", "\u{2066}a", "a\u{200E}b",
        "a\u{2028}b",
        "a\u{85}b", "a\u{FEFF}b", "\u{AD}a", "a\u{E0041}b", "\u{200D}", "\u{FE0F}", "\u{3164}", "\u{115F}\u{1160}",
        String(repeating: "x", count: 65), String(repeating: "か\u{3099}", count: 33),
    ])
    func それ以外は作れず読めない(text: String) throws {
        #expect(DeviceName(text) == nil)
        let json = try JSONEncoder().encode(text)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DeviceName.self, from: json) }
    }

    @Test(
        arguments: [
            ("  host\n", "host"), ("a\u{1B}[31mb\u{202E}c\u{200B}", "a[31mbc"), ("\u{FEFF}\tpc\u{2029}", "pc"),
            (String(repeating: "x", count: 70), String(repeating: "x", count: 64)),
            (String(repeating: "か\u{3099}", count: 40), String(repeating: "か\u{3099}", count: 32)),
            ("x" + String(repeating: "か\u{3099}", count: 40), "x" + String(repeating: "か\u{3099}", count: 31)),
            (String(repeating: "x", count: 63) + " y", String(repeating: "x", count: 63)), ("\u{202E}\n ", nil),
            ("", nil),
            ("a" + String(repeating: "\u{301}", count: 64), nil),
        ] as [(String, String?)])
    func 自動の名前は直され_残るものがなければない(text: String, name: String?) {
        #expect(DeviceName(automatic: text)?.rawValue == name)
    }

    /// The alphabet has characters of each kind. Foundation knows which of them are white space.
    @Test func 端の空白を除いて一から六十四文字で_見えない文字がなければ作れる() async {
        await forAll(1000) { choices in
            let length = max(0, choices.number(near: 1, 64, within: 4))
            let alphabet = choices.one(of: [
                "ab é日𝒳", "a \u{3000}\u{A0}", "ab\n\u{202E}\u{85}\u{AD}", "\u{200D}\u{FE0F} ",
            ])
            return choices.text(length...length, of: alphabet)
        } holds: { text in
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let scalars = trimmed.unicodeScalars
            let isValid =
                (1...64).contains(scalars.count)
                && !scalars.contains { ["\n", "\u{202E}", "\u{85}", "\u{AD}"].contains($0) }
                && scalars.contains { !["\u{200D}", "\u{FE0F}", " "].contains($0) }
            try promise(DeviceName(text)?.rawValue, is: isValid ? trimmed : nil)
        }
    }

    @Test func 自動の名前はいつも名前で_名前なら変わらない() async {
        await forAll(1000) { choices in
            choices.text(0...100, of: "ab é日𝒳\u{301}\u{200D}👧\n\u{202E}\u{1B}\0 ")
        } holds: { text in
            let name = DeviceName(automatic: text)
            try promise(name.flatMap { DeviceName($0.rawValue) }, is: name)
            if let typed = DeviceName(text) { try promise(name, is: typed) }
        }
    }

    @Test func 初めの千文字だけが読まれる() {
        let invisible = { String(repeating: "\u{202E}", count: $0) }

        #expect(DeviceName(automatic: invisible(999) + "name")?.rawValue == "n")
        #expect(DeviceName(automatic: invisible(1000) + "name") == nil)
    }
}
