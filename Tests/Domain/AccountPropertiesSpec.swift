import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningTestSupport

@Suite struct アカウントの値の性質 {
    private static func id(_ choices: inout RandomChoices) -> UUIDv7 {
        UUIDv7(
            at: Timestamp(milliseconds: choices.number(in: 0...0xFFFF_FFFF_FFFF)),
            random: (choices.number(in: 0...(.max)), choices.number(in: 0...(.max))))
    }

    @Test func 終えるセッションは書いたとおりにだけ読まれる() async {
        await forAll { choices in
            let id = "\(Self.id(&choices))"
            return choices.one(of: [
                id, "others", "OTHERS", "other", "others ", "", id + " ", "-" + id, String(id.dropLast()), "all",
                #"{"one":{}}"#,
                choices.text(0...8, of: "others"),
            ])
        } holds: { text in
            let ended = EndedSessions(text)

            try promise(ended.map { "\($0)" }, is: text == "others" || UUIDv7(text) != nil ? text : nil)
            try promise(ended == .others, is: text == "others")
            if let ended { try promise(JSONEncoder().encode(ended), is: JSONEncoder().encode(text)) }
            try promise(try? JSONDecoder().decode(EndedSessions.self, from: JSONEncoder().encode(text)), is: ended)
        }
    }

    @Test func 直すところは符号から読み戻せ_ほかの符号は読まれない() async {
        let codes: [String: AccountFlaw] = [
            "NAME_LENGTH": .nameLength, "NAME_CHARACTERS": .nameCharacters, "PASSWORD_TOO_SHORT": .passwordTooShort,
            "PASSWORD_TOO_LONG": .passwordTooLong, "PASSWORD_CHARACTERS": .passwordCharacters,
            "PASSWORD_IS_NAME": .passwordIsName, "PASSWORD_IS_COMMON": .passwordIsCommon,
        ]
        #expect(Dictionary(uniqueKeysWithValues: AccountFlaw.allCases.map { ($0.code, $0) }) == codes)
        await forAll { choices in
            let code = choices.one(of: codes.keys.sorted())
            return choices.one(of: [
                code, code.lowercased(), code.replacing("_", with: "-"), code + "_", String(code.dropLast()),
                choices.text(0...12, of: "NAME_LENGTH"),
            ])
        } holds: { code in
            try promise(AccountFlaw(code: code), is: codes[code])
        }
    }

    @Test func デバイスの種類は0から9999() async {
        await forAll {
            $0.number(near: 0, 9999, 11, .min, .max, within: 20_000)
        } holds: { (number: Int) in
            let kind = DeviceKind(rawValue: number)

            try promise(kind?.rawValue, is: number >= 0 && number < 10_000 ? number : nil)
            try promise(try? JSONDecoder().decode(DeviceKind.self, from: Data("\(number)".utf8)), is: kind)
        }
    }

    /// The length is counted as NIST SP 800-63B defines it, neither in bytes nor in visible characters. The scalars have
    /// one to four bytes, and some combine with others.
    @Test func パスワードの長さはどんな文字でもスカラーで数える() async {
        await forAll { choices in
            let count = max(0, choices.number(near: 0, 15, 256, within: 20))
            return choices.list(count...count) { choices in
                let range: ClosedRange<UInt32> = choices.one(of: [
                    0x61...0x7A, 0xC0...0xFF, 0x300...0x36F, 0x200D...0x200D, 0x4E00...0x9FFF, 0x1F300...0x1F64F,
                ])
                return Unicode.Scalar(choices.number(in: range)) ?? "a"
            }
        } holds: { (scalars: [Unicode.Scalar]) in
            let password = Password(normalized: String(String.UnicodeScalarView(scalars)))
            let flaws = AccountRules.flaws(of: password, forName: "ada")

            try promise(password.count, is: scalars.count)
            try promise(flaws == [.passwordTooShort], is: scalars.count < 15)
            try promise(flaws == [.passwordTooLong], is: scalars.count > 256)
        }
    }

    @Test func 終えたセッションだけが一覧からなくなる() async {
        await forAll { choices in
            let sessions = choices.list(1...5) { choices in
                Session(
                    id: .fixture(choices.number(in: 1...99)), udid: .fixture(), beganAt: .example, lastUsedAt: .example)
            }
            let id = UUIDv7.fixture(choices.number(in: 1...99))
            return (
                SessionList(own: choices.one(of: sessions).id, sessions: sessions),
                choices.one(of: [.others, .one(id), .one(choices.one(of: sessions).id)] as [EndedSessions])
            )
        } holds: { list, ended in
            let left = list.without(ended)

            let kept =
                switch ended {
                case .others: list.sessions.filter { $0.id == list.own }
                case .one(let id): list.sessions.filter { $0.id != id }
                }
            try promise(left, is: SessionList(own: list.own, sessions: kept))
            try promise(left.without(ended), is: left)
        }
    }
}
