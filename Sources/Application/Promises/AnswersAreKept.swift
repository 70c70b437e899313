package import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// サーバが答えたことは失われない
package enum AnswersAreKept: Promise {
    package static let sentence = Sentence(
        en: "What the server has answered is kept", ja: "サーバが答えたことは失われない")

    package enum Answer {
        /// A session, for this device.
        case session(OpenedSession, UDID)
        case udid(UDID, InstallationKey)
    }

    package static func occasions(in history: History) -> [Answer] {
        let sessions = history.runs.filter { $0.isServers && $0.goal != nil }.flatMap { run in
            let device =
                run.values(of: AccountRequest.self).last?.device
                ?? run.values(of: LoggedIn.self).last?.session.udid
            return device.map { device in run.values(of: OpenedSession.self).map { Answer.session($0, device) } } ?? []
        }
        let udids = history.runs(of: RegisterDevice.self).compactMap(\.registration)
        return sessions + udids.map { key, udid in .udid(udid, key) }
    }

    package static func breach(on answers: [Answer], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for answer in answers {
            switch answer {
            case .session(let opened, let device):
                let (account, registry) = (opened.account, history.server.accountRegistry)
                let kept = try await registry.account(named: account.name)
                if kept?.account != account {
                    return Sentence(
                        en:
                            "The server answered with the account \(account), and has \(kept.map { "\($0)" } ?? "none") now.",
                        ja: "サーバはアカウント\(account)を答えましたが、今あるのは\(kept.map { "\($0)" } ?? "なし")です。")
                }
                let session = try await registry.sessions(of: account.id, at: history.server.clock.now).first {
                    $0.id == opened.session
                }
                if let session, session.udid != device {
                    return Sentence(
                        en:
                            "The server answered the device \(device) with the session \(session.id), and has it for \(session.udid) now.",
                        ja: "サーバは端末\(device)にセッション\(session.id)を答えましたが、今それは\(session.udid)のものです。")
                }
            case .udid(let udid, let key):
                let kept = try await history.server.deviceRegistry.registration(under: key)
                if kept?.udid != udid {
                    return Sentence(
                        en:
                            "The server answered with the UDID \(udid), and has \(kept.map { "\($0.udid)" } ?? "none") under \(key) now.",
                        ja: "サーバはUDID \(udid)を答えましたが、今\(key)のもとにあるのは\(kept.map { "\($0.udid)" } ?? "なし")です。")
                }
            }
        }
        return nil
    }
}
