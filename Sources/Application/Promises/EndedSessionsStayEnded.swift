package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 終わったセッションでは何もできない
package enum EndedSessionsStayEnded: Promise {
    package static let sentence = Sentence(
        en: "No session works after it has ended, on any server", ja: "終わったセッションでは、どのサーバでも何もできない")

    /// A run that ended sessions of an account.
    package typealias Occasion = (run: ToldRun, account: Account, ended: Set<UUIDv7>)

    package static func breach(on endings: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for (closing, account, ended) in endings {
            for run in history.runs where run.isServers && closing.precedes(run) {
                for loggedIn in run.values(of: LoggedIn.self) where ended.contains(loggedIn.session.id) {
                    return Sentence(
                        en: "\(run.usecase) found the session \(loggedIn.session.id), which had ended before it began.",
                        ja: "\(run.usecase)が、始まる前に終わっていたセッション\(loggedIn.session.id)を見つけました。")
                }
            }
            let kept = try await history.server.accountRegistry.sessions(of: account.id, at: history.server.clock.now)
            for session in kept where ended.contains(session.id) {
                return Sentence(
                    en: "\(closing.usecase) has ended the session \(session.id), which the server still has.",
                    ja: "\(closing.usecase)が終わらせたセッション\(session.id)を、サーバがまだ持っています。")
            }
        }
        return nil
    }

    package static func occasions(in history: History) -> [Occasion] {
        let closings = history.runs(of: CloseSession.self).compactMap { told -> Occasion? in
            guard told.goal == .サーバは終わったことを返す, let loggedIn = told.run.values(of: LoggedIn.self).last,
                let target = told.run.values(of: ClosedSessions.self).last
            else { return nil }
            return switch target {
            case .own: (told.run, loggedIn.account, [loggedIn.session.id])
            case .one(let session): (told.run, loggedIn.account, [session])
            case .others: (told.run, loggedIn.account, others(than: loggedIn, before: told.run, in: history))
            }
        }
        let replacements = history.runs(of: ReplacePassword.self).compactMap { told -> Occasion? in
            guard case .サーバはアカウントと新しいセッションを返す = told.goal,
                let loggedIn = told.run.values(of: LoggedIn.self).last
            else { return nil }
            let others = others(than: loggedIn, before: told.run, in: history)
            return (told.run, loggedIn.account, others.union([loggedIn.session.id]))
        }
        return closings + replacements
    }

    /// The other sessions of the account that had been opened when the run began.
    private static func others(than own: LoggedIn, before run: ToldRun, in history: History) -> Set<UUIDv7> {
        let opened = history.runs.filter { $0.precedes(run) && $0.isServers }.flatMap {
            $0.values(of: OpenedSession.self)
        }
        return Set(opened.filter { $0.account == own.account && $0.session != own.session.id }.map(\.session))
    }
}
