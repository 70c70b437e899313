import CalearningApplication
package import CalearningDomain
package import Usecases
package import UsecasesTerminal

extension Screen {
    /// The login screen. `notice` says what happened before.
    ///
    /// When it appears first, the application looks whether somebody is logged in already.
    package static func login(
        udid: UDID?, notice: Sentence? = nil, exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(
            "login",
            Form(
                heading: Sentence(en: "Login", ja: "ログイン"),
                notice: notice,
                fields: [.accountName(nil), .password(nil)],
                action: Sentence(en: "log in", ja: "ログイン"),
                submission: LogInSubmission(),
                paragraphs: [Sentence(en: "This device is ready.", ja: "この端末の準備ができました。")]
                    + (udid.map { [Sentence("UDID: \($0)")] } ?? []),
                keys: [
                    KeyBinding(
                        name: "ctrl-n", action: Sentence(en: "sign up", ja: "新規登録"), keys: [.control("n")],
                        effect: .show(.signUp()))
                ]),
            exitStatus: exitStatus, isStart: true, onAppear: Behaviour(RestoreSession.initial))
    }

    /// The login screen for somebody who wanted what only those can do who are logged in.
    package static let nobodyLoggedIn = login(udid: nil, notice: .nobodyIsLoggedIn, exitStatus: .notAllowed)
}
