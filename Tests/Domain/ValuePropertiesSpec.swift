import Foundation
import Testing
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningTestSupport
@testable import UsecasesEngine

/// Each rule is restated as a regular expression or with Foundation, and checked with texts near its boundaries.
@Suite struct 値の性質 {
    @Suite struct 文字列から作る値 {
        /// Returns mostly valid texts with lengths around both bounds. Some contain one invalid character.
        private static func text(
            _ choices: inout RandomChoices, _ alphabet: String, _ bounds: ClosedRange<Int>
        ) -> String {
            let length = max(0, choices.number(near: bounds.lowerBound, bounds.upperBound, within: 3))
            var text = choices.text(length...length, of: alphabet)
            if choices.one(of: [false, false, true]), !text.isEmpty {
                let place = choices.number(in: 0...(text.count - 1))
                text.remove(at: text.index(text.startIndex, offsetBy: place))
                text.insert(
                    choices.one(of: " !-~./:@AZ[_`az{\u{7F}é\u{212A}a\u{301}１\n\0"),
                    at: text.index(text.startIndex, offsetBy: min(place, text.count)))
            }
            return text
        }

        private func expect<Value: TextCodable & Hashable>(
            _ type: Value.Type, _ alphabet: String, _ bounds: ClosedRange<Int>, _ read: @escaping (Value) -> String,
            isValid: @escaping (String) -> Bool
        ) async {
            await forAll(500) {
                Self.text(&$0, alphabet, bounds)
            } holds: { text in
                let value = Value(text)
                let json = try JSONEncoder().encode(text)
                let decoded = try? JSONDecoder().decode(Value.self, from: json)

                try promise((value != nil) == isValid(text), "it is valid: \(isValid(text))")
                try promise(decoded, is: value)
                try promise(value.map { Array(read($0).utf8) } ?? Array(text.utf8), is: Array(text.utf8))
            }
        }

        private static func isMade(_ text: String, of bytes: some Collection<UInt8>, _ bounds: ClosedRange<Int>) -> Bool
        {
            bounds.contains(text.utf8.count) && Set(text.utf8).isSubset(of: bytes)
        }

        private static let visible = String(decoding: UInt8(0x21)...0x7E, as: UTF8.self)
        private static let letters = "abcdefghijklmnopqrstuvwxyz"
        private static let digits = "0123456789"

        @Test func UDIDは百二十八までの見えるASCII() async {
            await expect(UDID.self, Self.visible, 1...128, \.rawValue) {
                Self.isMade($0, of: Self.visible.utf8, 1...128)
            }
        }

        @Test func インストールキーは二百五十五までの見えるASCII() async {
            await expect(InstallationKey.self, Self.visible, 1...255, \.rawValue) {
                Self.isMade($0, of: Self.visible.utf8, 1...255)
            }
        }

        @Test func トークンと要約は小文字の十六進が六十四() async {
            let hex = Self.digits + "abcdef"
            await expect(SessionToken.self, hex, 64...64, { $0.reveal() }) { Self.isMade($0, of: hex.utf8, 64...64) }
            await expect(TokenDigest.self, hex, 64...64, { $0.reveal() }) { Self.isMade($0, of: hex.utf8, 64...64) }
        }

        /// A typed code is restated as a normalised text of the alphabet.
        @Test func 復旧コードは書き方によらず二十四文字で_似た文字は同じ() async throws {
            let alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
            await forAll(1000) {
                Self.text(&$0, alphabet + alphabet.uppercased() + "oOiIlL- ", 24...30)
            } holds: { text in
                let plain = text.lowercased().filter { $0 != " " && $0 != "-" }
                    .replacing("o", with: "0").replacing("i", with: "1").replacing("l", with: "1")
                let isValid =
                    text.utf8.count <= 128 && text.unicodeScalars.allSatisfy(\.isASCII)
                    && Self.isMade(plain, of: alphabet.utf8, 24...24)
                let code = RecoveryCode(typed: text)

                try promise((code != nil) == isValid, "it is valid: \(isValid)")
                guard let code else { return }
                try promise(code.reveal().replacing("-", with: ""), is: plain)
                try promise(RecoveryCode(typed: code.reveal()), is: code)
            }
            #expect(RecoveryCode(typed: String(repeating: " ", count: 104) + String(repeating: "7", count: 24)) != nil)
            #expect(RecoveryCode(typed: String(repeating: " ", count: 105) + String(repeating: "7", count: 24)) == nil)
        }

        @Test func アカウントの名前は小文字にして三から三十二() async {
            let capitals = Self.letters.uppercased()
            let alphabet = Self.letters + capitals + Self.digits + "_-"
            await forAll(500) {
                Self.text(&$0, alphabet, 3...32)
            } holds: { text in
                let name = AccountName(text)
                let isValid = Self.isMade(text, of: alphabet.utf8, 3...32)

                try promise((name != nil) == isValid, "it is valid: \(isValid)")
                try promise(AccountRules.flaws(ofName: text).isEmpty == isValid, "its flaws say the same")
                try promise(try? JSONDecoder().decode(AccountName.self, from: JSONEncoder().encode(text)), is: name)
                guard let name else { return }
                try promise(name.rawValue, is: text.lowercased())
                try promise(AccountName(name.rawValue), is: name)
            }
        }

        @Test func GitHubのログイン名は一つずつのハイフンが間にある() async {
            let pattern = #/[A-Za-z0-9]+(-[A-Za-z0-9]+)*/#
            await expect(GitHubLogin.self, "aZ09-bcdefgh", 1...39, \.rawValue) {
                $0.utf8.count <= 39
                    && Self.isMade($0, of: (Self.letters + Self.letters.uppercased() + Self.digits + "-").utf8, 1...39)
                    && $0.wholeMatch(of: pattern) != nil
            }
        }

        @Test func UUIDは書いたとおりの三十六文字だけを読む() async {
            await forAll(500) { choices in
                let uuid = UUIDv7(
                    at: Timestamp(milliseconds: choices.number(in: 0...0xFFFF_FFFF_FFFF)),
                    random: (choices.number(in: 0...(.max)), choices.number(in: 0...(.max))))
                var text = "\(uuid)"
                if choices.isTrue() {
                    let place = text.index(text.startIndex, offsetBy: choices.number(in: 0...35))
                    let other = choices.one(of: ["", "-", "0", "f", "A", "g", " ", "１", "-0"])
                    text.replaceSubrange(place...place, with: other)
                }
                return text
            } holds: { text in
                // Foundation reads and writes the same form in upper case.
                let read = UUID(uuidString: text)?.uuidString.lowercased()
                try promise(UUIDv7(text).map { "\($0)" }, is: read == text ? text : nil)
            }
        }
    }

    @Suite struct UUIDの中身 {
        @Test func 時刻と版とバリアントと乱数の桁を持つ() async {
            await forAll { choices in
                (
                    choices.number(near: Int64(0), 1_763_640_000_000, 0xFFFF_FFFF_FFFF, within: 100_000),
                    choices.number(in: UInt64(0)...(.max)), choices.number(in: UInt64(0)...(.max))
                )
            } holds: { milliseconds, first, second in
                let uuid = UUIDv7(at: Timestamp(milliseconds: milliseconds), random: (first, second))
                let bits = try promised(UUID(uuidString: "\(uuid)")).uuid
                let (four, six, eight) = (UInt64(bits.4), UInt64(bits.6), UInt64(bits.8))

                let written = min(max(0, milliseconds), 253_402_300_799_999)
                try promise(uuid.time.milliseconds, is: written)
                try promise(four, is: UInt64(truncatingIfNeeded: written >> 8) & 0xFF)
                try promise(six, is: 0x70 | first >> 8 & 0x0F)
                try promise(UInt64(bits.7), is: first & 0xFF)
                try promise(eight, is: 0x80 | second >> 56 & 0x3F)
                try promise(UInt64(bits.15), is: second & 0xFF)
            }
        }
    }

    @Suite struct 時刻 {
        /// Returns the days before the first of a month, counted year by year.
        private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
            let before = year - 1
            let leapDays = { (n: Int64) in
                Int64((Double(n) / 4).rounded(.down)) - Int64((Double(n) / 100).rounded(.down))
                    + Int64((Double(n) / 400).rounded(.down))
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return 365 * (year - 1970) + leapDays(before) - leapDays(1969)
                + lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1
        }

        private static let day: Int64 = 86_400_000

        @Test func 書かれた日付から元の時刻が計算できる() async {
            await forAll(2000) { choices in
                // Times around the turns of days, months, years and centuries, and at random.
                let year = choices.number(near: Int64(1970), 2000, 2100, 0, 9999, within: 12_000)
                let month = choices.one(of: [1, 2, 3, 12, choices.number(in: 1...12)] as [Int64])
                return Self.days(year, month, 1) * Self.day
                    + choices.number(near: Int64(0), 27 * Self.day, 28 * Self.day, within: 40 * Self.day)
            } holds: { (milliseconds: Int64) in
                let text = "\(Timestamp(milliseconds: milliseconds))"
                let match = try promised(
                    text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z/#)?.output)
                let parts = [match.1, match.2, match.3, match.4, match.5, match.6, match.7].compactMap { Int64($0) }
                try promise(parts.count, is: 7)
                try promise((1...12).contains(parts[1]) && (1...31).contains(parts[2]), "\(text) is a date")
                try promise(parts[3] < 24 && parts[4] < 60 && parts[5] < 60, "\(text) has a time")
                let time = (parts[3] * 60 + parts[4]) * 60_000 + parts[5] * 1000 + parts[6]
                let written = Self.days(parts[0], parts[1], parts[2]) * Self.day + time
                try promise(written, is: min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
            }
        }

        @Test func 四桁の年なら文字列の順は時刻の順で_読み戻せる() async {
            let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
            await forAll(1000) { choices in
                (0..<2).map { _ in
                    choices.isTrue()
                        ? choices.number(near: range.lowerBound, range.upperBound, 0, within: 1000)
                        : choices.number(in: range)
                }
            } holds: { numbers in
                let times = numbers.map { Timestamp(milliseconds: $0) }
                for (number, time) in zip(numbers, times) {
                    let json = Data(#"{"milliseconds":\#(number)}"#.utf8)
                    let read = try? JSONDecoder().decode(Timestamp.self, from: json)
                    try promise(read, is: range.contains(number) ? time : nil)
                }
                guard numbers.allSatisfy(range.contains) else { return }
                try promise(times[0] < times[1], is: numbers[0] < numbers[1])
                try promise("\(times[0])" < "\(times[1])", is: numbers[0] < numbers[1])
            }
        }
    }

    @Test func 頼んだことは保存した値から読み戻せる() async {
        await forAll { choices in
            (
                choices.text(3...32, of: "abz09_-"), choices.text(1...255, of: "!-~aZ0\"\\"),
                choices.one(of: ["", " ", "  ", "\n"])
            )
        } holds: { name, key, more in
            let attempt = SignUpAttempt(
                name: try promised(AccountName(name)), key: try promised(InstallationKey(key)))
            try promise(SignUpAttempt(stored: attempt.stored), is: attempt)
            try promise(SignUpAttempt(stored: attempt.stored + more), is: more.isEmpty ? attempt : nil)
        }
    }

    @Test func チュートリアルのページは番号から読み戻せ_前後に一つずつ続く() async {
        await forAll {
            $0.number(in: -2...9)
        } holds: { (number: Int) in
            let page = TutorialPage(stored: "\(number)")
            try promise(page?.rawValue, is: (1...7).contains(number) ? number : nil)
            guard let page else { return }
            try promise(TutorialPage(stored: page.stored), is: page)
            try promise(page.next?.rawValue, is: number < 7 ? number + 1 : nil)
            try promise(page.previous?.rawValue, is: number > 1 ? number - 1 : nil)
        }
    }

    /// A recording redacts passwords. The password read from it breaks the same rule, so a replay takes the same steps.
    @Test func 記録から読んだパスワードは同じ規則を破る() async {
        await forAll(400) { choices in
            let name = choices.one(of: ["ada", "alexander", "Ada-Lovelace-1815-of-the-engine", "ad", "", "エイダ"])
            let text = choices.one(of: [
                choices.text(0...20), choices.text(200...257, of: "aé名"), choices.text(0...300, of: "x"),
                name + choices.text(0...12, of: "kvq7!"), String(repeating: name, count: choices.number(in: 0...20)),
                "password" + choices.text(0...12, of: "123wordpas"), "a fine sentence\0of a person",
            ])
            return Credentials(name: name, password: Password(normalized: text))
        } holds: { credentials in
            let json = try JSONEncoder().encode(credentials)
            let read = try JSONDecoder().decode(Credentials.self, from: json)

            try promise(read.name, is: credentials.name)
            try promise(
                AccountRules.flaws(of: read).first { !AccountRules.flaws(ofName: read.name).contains($0) },
                is: AccountRules.flaws(of: credentials).first { !AccountRules.flaws(ofName: read.name).contains($0) })
            let text = credentials.password.reveal()
            guard text.utf8.count > 9, !credentials.name.contains(text) else { return }
            try promise(!String(decoding: json, as: UTF8.self).contains(text), "the password is not written")
        }
    }

    /// Only the category decides, for all scalars with short cuts and for others.
    @Test func 端末を操る文字は種別で決まる() async {
        func isControlling(_ scalar: Unicode.Scalar) -> Bool {
            [.control, .lineSeparator, .paragraphSeparator, .format].contains(scalar.properties.generalCategory)
                && scalar != "\u{200D}"
        }
        for scalar in (UInt32(0)..<0x3100).compactMap(Unicode.Scalar.init) {
            #expect(scalar.commandsDisplays == isControlling(scalar), "\(scalar.value)")
        }
        await forAll(3000) {
            $0.number(in: 0x3100...0x10FFFF)
        } holds: { (value: UInt32) in
            guard let scalar = Unicode.Scalar(value) else { return }
            try promise(scalar.commandsDisplays, is: isControlling(scalar))
        }
    }

    @Test func 続けた文は両方の言語で続く() async {
        await forAll(100) { choices in
            (0..<4).map { _ in choices.text(0...5) }
        } holds: { texts in
            let whole = Sentence(en: texts[0], ja: texts[1]).followed(by: Sentence(en: texts[2], ja: texts[3]))
            try promise(whole.text(in: .en), is: texts[0] + " " + texts[2])
            try promise(whole.text(in: .ja), is: texts[1] + texts[3])
        }
    }
}
