package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// ログインした端末は、本人か変更が終わらせるまでログインしたままである
package enum LoginsLast: Promise {
    package static let sentence = Sentence(
        en:
            "A device that has logged in stays logged in until its owner, or a change of the password, ends its session",
        ja: "ログインした端末は、本人かパスワードの変更が終わらせるまで、ログインしたままである")

    /// A run that logged a device in, and its session.
    package typealias Occasion = (run: ToldRun, opened: OpenedSession)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { !$0.isServers && $0.goal != nil }.compactMap { run in
            run.values(of: OpenedSession.self).last.map { (run, $0) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for (run, opened) in occasions {
            let others = history.runs.filter { $0.goal == nil || !$0.precedes(run) }
            guard !others.contains(where: { $0.isServers && mayEnd(opened, of: run, by: $0) }) else { continue }
            let sessions = try await server.accountRegistry.sessions(of: opened.account.id, at: server.clock.now)
            if !sessions.contains(where: { $0.id == opened.session }) {
                return Sentence(
                    en: "The session \(opened.session) of \(opened.account.name) is gone, and nobody has ended it.",
                    ja: "\(opened.account.name)のセッション\(opened.session)を、誰も終わらせていないのになくなっています。")
            }
            guard !others.contains(where: { !$0.isServers && mayForget(opened, of: run, by: $0) }) else { continue }
            let stored = try await history.devices[run.device].dataStore.get(DeviceMemory.keys.session)
            if stored != opened.token {
                return Sentence(
                    en: """
                        Device \(run.device + 1) logged in with \(opened.token), has \(stored.map { "\($0)" } ?? "no token") \
                        now, and has not logged out.
                        """,
                    ja: """
                        \(opened.token)でログインした端末\(run.device + 1)が、ログアウトしていないのに、今は\
                        \(stored.map { "\($0)を持っています" } ?? "トークンを持っていません")。
                        """)
            }
        }
        return nil
    }

    /// On the server's side. A run that failed may still take effect; one that was refused begins and ends nothing.
    private static func mayEnd(_ opened: OpenedSession, of run: ToldRun, by other: ToldRun) -> Bool {
        let begun = other.values(of: OpenedSession.self)
        guard !begun.contains(opened) else { return false }
        let mayHaveBegun = other.goal == nil || !begun.isEmpty
        if let request = other.values(of: AccountRequest.self).last {
            // A login of the same device replaces its session.
            return mayHaveBegun && other.device == run.device
                && request.credentials.name == opened.account.name.rawValue
        }
        guard let loggedIn = other.values(of: LoggedIn.self).last, loggedIn.account == opened.account else {
            return false
        }
        if other.usecase == ReplacePassword.name { return mayHaveBegun }
        return switch other.values(of: ClosedSessions.self).last {
        case .own: loggedIn.session.id == opened.session
        case .one(let session): session == opened.session
        case .others: loggedIn.session.id != opened.session
        case nil: false
        }
    }

    /// On the device.
    private static func mayForget(_ opened: OpenedSession, of run: ToldRun, by other: ToldRun) -> Bool {
        guard other.device == run.device else { return false }
        return switch other.usecase {
        case Reset.name: true
        case LogOut.name: other.values(of: SessionToken.self).contains(opened.token)
        default: other.values(of: OpenedSession.self).contains { $0 != opened }
        }
    }
}
