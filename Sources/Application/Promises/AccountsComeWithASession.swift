import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// アカウントは最初のセッションとともに現れる
package enum AccountsComeWithASession: Promise {
    package static let sentence = Sentence(
        en: "An account comes together with its first session", ja: "アカウントは最初のセッションとともに現れる")

    package static let isKeptMeanwhile = true

    package static func occasions(in history: History) -> [Told<RegisterAccount>] {
        // Sessions that may have been ended say nothing about the first one.
        guard history.runs(of: CloseSession.self).isEmpty, history.runs(of: ReplacePassword.self).isEmpty else {
            return []
        }
        return history.runs(of: RegisterAccount.self)
    }

    package static func breach(
        on registrations: [Told<RegisterAccount>], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
        for run in registrations {
            guard let request = run.run.values(of: AccountRequest.self).last,
                let name = AccountName(request.credentials.name),
                let account = try await history.server.accountRegistry.account(named: name)?.account
            else { continue }
            let sessions = try await history.server.accountRegistry.sessions(
                of: account.id, at: history.server.clock.now)
            if sessions.isEmpty {
                return Sentence(en: "The account \(name) has no session.", ja: "アカウント\(name)にセッションがありません。")
            }
        }
        return nil
    }
}
