import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 時刻のコードの規則 {
    /// The appendix of RFC 4226 has these HMACs of the counters 0, 1 and 9 under the key `12345678901234567890`.
    @Test(arguments: [
        ("cc93cf18508d94934c64b65d8ba7667fb7cde4b0", "755224"), ("75a48a19d4cbe100644e8ac1397eea747a2d33ab", "287082"),
        ("1637409809a679dc698207310c8c7fc07290d9e5", "520489"),
    ])
    func RFC4226の例のとおりに切り出す(mac: String, code: String) throws {
        let mac = try #require([UInt8](hexadecimal: mac))

        #expect(TimeCodeRules.code(in: mac).reveal() == code)
    }

    /// The examples of RFC 6238, appendix B, and times before 1970.
    @Test(arguments: [
        (59_000, 1), (1_111_111_109_000, 0x23523EC), (20_000_000_000_000, 0x27BC86AA), (0, 0), (29_999, 0), (30_000, 1),
        (-1, -1), (-30_000, -1), (-30_001, -2),
    ])
    func 一歩は30秒で_前後一歩ずつを受け入れる(milliseconds: Int64, step: Int64) {
        let now = Timestamp(milliseconds: milliseconds)

        #expect(TimeCodeRules.step(at: now) == step)
        #expect(TimeCodeRules.steps(at: now) == (step - 1)...(step + 1))
        #expect(TimeCodeRules.message(of: step).count == 8)
    }

    @Test(
        arguments: [
            ("123456", "123456"), ("123 456", "123456"), (" 1-2-3-4-5-6 ", "123456"), ("000000", "000000"),
            ("12345", nil),
            ("1234567", nil), ("12345a", nil), ("１２３４５６", nil), ("", nil), ("123456\n", nil),
            (String(repeating: " ", count: 26) + "123456", "123456"),
            (String(repeating: " ", count: 27) + "123456", nil),
        ] as [(String, String?)])
    func 打ち込んだコードを読む(typed: String, digits: String?) {
        #expect(TimeCode(typed: typed)?.reveal() == digits)
    }

    /// An independent statement: the bits of the characters, in order, are the bits of the bytes.
    /// An independent statement: the bits of the characters, in order, are the bits of the bytes.
    @Test func 鍵の文字はBase32でバイトを表す() async {
        await forAll {
            TimeCodeKey(randomSource: SeededRandomSource(seed: $0.number(in: 0...UInt64.max)))
        } holds: { key in
            let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            let bits = key.reveal().flatMap { character in
                let value = characters.firstIndex(of: character) ?? 0
                return (0..<5).map { value >> (4 - $0) & 1 }
            }

            try promise(key.bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0) & 1) } }, is: bits)
            try promise(key.bytes.count, is: 20)
            try promise(TimeCodeKey(key.reveal()), is: key)
            try promise(key.grouped.reveal().split(separator: " ").map(\.utf8.count), is: Array(repeating: 4, count: 8))
            try promise(key.grouped.reveal().replacing(" ", with: ""), is: key.reveal())
            for wrong in [String(key.reveal().dropLast()), key.reveal() + "A", "1" + key.reveal().dropFirst()] {
                try promise(TimeCodeKey(wrong), is: nil)
            }
        }
    }

    @Test func 認証アプリが読むアドレスは名前と鍵を持つ() throws {
        let key = try #require(TimeCodeKey("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"))

        #expect(
            key.address(of: .example).reveal()
                == "otpauth://totp/calearning:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=calearning")
    }

    @Test func コードは種類で見分ける() {
        #expect(SecondCode(typed: "123 456") == TimeCode(typed: "123456").map { .time($0) })
        #expect(SecondCode(typed: RecoveryCode.example.reveal().uppercased()) == .backup(.example))
        for text in ["", "12345", "k7qf", "password"] { #expect(SecondCode(typed: text) == .other) }
        for code in SecondCode.examples { #expect(SecondCode(typed: code.secret.reveal()) == code) }
    }
}

@Suite struct 二つ目の要素の規則 {
    /// An independent statement of the state: what is on, and what was used.
    private struct Model {
        var key: SealedSecret?
        var isOn = false
        var end = Timestamp.example
        var usedSteps: [Int64] = []
        var failures = 0
        var backups: Set<TokenDigest> = []

        mutating func make(_ change: SecondFactorChange, at now: Timestamp) -> Bool {
            switch change {
            case .begin(let new, let until):
                if isOn { return false }
                (key, end) = (new, until)
            case .confirm(let confirmed, let step, let codes):
                if isOn || key != confirmed || now >= end { return false }
                (isOn, usedSteps, backups, failures) = (true, [step], Set(codes), 0)
            case .spendStep(let step):
                if !isOn || failures >= 100 || usedSteps.contains(where: { $0 >= step }) { return false }
                usedSteps.append(step)
                failures = 0
            case .spendBackup(let digest):
                if !isOn || backups.remove(digest) == nil { return false }
                failures = 0
            case .countFailure:
                if !isOn { return false }
                failures += 1
            case .renew(let codes):
                if !isOn { return false }
                backups = Set(codes)
            case .remove:
                if key == nil { return false }
                self = Model()
            }
            return true
        }
    }

    private static func change(_ choices: inout RandomChoices) -> SecondFactorChange {
        let key = choices.one(of: ["00", "01"].compactMap { SealedSecret($0) })
        let backups = (UInt64(1)...choices.number(in: 1...4)).map { TokenDigest.fixture($0) }
        return choices.one(of: [
            .begin(key, until: .example), .confirm(key, step: choices.number(in: -2...4), backups: backups),
            .spendStep(choices.number(in: -2...4)), .spendBackup(.fixture(choices.number(in: 1...5))), .renew(backups),
            .countFailure, .remove,
        ])
    }

    @Test func 百回続けて間違えれば_予備のコードだけを数える() throws {
        var factor: StoredSecondFactor? = StoredSecondFactor(key: .example, backups: [.fixture(1)])
        func make(_ change: SecondFactorChange, _ count: Int = 1, isMade: Bool = true) throws {
            for _ in 0..<count { try promise(factor.make(change, at: .example), is: isMade) }
        }

        for step in Int64(0)..<3 {
            try make(.countFailure, 99)
            try make(.spendStep(step))
        }
        try make(.countFailure, 100)
        try make(.spendStep(9), isMade: false)
        try make(.spendBackup(.fixture(1)))
        try make(.spendStep(9))
    }

    @Test func どの順に変えても_コードは一度だけ数える() async {
        await forAll { choices in
            (0..<choices.number(in: 1...40)).map { _ in
                (Self.change(&choices), Timestamp.example + .seconds(choices.number(in: -3...3)))
            }
        } holds: { changes in
            var factor: StoredSecondFactor?
            var model = Model()
            for (change, now) in changes {
                try promise(factor.make(change, at: now), is: model.make(change, at: now))
                try promise(factor.isOn, is: model.isOn)
                try promise(factor?.key, is: model.key)
                try promise(Set(factor?.backups ?? []), is: model.backups)
            }
        }
    }

    @Test(arguments: [
        ("ada.00", true), ("ada.", false), ("ada", false), (".00", false), ("ada.0g", false), ("ada.0A", false),
        ("a b.00", false), ("ada.00.00", false), ("ada.\(String(repeating: "a", count: 1024))", true),
        ("ada.\(String(repeating: "a", count: 1025))", false),
    ])
    func チケットは名前と封じた秘密からなる(text: String, isTicket: Bool) {
        #expect(LoginTicket(text).map { $0.reveal() } == (isTicket ? text : nil))
    }
}
