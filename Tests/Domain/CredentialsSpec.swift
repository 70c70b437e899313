import CalearningDomain
import Foundation
import Testing

@testable import CalearningTestSupport

@Suite struct 名前とパスワード {
    @Test(
        arguments: [
            ("ada", "a sentence that nobody says", []), ("ada", "sesame", [.passwordTooShort]),
            ("ada", String(repeating: "s", count: 300), [.passwordTooLong]),
            ("ada", "PasswordPassword", [.passwordIsCommon]),
            ("a-name-that-is-long", "A-Name-That-Is-Long", [.passwordIsName]),
        ] as [(String, String, [AccountFlaw])])
    func 記録にパスワードはなく_読めば同じ規則に反する(name: String, password: String, flaws: [AccountFlaw]) throws {
        let credentials = Credentials(name: name, password: Password(normalized: password))

        let json = try JSONEncoder().encode(credentials)
        let read = try JSONDecoder().decode(Credentials.self, from: json)

        #expect(!String(decoding: json, as: UTF8.self).contains(password))
        #expect(read.name == name)
        #expect(AccountRules.flaws(of: credentials) == flaws)
        #expect(AccountRules.flaws(of: read) == flaws)
    }
}
