import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningTestSupport

private func flaws(ofPassword text: String, for name: String = "ada") -> [AccountFlaw] {
    AccountRules.flaws(of: Password(normalized: text), forName: name)
}

/// Returns a sentence of the given number of characters that is not a common password.
private func sentence(_ count: Int) -> String {
    String((0..<count).map { Character(UnicodeScalar(UInt8(33 + $0 * $0 % 89))) })
}

@Suite struct アカウントの規則 {
    @Suite struct 名前 {
        /// The properties of values have the names that satisfy the rules.
        @Test(
            arguments: [
                ("", [.nameLength]), ("ad", [.nameLength]), (String(repeating: "x", count: 33), [.nameLength]),
                (String(repeating: "x", count: 100_000), [.nameLength]),
                (String(repeating: "あ", count: 43), [.nameLength, .nameCharacters]),
            ]
                + [
                    "a b", "ada ", " ada", "ada\n", "ad\0a", "a.da", "a@da", "エイダ", "аda", "ａｄａ", "ada\u{301}",
                    "\u{212A}ada", "👩‍💻ada", "ada/../eve", "\u{1B}[31m", "/:@", "[`{",
                ].map { ($0, [.nameCharacters]) } as [(String, [AccountFlaw])])
        func 長さか文字かその両方が合わない(name: String, flaws: [AccountFlaw]) {
            #expect(AccountRules.flaws(ofName: name) == flaws)
            #expect(AccountName(name) == nil)
        }

        /// Phones and the input of Japanese add spaces. Accounts of earlier versions may have a hyphen at the beginning.
        @Test func 前後の空白は捨て_新しい名前だけはハイフンで始まらない() async {
            await forAll { choices in
                let spaces = (0..<2).map { _ in choices.text(0...2, of: " \t\n\r\u{3000}\u{A0}") }
                return (choices.text(3...6, of: "-a_9Z"), spaces)
            } holds: { name, spaces in
                let typed = Credentials(
                    name: spaces[0] + name + spaces[1], password: Password(normalized: sentence(20)))

                try promise(typed.name, is: name)
                try promise(AccountRules.flaws(of: typed), is: [])
                try promise(AccountRules.flaws(ofNew: typed), is: name.hasPrefix("-") ? [.nameCharacters] : [])
            }
        }
    }

    @Suite struct NULのあるパスワード {
        /// A hash cannot distinguish a NUL at the end from none.
        @Test(arguments: [
            "the weather of Tuesday\0", "\0the weather of Tuesday", "the weather\0of Tuesday",
            "\0a\0b\0c\0d\0e\0f\0g\0",
        ])
        func 使えない(text: String) {
            #expect(flaws(ofPassword: text) == [.passwordCharacters])
        }
    }

    @Suite struct 名前と同じパスワード {
        private let name = "ada-lovelace-1815"

        @Test(arguments: ["ada-lovelace-1815", "ADA-Lovelace-1815"]) func 大文字でも小文字でも使えない(text: String) {
            #expect(flaws(ofPassword: text, for: name) == [.passwordIsName])
            #expect(flaws(ofPassword: text, for: name.uppercased()) == [.passwordIsName])
        }

        @Test(arguments: ["ada-lovelace-181", "ada-lovelace-18\u{301}5"])
        func 一文字でも違えば使える(text: String) {
            #expect(flaws(ofPassword: text, for: name) == [])
        }

        @Test(arguments: [
            ("alexander", "alexanderalexander"), ("alexander-x", "alexander-x123456"), ("bob", "bobbobbobbobbob7"),
            ("alexander", "kv7qalexanderzx"), ("alexander-x", "x-rednaxelax-rednaxela"),
            ("alexander", "RednaxelaAlexander"), ("bob-1", "1-BOB1-bob1-boB"),
            ("ada", "kv7!qzx\(String(repeating: "ada", count: 83))"),
        ])
        func 名前のほかに八文字なければ使えない(name: String, text: String) {
            #expect(flaws(ofPassword: text, for: name) == [.passwordIsName])
            #expect(flaws(ofPassword: text, for: name.uppercased()) == [.passwordIsName])
        }

        @Test(arguments: [
            ("alexander", "kv7q!alexander#zx2"), ("bob", "kv7bob!q#bobzx2w"),
            ("ada", "a sentence that nobody says ada"),
            ("", "a sentence that nobody says"), ("a", "a sentence that nobody says"),
        ])
        func 短い名前や八文字あれば_含んでいても使える(name: String, text: String) {
            #expect(flaws(ofPassword: text, for: name) == [])
        }

        @Test(arguments: ["alexanderpassword", "password2024alexander", "alexander.alexander.password"])
        func 名前もよく使われる部分のひとつ(text: String) {
            #expect(flaws(ofPassword: text, for: "alexander") == [.passwordIsCommon])
        }

        /// Checks the rule against an independent count, with the name at random places of a random text.
        @Test func ほかの文字を数えて決める() {
            var random = SeededRandomSource.unpredictable()
            for _ in 0..<2_000 {
                let name = String(
                    (0..<Int.random(in: 3...32, using: &random)).map { _ in "mnop".randomElement(using: &random) ?? "m"
                    })
                let own = Int.random(in: 4...12, using: &random)
                // Letters that no name contains. Each stands between two names or next to one.
                var text = ""
                for _ in 0..<own {
                    if Bool.random(using: &random) { text += name }
                    text += String("qxzvj".randomElement(using: &random) ?? "q")
                }
                guard (15...256).contains(text.count), text.contains(name) else { continue }
                #expect(
                    (flaws(ofPassword: text, for: name) == [.passwordIsName]) == (own < 8),
                    "\(text) \(name), \(random.comment)")
            }
        }
    }

    @Suite struct よく使われるパスワード {
        @Test(arguments: [
            "passwordpassword", "PassWordPassword", "qwertyuiop123456", "QWERTYUIOP123456", "aaaaaaaaaaaaaaa",
            "123456789012345", "abcabcabcabcabc", "abcdefghijklmnop", "zyxwvutsrqponml", "qwertyuiopasdfg",
            "1qaz2wsx3edc4rfv", "password12345678", "letmein123456789", "aaaaaaa11111111",
            "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}",
            "q1w2e3r4t5y6u7i8", "1q2w3e4r5t6y7u8i9o0p", "thisismypassword", "administrator123", "123456789101112",
            "112233445566778", "p@ssw0rdp@ssw0rd", "Password123456!", "jesuschristislord", "manchesterunited",
            "Manchester-United", "calearningpassword", "calearningcalearning", "calearning!kv7qz",
            "pass-word-pass-word", "correct horse battery staple", "correcthorsebatterystaple",
            "tobeornottobethatisthequestion", "To be, or not to be: that is the question", "adminadminadmin1",
            "パスワードパスワードパスワード", "linkedinlinkedin", "January2026January", "Summer2026Summer2026!",
            "こんにちはこんにちはこんにちは!", "こんにちはこんにちはこんにちは",
            "zaq1xsw2cde3vfr4", "qazwsxedcrfvtgb", "111222333444555", "1L0veyou1l0vey0u", "2023-Password-!!",
            "😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀", "ああああああああああああああああ", "いろいろいろいろいろいろいろいろ", "               ",
        ])
        func 使えない(text: String) {
            #expect(flaws(ofPassword: text) == [.passwordIsCommon])
        }

        /// A text is repeated, the last time perhaps in part, with signs between and digits and signs around.
        @Test func 繰り返しは_一度の分と前後が短ければ使えない() async {
            await forAll(1000) { choices in
                (
                    choices.text(3...18, of: "あкжфцщ亜漢"), choices.number(in: 2...5), choices.number(in: 0...17),
                    choices.text(0...6, of: "0189-! "), choices.text(0...6, of: "0189-! "),
                    choices.text(0...2, of: "-! ")
                )
            } holds: { unit, count, rest, before, after, between in
                // A text that repeats a shorter one.
                guard !(unit + unit).dropFirst().dropLast().contains(unit) else { return }
                let repeated = Array(repeating: unit, count: count).joined(separator: between)
                let text = before + repeated + between + String(unit.prefix(rest % unit.count)) + after
                guard AccountRules.passwordLength.contains(text.count) else { return }
                let own = unit.count + (before + after).count { $0.isNumber }
                try promise(flaws(ofPassword: text) == [.passwordIsCommon], is: own < 15)
            }
        }

        @Test func 三つまでの語なら使えず_四つなら使える() {
            #expect(flaws(ofPassword: "dragonmonkeyshadow") == [.passwordIsCommon])
            #expect(flaws(ofPassword: "dragonmonkeyshadowmaster") == [])
        }

        @Test(arguments: [
            "correct horse battery stapler", "ada lovelace analytical engine", "a sentence that nobody says",
            "another sentence nobody says", "Tr0ub4dor&3-Tr0ub4dor&4", "kR7#vQ2!mX9@pL4", "passwordpassword!x",
        ])
        func 普通の言い回しは使える(text: String) {
            #expect(flaws(ofPassword: text) == [])
        }

        /// Texts with the longest search for parts. The search must end.
        @Test(arguments: [
            (String(repeating: "a", count: 255) + "x", false),
            (String(repeating: "ab", count: 127) + "cd", false),
            (String(repeating: "qwertyuiop", count: 25) + "qwert!", true),
            (String(repeating: "1234567890", count: 25) + "12345x", false),
            (String(repeating: "😀", count: 255) + "😁", false),
            (String(repeating: "a", count: 128) + String(repeating: "b", count: 128), true),
            (String(repeating: "a", count: 128) + String(repeating: "b", count: 127) + "!", true),
            (String(repeating: "a", count: 128) + String(repeating: "b", count: 127) + "x", false),
            (String(repeating: "password", count: 32), true),
            (String(repeating: "aaaabbbb", count: 32), true),
            (String(repeating: "aaaabbbbcccc", count: 21) + "aaaa", true),
            (String(repeating: "\u{10FFFF}", count: 256), true),
        ])
        func 二百五十六文字でも調べ終わる(text: String, isCommon: Bool) {
            #expect(flaws(ofPassword: text) == (isCommon ? [.passwordIsCommon] : []))
        }
    }

    @Suite struct よく使われるパスワードの一覧 {
        private static let words = CommonPasswords.listed.map { String(decoding: $0, as: UTF8.self) }

        @Test func 一覧は三千ずつあり_長いものはどれもそのまま使えない() {
            #expect(Self.words.count == 6_000)
            #expect(Self.words.count { $0.utf8.count >= 15 } > 2_850)
            for word in Self.words where AccountRules.passwordLength.contains(word.count) {
                #expect(flaws(ofPassword: word) == [.passwordIsCommon], "\(word)")
            }
        }

        /// Returns one part that is common by an independent definition: a listed word, a repetition, a slice of a
        /// walk, or a number.
        private static func part(_ random: inout SeededRandomSource) -> String {
            let walks = [
                "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "1q2w3e4r5t6y7u8i9o0p",
                "aqswdefrgthyjukilo",
            ]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return words.randomElement(using: &random) ?? ""
            case 1:
                return String(
                    repeating: "azq09".randomElement(using: &random) ?? "a",
                    count: Int.random(in: 4...90, using: &random))
            case 2:
                let walk = Array(walks.randomElement(using: &random) ?? "")
                let latest = walk.count - 4
                let start = Int.random(in: 0...latest, using: &random)
                let slice = walk[start...].prefix(Int.random(in: 4...30, using: &random))
                return String(Bool.random(using: &random) ? Array(slice) : slice.reversed())
            case _: return "\(Int.random(in: 0...9_999, using: &random))"
            }
        }

        @Test func 三つまでの部分なら使えず_知られない文字がひとつでもあれば使える() {
            var random = SeededRandomSource.unpredictable()
            var counts = (common: 0, own: 0)
            while counts.common < 1_000 {
                let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.part(&random) }
                let separator = ["", "", "-", " ", "!?"].randomElement(using: &random) ?? ""
                let text = parts.joined(separator: separator) + separator
                guard (15...255).contains(text.count) else { continue }
                let capitals = String(text.map { Bool.random(using: &random) ? Character($0.uppercased()) : $0 })
                #expect(flaws(ofPassword: capitals) == [.passwordIsCommon], "\(text), \(random.comment)")
                counts.common += 1

                // No listed word contains this character, so it is not a part at any position.
                var odd = text
                odd.insert("ж", at: odd.indices.randomElement(using: &random) ?? odd.startIndex)
                #expect(flaws(ofPassword: odd) == [], "\(odd), \(random.comment)")
                counts.own += 1
            }
            #expect(counts.own == counts.common)
        }

        @Test func でたらめな文字は使える() {
            var random = SeededRandomSource.unpredictable()
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
            for _ in 0..<2_000 {
                let text = String(
                    (0..<Int.random(in: 20...256, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? "a"
                    })
                #expect(flaws(ofPassword: text) == [], "\(text), \(random.comment)")
            }
        }
    }

    @Test func 名前とパスワードの直すところを_読む順に並べる() {
        let credentials = Credentials(name: "a", password: Password(normalized: "short"))

        #expect(AccountRules.flaws(of: credentials) == [.nameLength, .passwordTooShort])
        #expect(AccountRules.flaws(of: .flawedExample) == [.nameCharacters, .passwordTooShort])
        #expect(AccountRules.flaws(of: .example) == [])
    }
}
