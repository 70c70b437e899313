package import Domain
package import Usecases
package import UsecasesLaboratory

/// サーバが答えたことは失われない
package enum AnswersAreKept: Promise {
    package static let sentence = Sentence(
        en: "What the server has answered is kept", ja: "サーバが答えたことは失われない")

    package enum Answer {
        case account(Account)
        case udid(UDID, InstallationKey)
    }

    package static func occasions(in history: History) -> [Answer] {
        let accounts = history.runs.filter { $0.isServers && $0.goal != nil }.flatMap {
            $0.values(of: OpenedSession.self)
        }
        let udids = history.runs(of: RegisterDevice.self).compactMap(\.registration)
        return accounts.map { .account($0.account) } + udids.map { key, udid in .udid(udid, key) }
    }

    package static func breach(on answers: [Answer], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for answer in answers {
            switch answer {
            case .account(let account):
                let kept = try await history.server.accountRegistry.account(named: account.name)
                if kept?.account != account {
                    return Sentence(
                        en:
                            "The server answered with the account \(account), and has \(kept.map { "\($0)" } ?? "none") now.",
                        ja: "サーバはアカウント\(account)を答えましたが、今あるのは\(kept.map { "\($0)" } ?? "なし")です。")
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
