package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// ログインしたデバイスは、本人か運用者が終わらせるまでログインしたままである
package enum LoginsLast: Invariant {
    package static let sentence = Sentence(
        en: """
            A device that has logged in stays logged in until its owner, an operator, or a change of the password ends its \
            session or the account
            """,
        ja: "ログインしたデバイスは、本人か運用者がセッションを終わらせるかアカウントを消すか、本人がパスワードを変えるまで、ログインしたままである")

    /// A run that logged a device in, and its session.
    package typealias Occasion = (run: WorldRun, opened: OpenedSession)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { !$0.isServers && $0.goal != nil }.compactMap { run in
            run.values(of: OpenedSession.self).last.map { (run, $0) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for (run, opened) in occasions {
            let others = history.unsettledRuns(before: run)
            guard server.clock.now < opened.expiresAt,
                !others.contains(where: { $0.isServers && mayEnd(opened, of: run, by: $0) }),
                !others.contains(where: { $0.nameOfEndedSessions == opened.account.name })
            else { continue }
            let sessions = try await server.accountRegistry.sessions(of: opened.account.id, at: server.clock.now)
            if !sessions.contains(where: { $0.id == opened.session }) {
                return Sentence(
                    en: "The session \(opened.session) of \(opened.account.name) is gone, and nobody has ended it.",
                    ja: "\(opened.account.name)のセッション\(opened.session)が、誰も終わらせていないのになくなっています。")
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
                        \(opened.token)でログインしたデバイス\(run.device + 1)が、ログアウトしていないのに、今は\
                        \(stored.map { "\($0)を持っています" } ?? "トークンを持っていません")。
                        """)
            }
        }
        return nil
    }

    /// Whether the other run may end the session on the server. A refused run begins and ends nothing.
    private static func mayEnd(_ opened: OpenedSession, of run: WorldRun, by other: WorldRun) -> Bool {
        let begun = other.values(of: OpenedSession.self)
        guard !begun.contains(opened) else { return false }
        let mayHaveBegun = other.goal == nil || !begun.isEmpty
        let name = other.values(of: AccountRequest.self).last?.credentials.name
        if let name = name ?? other.values(of: ContinuationRequest.self).last?.ticket.name.rawValue {
            // A login of the same device replaces its session.
            return mayHaveBegun && other.device == run.device && name == opened.account.name.rawValue
        }
        guard let loggedIn = other.values(of: LoggedIn.self).last, loggedIn.account == opened.account else {
            return false
        }
        if other.usecase == ReplacePassword.name { return mayHaveBegun }
        if other.usecase == EraseAccount.name { return other.mayHaveDeleted(opened.account) }
        if other.usecase == CloseSession.name { return loggedIn.session.id == opened.session }
        if let goal = other.goal?.declared as? CloseOtherSessions.Goals {
            guard case .サーバは終わったことを返す = goal else { return false }
        }
        return switch other.values(of: EndedSessions.self).last {
        case .one(let session): session == opened.session
        case .others: loggedIn.session.id != opened.session
        case nil: false
        }
    }

    /// Whether the other run may delete the session on the device.
    private static func mayForget(_ opened: OpenedSession, of run: WorldRun, by other: WorldRun) -> Bool {
        guard other.device == run.device else { return false }
        return switch other.usecase {
        case Reset.name: true
        case LogOut.name, DeleteAccount.name: other.values(of: SessionToken.self).contains(opened.token)
        default: other.values(of: OpenedSession.self).contains { $0 != opened }
        }
    }
}

/// ログアウトしたデバイスのセッションは、デバイスにもサーバにも残らない
package enum LogoutsLeaveNothing: Invariant {
    package static let sentence = Sentence(
        en: """
            A device that has logged out, or was told that its session has ended, keeps no token of it, and the server keeps no \
            session unless the device was told so
            """,
        ja: "ログアウトしたデバイスや、セッションが終わったと知らされたデバイスにトークンは残らず、残っていると知らせたのでなければサーバにもセッションは残らない")

    /// The device, its deleted token, and whether the device reported that the server may keep the session.
    package typealias Occasion = (device: Int, token: SessionToken, mayBeKept: Bool)

    package static func occasions(in history: History) -> [Occasion] {
        let logouts = history.runs(of: LogOut.self)
        let informed = history.runs.filter { run in
            !run.isServers
                && (run.goal?.name == "ログインしていない場合_アプリはログイン画面を表示"
                    || run.goal?.name == "アプリはアカウントを削除したことを表示"
                    || run.goal?.name == "猶予がある場合_アプリは削除される時刻を表示")
        }
        // The next logout may not find the token of an interrupted one.
        let interrupted = logouts.filter { $0.goal == .ログインしていない場合_アプリはログインしていないことを表示 }.flatMap { next in
            logouts.map(\.run).filter {
                $0.goal == nil && $0.device == next.run.device && $0.precedes(next.run)
                    && !isForgotten(after: $0, in: history)
            }
        }
        let kept = Set(logouts.filter { !$0.alternatives.isEmpty }.compactMap { token(in: $0.run) })
        return (logouts.filter { $0.goal != nil }.map(\.run) + informed + interrupted).compactMap { run in
            token(in: run).map { (run.device, $0, kept.contains($0)) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for (device, token, mayBeKept) in occasions {
            let stored = try await history.devices[device].dataStore.get(DeviceMemory.keys.session)
            if stored == token {
                return Sentence(
                    en: "Device \(device + 1) is logged out, and still has \(token).",
                    ja: "デバイス\(device + 1)はログアウトしたのに、まだ\(token)を持っています。")
            }
            guard !mayBeKept else { continue }
            let digest = try await server.credentialHasher.digest(of: token.secret)
            if let kept = try await server.accountRegistry.session(under: digest, at: server.clock.now)?.session {
                return Sentence(
                    en: "Device \(device + 1) is logged out, and the server still has its session \(kept.id).",
                    ja: "デバイス\(device + 1)はログアウトしたのに、サーバがまだそのセッション\(kept.id)を持っています。")
            }
        }
        return nil
    }

    private static func token(in run: WorldRun) -> SessionToken? { run.values(of: SessionToken.self).last }

    /// Whether a reset or another login may have replaced the token of this run.
    private static func isForgotten(after run: WorldRun, in history: History) -> Bool {
        history.runs.contains {
            $0.device == run.device && !$0.isServers && !$0.precedes(run)
                && ($0.usecase == Reset.name || !$0.values(of: OpenedSession.self).isEmpty)
        }
    }
}

/// 終わったセッションでは何もできない
package enum EndedSessionsStayEnded: Invariant {
    package static let sentence = Sentence(
        en: "No session works after it has ended, on any server", ja: "終わったセッションでは、どのサーバでも何もできない")

    /// A run that ended sessions of an account.
    package typealias Occasion = (run: WorldRun, account: Account, ended: Set<UUIDv7>)

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
        let logouts = history.runs(of: CloseSession.self).compactMap { typed -> Occasion? in
            guard case .サーバは終わったことを返す = typed.goal, let loggedIn = typed.run.values(of: LoggedIn.self).last
            else { return nil }
            return (typed.run, loggedIn.account, [loggedIn.session.id])
        }
        let closings = history.runs(of: CloseOtherSessions.self).compactMap { typed -> Occasion? in
            guard case .サーバは終わったことを返す = typed.goal, let loggedIn = typed.run.values(of: LoggedIn.self).last,
                let ended = typed.run.values(of: EndedSessions.self).last
            else { return nil }
            return switch ended {
            case .one(let session): (typed.run, loggedIn.account, [session])
            case .others: (typed.run, loggedIn.account, others(than: loggedIn, before: typed.run, in: history))
            }
        }
        let replacements = history.runs(of: ReplacePassword.self).compactMap { typed -> Occasion? in
            guard case .サーバはアカウントと新しいセッションを返す = typed.goal,
                let loggedIn = typed.run.values(of: LoggedIn.self).last
            else { return nil }
            let others = others(than: loggedIn, before: typed.run, in: history)
            return (typed.run, loggedIn.account, others.union([loggedIn.session.id]))
        }
        let erasures = history.runs(of: EraseAccount.self).compactMap { typed -> Occasion? in
            guard typed.goal?.deleted != nil, let loggedIn = typed.run.values(of: LoggedIn.self).last else {
                return nil
            }
            let others = others(than: loggedIn, before: typed.run, in: history)
            return (typed.run, loggedIn.account, others.union([loggedIn.session.id]))
        }
        // If the account no longer exists, its sessions have ended, too.
        let operated = history.runs.filter { $0.goal != nil }.flatMap { run -> [Occasion] in
            guard let name = run.nameOfEndedSessions else { return [] }
            let ended = opened(before: run, in: history).filter { $0.account.name == name }
            return ended.map { session -> Occasion in (run, session.account, [session.session]) }
        }
        return logouts + closings + replacements + erasures + operated
    }

    /// Returns the other sessions of the account that existed before the run.
    private static func others(than own: LoggedIn, before run: WorldRun, in history: History) -> Set<UUIDv7> {
        let opened = opened(before: run, in: history)
        return Set(opened.filter { $0.account == own.account && $0.session != own.session.id }.map(\.session))
    }

    private static func opened(before run: WorldRun, in history: History) -> [OpenedSession] {
        history.runs.filter { $0.precedes(run) && $0.isServers }.flatMap { $0.values(of: OpenedSession.self) }
    }
}

/// パスワードが変われば、前のパスワードで始まったセッションは終わる
package enum SessionsEndWithTheirPassword: Invariant {
    package static let sentence = Sentence(
        en: "A session ends when the password that it was begun with is changed, even while it begins",
        ja: "パスワードが変われば、前のパスワードで始まったセッションは、変更と同時に始まったものも含めて終わる")

    /// A session and the password that began it.
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
