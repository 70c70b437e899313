import Domain
import Testing

private func flaws(ofPassword text: String, for name: String = "ada") -> [AccountFlaw] {
    AccountRules.flaws(of: Password(normalized: text), forName: name)
}

/// As many characters as asked for, which are no common password.
private func sentence(_ count: Int) -> String {
    String((0..<count).map { Character(UnicodeScalar(UInt8(33 + $0 * $0 % 89))) })
}

@Suite struct アカウントの規則 {
    @Suite struct 名前 {
        @Test(arguments: ["ada", "a-1", "___", "---", "000", "ADA", String(repeating: "x", count: 32)])
        func 三文字から三十二文字の英数字と下線とハイフンは規則に合う(name: String) {
            #expect(AccountRules.flaws(ofName: name) == [])
            #expect(AccountName(name)?.rawValue == name.lowercased())
        }

        @Test(arguments: ["", "a", "ad", String(repeating: "x", count: 33), String(repeating: "x", count: 100_000)])
        func それより短いか長ければ長さが合わない(name: String) {
            #expect(AccountRules.flaws(ofName: name) == [.nameLength])
            #expect(AccountName(name) == nil)
        }

        @Test(arguments: [
            "a b", "ada ", " ada", "ada\n", "ad\0a", "a.da", "a@da", "エイダ", "аda", "ａｄａ", "ada\u{301}", "\u{212A}ada",
            "👩‍💻ada",
            "ada/../eve", "\u{1B}[31m", "/:@", "[`{",
        ])
        func ほかの文字があれば文字が合わない(name: String) {
            #expect(AccountRules.flaws(ofName: name) == [.nameCharacters])
            #expect(AccountName(name) == nil)
        }

        @Test func 長くてほかの文字もあれば両方が合わない() {
            #expect(AccountRules.flaws(ofName: String(repeating: "あ", count: 43)) == [.nameLength, .nameCharacters])
        }
    }

    @Suite struct パスワードの長さ {
        @Test(arguments: [(14, [AccountFlaw.passwordTooShort]), (15, []), (256, []), (257, [.passwordTooLong])])
        func 十五文字から二百五十六文字まで(count: Int, flaws: [AccountFlaw]) {
            #expect(CalearningTests.flaws(ofPassword: sentence(count)) == flaws)
        }

        @Test func 空なら短すぎる() {
            #expect(flaws(ofPassword: "") == [.passwordTooShort])
        }

        /// Counted as NIST SP 800-63B does, and not as people see them or as they are encoded.
        @Test(arguments: [
            // A letter with 14 marks, or 13, is one character to people.
            ("e" + String(String.UnicodeScalarView(repeatElement("\u{301}", count: 14))), 15),
            ("e" + String(String.UnicodeScalarView(repeatElement("\u{301}", count: 13))), 14),
            ("👩‍💻👩🏽‍🚀👨‍👩‍👧‍👦🇯🇵", 16),
            ("👩‍💻👩🏽‍🚀👨‍👩‍👧", 12),
            ("\0a\0b\0c\0d\0e\0f\0g\0", 15),
            ("吾輩は猫である。名前はまだ無い", 15),
            ("吾輩は猫である。名前はまだ無", 14),
        ])
        func Unicodeのスカラーで数える(text: String, count: Int) {
            #expect(Password(normalized: text).count == count)
            #expect(flaws(ofPassword: text) == (count < 15 ? [.passwordTooShort] : []))
        }

        @Test func 絵文字が二百五十六個でも長すぎない() {
            let emoji = (0..<257).compactMap { UnicodeScalar(0x1F300 + UInt32($0)) }

            #expect(flaws(ofPassword: String(String.UnicodeScalarView(emoji.prefix(256)))) == [])
            #expect(flaws(ofPassword: String(String.UnicodeScalarView(emoji))) == [.passwordTooLong])
        }
    }

    @Suite struct 名前と同じパスワード {
        private let name = "ada-lovelace-1815"

        @Test(arguments: ["ada-lovelace-1815", "ADA-Lovelace-1815"]) func 大文字でも小文字でも使えない(text: String) {
            #expect(flaws(ofPassword: text, for: name) == [.passwordIsName])
            #expect(flaws(ofPassword: text, for: name.uppercased()) == [.passwordIsName])
        }

        @Test(arguments: ["ada-lovelace-1815!", "ada-lovelace-181", "ada-lovelace-18\u{301}5"])
        func 一文字でも違えば使える(text: String) {
            #expect(flaws(ofPassword: text, for: name) == [])
        }
    }

    @Suite struct よく使われるパスワード {
        @Test(arguments: [
            "passwordpassword", "PassWordPassword", "qwertyuiop123456", "QWERTYUIOP123456", "aaaaaaaaaaaaaaa",
            "123456789012345", "abcabcabcabcabc", "abcdefghijklmnop", "zyxwvutsrqponml", "qwertyuiopasdfg",
            "1qaz2wsx3edc4rfv", "password12345678", "letmein123456789", "aaaaaaa11111111",
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", "ああああああああああああああああ", "いろいろいろいろいろいろいろいろ", "               ",
        ])
        func 使えない(text: String) {
            #expect(flaws(ofPassword: text) == [.passwordIsCommon])
        }

        @Test(arguments: [
            "correct horse battery staple", "correcthorsebatterystaple", "ada lovelace analytical engine",
            "こんにちはこんにちはこんにちは!", "こんにちはこんにちはこんにちは", "a sentence that nobody says",
            "another sentence nobody says", "Tr0ub4dor&3-Tr0ub4dor&4", "kR7#vQ2!mX9@pL4", "passwordpassword!x",
        ])
        func 普通の言い回しは使える(text: String) {
            #expect(flaws(ofPassword: text) == [])
        }

        /// Texts on which a search for parts has the most to do: it has to end.
        @Test(arguments: [
            (String(repeating: "a", count: 255) + "b", false),
            (String(repeating: "ab", count: 127) + "cd", false),
            (String(repeating: "qwertyuiop", count: 25) + "qwert!", false),
            (String(repeating: "1234567890", count: 25) + "12345x", false),
            (String(repeating: "😀", count: 255) + "😁", false),
            (String(repeating: "a", count: 128) + String(repeating: "b", count: 128), true),
            (String(repeating: "a", count: 128) + String(repeating: "b", count: 127) + "!", false),
            (String(repeating: "password", count: 32), true),
            (String(repeating: "aaaabbbb", count: 32), true),
            (String(repeating: "aaaabbbbcccc", count: 21) + "aaaa", false),
            (String(repeating: "\u{10FFFF}", count: 256), true),
        ])
        func 二百五十六文字でも調べ終わる(text: String, isCommon: Bool) {
            #expect(flaws(ofPassword: text) == (isCommon ? [.passwordIsCommon] : []))
        }
    }

    @Test func 名前とパスワードの直すところを_読む順に並べる() {
        let credentials = Credentials(name: "a", password: Password(normalized: "short"))

        #expect(AccountRules.flaws(of: credentials) == [.nameLength, .passwordTooShort])
        #expect(AccountRules.flaws(of: .flawedExample) == [.nameCharacters, .passwordTooShort])
        #expect(AccountRules.flaws(of: .example) == [])
    }
}
