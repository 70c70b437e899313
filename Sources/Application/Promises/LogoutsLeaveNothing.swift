package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// ログアウトした端末のセッションは、端末にもサーバにも残らない
package enum LogoutsLeaveNothing: Promise {
    package static let sentence = Sentence(
        en: """
            A device that has logged out, or was told that its session has ended, keeps no token of it, and the server keeps no \
            session unless the device was told so
            """,
        ja: "ログアウトした端末や、セッションが終わったと知らされた端末に、そのトークンは残らず、残ると知らせない限りサーバにもセッションは残らない")

    /// The device, the token that it forgets, and whether it was told that the server may keep the session.
    package typealias Occasion = (device: Int, token: SessionToken, mayBeKept: Bool)

    package static func occasions(in history: History) -> [Occasion] {
        let logouts = history.runs(of: LogOut.self)
        let told =
            history.runs(of: RestoreSession.self).filter {
                if case .ログインしていない場合_アプリはログイン画面を表示 = $0.goal { true } else { false }
            }.map(\.run)
            + history.runs(of: ShowSessions.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
            + history.runs(of: EndSession.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
            + history.runs(of: ChangePassword.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
        // The next logout may not find the token of one that was interrupted.
        let interrupted = logouts.filter { $0.goal == .ログインしていない場合_アプリはログインしていないことを表示 }.flatMap { next in
            logouts.map(\.run).filter {
                $0.goal == nil && $0.device == next.run.device && $0.precedes(next.run)
                    && !isForgotten(after: $0, in: history)
            }
        }
        let kept = Set(logouts.filter { !$0.alternatives.isEmpty }.compactMap { token(in: $0.run) })
        return (logouts.filter { $0.goal != nil }.map(\.run) + told + interrupted).compactMap { run in
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
                    ja: "端末\(device + 1)はログアウトしたのに、まだ\(token)を持っています。")
            }
            guard !mayBeKept else { continue }
            let digest = try await server.credentialHasher.digest(of: token)
            if let kept = try await server.accountRegistry.session(under: digest, at: server.clock.now)?.session {
                return Sentence(
                    en: "Device \(device + 1) is logged out, and the server still has its session \(kept.id).",
                    ja: "端末\(device + 1)はログアウトしたのに、サーバがまだそのセッション\(kept.id)を持っています。")
            }
        }
        return nil
    }

    private static func token(in run: ToldRun) -> SessionToken? { run.values(of: SessionToken.self).last }

    /// Whether a reset, or another login, may have replaced the token of this run.
    private static func isForgotten(after run: ToldRun, in history: History) -> Bool {
        history.runs.contains {
            $0.device == run.device && !$0.isServers && !$0.precedes(run)
                && ($0.usecase == Reset.name || !$0.values(of: OpenedSession.self).isEmpty)
        }
    }
}
