package import Domain

/// 終わったセッションでは何もできない
package enum EndedSessionsStayEnded: Promise {
    package static let sentence = Sentence(
        en: "No session works after it has ended, on any server", ja: "終わったセッションでは、どのサーバでも何もできない")

    /// A run on the server's side, and the sessions that had ended before it began.
    package typealias Occasion = (run: ToldRun, ended: Set<UUIDv7>)

    package static func occasions(in history: History) -> [Occasion] {
        endings(in: history).flatMap { closing, ended in
            history.runs.filter { $0.isServers && closing.precedes($0) }.map { ($0, ended) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) -> String? {
        for (run, ended) in occasions {
            for loggedIn in run.values(of: LoggedIn.self) where ended.contains(loggedIn.session.id) {
                return "\(loggedIn.session.id)"
            }
        }
        return nil
    }

    /// The runs that ended sessions, and which.
    private static func endings(in history: History) -> [(ToldRun, Set<UUIDv7>)] {
        let closings = history.runs(of: CloseSession.self).compactMap { told -> (ToldRun, Set<UUIDv7>)? in
            guard told.goal == .サーバは終わったことを返す, let loggedIn = told.run.values(of: LoggedIn.self).last,
                let target = told.run.values(of: ClosedSessions.self).last
            else { return nil }
            return switch target {
            case .own: (told.run, [loggedIn.session.id])
            case .one(let session): (told.run, [session])
            case .others: (told.run, others(than: loggedIn, before: told.run, in: history))
            }
        }
        let replacements = history.runs(of: ReplacePassword.self).compactMap { told -> (ToldRun, Set<UUIDv7>)? in
            guard case .サーバはアカウントと新しいセッションを返す = told.goal,
                let loggedIn = told.run.values(of: LoggedIn.self).last
            else { return nil }
            let others = others(than: loggedIn, before: told.run, in: history)
            return (told.run, others.union([loggedIn.session.id]))
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
