package import CalearningDomain
package import Usecases
package import UsecasesTerminal

extension Screen {
    /// The form for a new account. `flaws` have to be mended, and so has the name if it is taken.
    package static func signUp(
        flaws: [AccountFlaw] = [], notice: Sentence? = nil, isNameTaken: Bool = false,
        exitStatus: ExitStatus = .success
    ) -> Screen {
        let taken = isNameTaken ? Sentence(en: "This name is taken.", ja: "この名前は使われています。") : nil
        return Screen(
            "signup",
            Form(
                heading: Sentence(en: "Sign up", ja: "新規登録"),
                notice: notice,
                fields: [.accountName(taken ?? flaws.remark(on: .name)), .password(flaws.remark(on: .password))],
                action: Sentence(en: "sign up", ja: "登録"),
                submission: SignUpSubmission()),
            exitStatus: exitStatus)
    }
}
