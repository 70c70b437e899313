package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// パスワードが変われば、前のパスワードで始まったセッションは終わる
package enum SessionsEndWithTheirPassword: Promise {
    package static let sentence = Sentence(
        en: "A session ends when the password that it was begun with is changed, even while it begins",
        ja: "パスワードが変われば、変わるのと同時に始まったものも含めて、前のパスワードで始まったセッションは終わる")

    /// A session, and the password with which it was begun.
    package typealias Occasion = (opened: OpenedSession, password: Password)

    package static func occasions(in history: History) -> [Occasion] {
        guard !history.runs(of: ReplacePassword.self).isEmpty else { return [] }
        return history.runs.filter { $0.isServers && $0.goal != nil }.flatMap { run in
            let password =
                run.values(of: AccountRequest.self).last?.credentials.password
                ?? run.values(of: PasswordRequest.self).last?.change.new
            return password.map { password in run.values(of: OpenedSession.self).map { ($0, password) } } ?? []
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for (opened, password) in occasions {
            guard let account = try await server.accountRegistry.account(named: opened.account.name),
                try await server.accountRegistry.sessions(of: account.account.id, at: server.clock.now)
                    .contains(where: { $0.id == opened.session }),
                try await server.credentialHasher.compare(password, with: account.passwordHash) == .differs
            else { continue }
            return Sentence(
                en: """
                    The session \(opened.session) was begun with \(password), and lasts although \(account.account.name) has \
                    another password now.
                    """,
                ja: "\(password)で始まったセッション\(opened.session)が、\(account.account.name)のパスワードが変わった今も続いています。")
        }
        return nil
    }
}
