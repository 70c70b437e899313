package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 持ち主のパスワードがなければアカウントには入れない
package enum NoAccountWithoutItsPassword: Promise {
    package static let sentence = Sentence(
        en: "Nobody gets into an account without the password of its owner", ja: "持ち主のパスワードがなければアカウントには入れない")

    /// A run that gave an account a password, or may have done so before it was interrupted.
    private struct Setting {
        let run: ToldRun
        let name: AccountName?
        let password: Password
        let isCertain: Bool
    }

    /// An answer to a name and a password.
    package typealias Occasion = (run: ToldRun, password: Password)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { $0.isServers && $0.goal != nil }.compactMap { run in
            run.values(of: AccountRequest.self).last.map { (run, $0.credentials.password) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) -> Sentence? {
        let settings = settings(in: history)
        for (run, password) in occasions {
            for opened in run.values(of: OpenedSession.self) {
                let isRight = settings.contains { setting in
                    setting.name == opened.account.name && setting.password == password && !run.precedes(setting.run)
                        && !settings.contains {
                            $0.isCertain && $0.name == setting.name && $0.password != password
                                && setting.run.precedes($0.run) && $0.run.precedes(run)
                        }
                }
                if !isRight {
                    return Sentence(
                        en:
                            "\(run.usecase) opened a session of \(opened.account.name) with \(password), which is not its password.",
                        ja: "\(run.usecase)が、\(opened.account.name)のパスワードではない\(password)でセッションを始めました。")
                }
            }
        }
        return nil
    }

    private static func settings(in history: History) -> [Setting] {
        let registrations = history.runs(of: RegisterAccount.self).compactMap { told -> Setting? in
            guard let credentials = told.run.values(of: AccountRequest.self).last?.credentials else { return nil }
            switch told.goal {
            case .記録した場合_サーバはアカウントとセッションを返す, nil: break
            default: return nil
            }
            return Setting(
                run: told.run, name: AccountName(credentials.name), password: credentials.password,
                isCertain: told.goal != nil)
        }
        let replacements = history.runs(of: ReplacePassword.self).compactMap { told -> Setting? in
            guard let request = told.run.values(of: PasswordRequest.self).last else { return nil }
            switch told.goal {
            case .サーバはアカウントと新しいセッションを返す, nil: break
            default: return nil
            }
            return Setting(
                run: told.run, name: told.run.values(of: LoggedIn.self).last?.account.name,
                password: request.change.new, isCertain: told.goal != nil)
        }
        return registrations + replacements
    }
}
