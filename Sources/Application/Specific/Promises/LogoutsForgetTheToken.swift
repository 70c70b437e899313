package import Domain
package import Usecases
package import UsecasesLaboratory

/// ログアウトした端末に、そのセッションのトークンは残らない
package enum LogoutsForgetTheToken: Promise {
    package static let sentence = Sentence(
        en: "A device that has logged out, or was told that its session has ended, keeps no token of it",
        ja: "ログアウトした端末や、セッションが終わったと知らされた端末に、そのトークンは残らない")

    /// The device, and the token that it forgets.
    package typealias Occasion = (device: Int, token: SessionToken)

    package static func occasions(in history: History) -> [Occasion] {
        let logouts = history.runs(of: LogOut.self).filter { $0.goal != nil }.map(\.run)
        let told =
            history.runs(of: RestoreSession.self).filter {
                if case .ログインしていない場合_アプリはログイン画面を表示 = $0.goal { true } else { false }
            }.map(\.run)
            + history.runs(of: ShowSessions.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
            + history.runs(of: EndSession.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
            + history.runs(of: ChangePassword.self).filter { $0.goal == .ログインしていない場合_アプリはログイン画面を表示 }.map(\.run)
        return (logouts + told).compactMap { run in run.values(of: SessionToken.self).last.map { (run.device, $0) } }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for (device, token) in occasions {
            let stored = try await history.devices[device].dataStore.get(DeviceMemory.keys.session)
            if stored == token {
                return Sentence(
                    en: "Device \(device + 1) is logged out, and still has \(token).",
                    ja: "端末\(device + 1)はログアウトしたのに、まだ\(token)を持っています。")
            }
        }
        return nil
    }
}
