import CalearningApplication
package import CalearningDomain
import Foundation
import UsecasesEngine
import UsecasesTerminal

/// The form fields of accounts, and their actions.
extension Form.Field {
    /// `isNew` is whether the user chooses the name now.
    static func accountName(_ remark: Sentence?, isNew: Bool = false) -> Form.Field {
        Form.Field(
            name: "name", label: .accountName, hint: isNew ? .nameRule : nil, remark: remark, purpose: "username")
    }

    /// `isNew` is whether the user chooses the password now.
    static func password(_ remark: Sentence?, isNew: Bool = false) -> Form.Field {
        Form.Field(
            name: "password", label: .password, isSecret: true, hint: isNew ? .passwordRule : nil, remark: remark,
            purpose: isNew ? "new-password" : "current-password")
    }

    static func currentPassword(_ remark: Sentence?) -> Form.Field {
        Form.Field(
            name: "present", label: .currentPassword, isSecret: true, remark: remark, purpose: "current-password")
    }

    static let recoveryCode = Form.Field(
        name: "code", label: .recoveryCode, isSecret: true, hint: .recoveryCodeRule, purpose: "one-time-code")

    /// Returns the field for a code of the second factor. It is optional where only some accounts need one.
    static func secondCode(
        _ fault: CodeFault?, isOptional: Bool = true, hint: Sentence = .secondCodeIfOn
    ) -> Form.Field {
        Form.Field(
            name: "second", label: .secondCode, isSecret: true, hint: hint, remark: fault?.sentence,
            purpose: "one-time-code", isOptional: isOptional)
    }

    static func newPassword(_ remark: Sentence?) -> Form.Field {
        Form.Field(
            name: "new", label: .newPassword, isSecret: true, hint: .passwordRule, remark: remark,
            purpose: "new-password")
    }
}

extension Sentence {
    /// Returns the sentence about the identifier of a device.
    static func udid(_ udid: UDID) -> Sentence {
        Sentence(en: "Device identifier (UDID): \(udid)", ja: "デバイスの識別ID(UDID): \(udid)")
    }
    static let recoveryCode = Sentence(en: "Recovery code", ja: "復旧コード")
    static let accountName = Sentence(en: "Name", ja: "名前")
    static let password = Sentence(en: "Password", ja: "パスワード")
    static let currentPassword = Sentence(en: "Current password", ja: "今のパスワード")
    static let newPassword = Sentence(en: "New password", ja: "新しいパスワード")
    static let passwordRule = Sentence(
        en: "A password has at least \(AccountRules.passwordLength.lowerBound) characters, such as a sentence.",
        ja: "パスワードは\(AccountRules.passwordLength.lowerBound)文字以上です。文にするのもよい方法です。")
    static let nameRule = Sentence(
        en: """
            \(AccountRules.nameLength.lowerBound) to \(AccountRules.nameLength.upperBound) characters of a to z, 0 to 9, \
            _ and -.
            """,
        ja: "a〜z、0〜9、_、-の\(AccountRules.nameLength.lowerBound)〜\(AccountRules.nameLength.upperBound)文字です。")
    static let recoveryCodeRule = Sentence(
        en: "The operator of the service issues it. It can be used once.", ja: "サービスの運用者が発行します。一度だけ使えます。")
    static let secondCode = Sentence(en: "Code", ja: "コード")
    static let secondCodeRule = Sentence(
        en: "\(TimeCodeRules.digits) digits from your authenticator application, or a backup code.",
        ja: "認証アプリの\(TimeCodeRules.digits)桁の数字か、バックアップコードです。")
    static let secondCodeIfOn = Sentence(en: "Only if the second factor is on:", ja: "二つ目の要素を使っている場合だけ:")
        .followed(by: secondCodeRule)
    static let wrongPassword = Sentence(en: "The password is wrong.", ja: "パスワードが違います。")
    static let nobodyIsLoggedIn = Sentence(en: "Nobody is logged in.", ja: "ログインしていません。")

    // The meanings of exit statuses other than 0.
    static let againstRules = Sentence(en: "a name or a password is against the rules", ja: "名前かパスワードが規則に合わない")
    static let wrongNameOrPassword = Sentence(en: "a name or a password is wrong", ja: "名前かパスワードが違う")
    static let wrongCode = Sentence(en: "a code is missing or wrong", ja: "コードが足りないか違う")
    static let nobodyLoggedIn = Sentence(en: "nobody is logged in", ja: "ログインしていない")
    static let tooOften = Sentence(en: "it was tried too often", ja: "試した回数が多すぎる")

    /// Returns the sentence about too many attempts. `until` is the time of the next allowed attempt, if known.
    static func tooOften(until: WrittenTime?, at now: Timestamp) -> Sentence {
        let what = Sentence(en: "This was tried too often.", ja: "試した回数が多すぎます。")
        let advice =
            until.map { RelativeTime($0.timestamp, at: now).sentenceWithTime }.map {
                Sentence(en: "Try again \($0.text(in: .en)).", ja: "\($0.text(in: .ja))以降にお試しください。")
            }
            ?? Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。")
        return what.followed(by: advice)
    }
}

extension FormEntry {
    fileprivate func password(_ name: String) -> Password { Password(typed: self[name].reveal()) }

    fileprivate var credentials: Credentials {
        Credentials(name: self["name"].reveal(), password: password("password"))
    }

    /// The code of the second factor, or `nil` if the user typed none.
    var secondCode: SecondCode? {
        let text = password("second").reveal()
        return text.trimmed.isEmpty ? nil : SecondCode(typed: text)
    }

    var proof: Proof { Proof(password: password("password"), code: secondCode) }
}

struct LogInSubmission: Submission {
    typealias Target = LogIn

    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(LogIn.initial(credentials: entry.credentials)) }
}

struct SignUpSubmission: Submission {
    typealias Target = SignUp

    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(SignUp.initial(credentials: entry.credentials)) }
}

struct ChangePasswordSubmission: Submission {
    typealias Target = ChangePassword

    func behaviour(with entry: FormEntry) -> Behaviour {
        let change = PasswordChange(
            old: entry.password("present"), new: entry.password("new"), code: entry.secondCode)
        return Behaviour(ChangePassword.initial(change: change))
    }
}

struct RecoverAccountSubmission: Submission {
    typealias Target = RecoverAccount

    func behaviour(with entry: FormEntry) -> Behaviour {
        let recovery = AccountRecovery(
            credentials: Credentials(name: entry["name"].reveal(), password: entry.password("new")),
            code: RecoveryCode(typed: entry.password("code").reveal()), secondCode: entry.secondCode)
        return Behaviour(RecoverAccount.initial(recovery: recovery))
    }
}

struct EndSessionSubmission: Submission {
    typealias Target = EndSession

    let ended: EndedSessions
    let list: SessionList?

    var texts: [String: String] {
        switch ended {
        case .one(let id): ["id": "\(id)"]
        case .others: ["others": "yes"]
        }
    }

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(EndSession.initial(ended: ended, proof: entry.proof, list: list))
    }
}

struct DeleteAccountSubmission: Submission {
    typealias Target = DeleteAccount

    func behaviour(with entry: FormEntry) -> Behaviour {
        Behaviour(DeleteAccount.initial(proof: entry.proof))
    }
}

extension CodeFault {
    /// The sentence about the fault, next to the field.
    fileprivate var sentence: Sentence {
        switch self {
        case .needed: Sentence(en: "A code of the second factor is needed.", ja: "二つ目の要素のコードが必要です。")
        case .wrong: Sentence(en: "The code is wrong, or it was used before.", ja: "コードが違うか、すでに使われています。")
        }
    }
}

extension AccountFlaw {
    /// The sentence about the flaw, next to the field.
    var sentence: Sentence {
        let name = AccountRules.nameLength
        let password = AccountRules.passwordLength
        return switch self {
        case .nameLength:
            Sentence(
                en: "It must have \(name.lowerBound) to \(name.upperBound) characters.",
                ja: "\(name.lowerBound)〜\(name.upperBound)文字にしてください。")
        case .nameCharacters:
            Sentence(
                en: "It can have only a to z, 0 to 9, _ and -, and cannot begin with -.",
                ja: "使えるのはa〜z、0〜9、_、-だけです。最初の文字に-は使えません。")
        case .passwordTooShort:
            Sentence(
                en: "It must have at least \(password.lowerBound) characters, such as a sentence.",
                ja: "\(password.lowerBound)文字以上にしてください。文にするのもよい方法です。")
        case .passwordTooLong:
            Sentence(
                en: "It must have at most \(password.upperBound) characters.", ja: "\(password.upperBound)文字以内にしてください。")
        case .passwordCharacters:
            Sentence(en: "It must not have a NUL character.", ja: "NUL文字は使えません。")
        case .passwordIsName:
            Sentence(
                en:
                    "It must not be the name, and needs at least \(AccountRules.ownLength) characters besides the name.",
                ja: "名前とは違うものにしてください。名前のほかに\(AccountRules.ownLength)文字以上が必要です。")
        case .passwordIsCommon:
            Sentence(en: "It is one of the passwords that are tried first.", ja: "真っ先に試されるパスワードのひとつです。別のものにしてください。")
        }
    }
}

extension [AccountFlaw] {
    /// Returns the sentences about all flaws of the field, or `nil` without flaws.
    func remark(on field: AccountFlaw.Field) -> Sentence? {
        let sentences = filter { $0.field == field }.map(\.sentence)
        return sentences.dropFirst().reduce(sentences.first) { $0?.followed(by: $1) }
    }
}

extension Password {
    /// The maximum number of bytes to normalise. A longer password violates the rules and stays unchanged.
    private static let typedLimit = 4096

    /// Creates a password from the text that the user typed on any keyboard.
    package init(typed text: String) {
        self.init(normalized: text.utf8.count > Self.typedLimit ? text : text.normalised)
    }
}

extension String {
    /// The normal form NFKC. On Linux, Foundation's mapping does not join halfwidth marks with their letters. ﾊﾟ would
    /// not become パ.
    fileprivate var normalised: String {
        precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
    }
}
