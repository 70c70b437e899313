import CalearningApplication
import CalearningDomain
import Usecases
import UsecasesTerminal

/// The fields of the forms about accounts, and what is done with them.
extension Form.Field {
    static func accountName(_ remark: Sentence?) -> Form.Field {
        Form.Field(name: "name", label: .accountName, remark: remark)
    }

    static func password(_ remark: Sentence?) -> Form.Field {
        Form.Field(name: "password", label: .password, isSecret: true, remark: remark)
    }

    static func presentPassword(_ remark: Sentence?) -> Form.Field {
        Form.Field(name: "present", label: .presentPassword, isSecret: true, remark: remark)
    }

    static func newPassword(_ remark: Sentence?) -> Form.Field {
        Form.Field(name: "new", label: .newPassword, isSecret: true, remark: remark)
    }
}

extension Sentence {
    static let accountName = Sentence(en: "Name", ja: "名前")
    static let password = Sentence(en: "Password", ja: "パスワード")
    static let presentPassword = Sentence(en: "Present password", ja: "今のパスワード")
    static let newPassword = Sentence(en: "New password", ja: "新しいパスワード")
    static let nobodyIsLoggedIn = Sentence(en: "Nobody is logged in.", ja: "ログインしていません。")

    // Why the program ends with another status than 0.
    static let againstRules = Sentence(en: "a name or a password is against the rules", ja: "名前かパスワードが規則に合わない")
    static let wrongNameOrPassword = Sentence(en: "a name or a password is wrong", ja: "名前かパスワードが違う")
    static let nobodyLoggedIn = Sentence(en: "nobody is logged in", ja: "ログインしていない")
    static let tooOften = Sentence(en: "it was tried too often", ja: "試した回数が多すぎる")

    /// `until` is when it may be tried again, if that is known.
    static func tooOften(until: String?) -> Sentence {
        let what = Sentence(en: "This was tried too often.", ja: "試した回数が多すぎます。")
        return until.map { what.followed(by: Sentence(en: "Try again at \($0).", ja: "\($0)以降にお試しください。")) }
            ?? what.followed(by: Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。"))
    }
}

extension FormEntry {
    fileprivate func password(_ name: String) -> Password { Password(typed: self[name].reveal()) }

    fileprivate var credentials: Credentials {
        Credentials(name: self["name"].reveal(), password: password("password"))
    }
}

struct LogInSubmission: Submission {
    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(LogIn.initial(credentials: entry.credentials)) }
}

struct SignUpSubmission: Submission {
    func behaviour(with entry: FormEntry) -> Behaviour { Behaviour(SignUp.initial(credentials: entry.credentials)) }
}

struct ChangePasswordSubmission: Submission {
    func behaviour(with entry: FormEntry) -> Behaviour {
        let change = PasswordChange(old: entry.password("present"), new: entry.password("new"))
        return Behaviour(ChangePassword.initial(change: change))
    }
}
