package import CalearningDomain
package import Usecases
package import UsecasesTerminal

extension Screen {
    /// The form for another password. `flaws` are those of the new one.
    package static func password(
        flaws: [AccountFlaw] = [], notice: Sentence? = nil, remark: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "password",
            Form(
                heading: Sentence(en: "Change the password", ja: "パスワードを変える"),
                notice: notice,
                fields: [.presentPassword(remark), .newPassword(flaws.remark(on: .password))],
                action: Sentence(en: "change", ja: "変える"),
                submission: ChangePasswordSubmission(),
                paragraphs: [
                    Sentence(en: "All other devices will be logged out.", ja: "ほかの端末はすべてログアウトされます。")
                ]),
            exitStatus: exitStatus)
    }
}
