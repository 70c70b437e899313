package import Domain

/// サーバが答えたことは失われない
package enum AnswersAreKept: Promise {
    package static let sentence = Sentence(
        en: "What the server has answered is kept", ja: "サーバが答えたことは失われない")

    package static func breach(in history: History) async throws(ErrorWrapper) -> String? {
        for run in history.runs where run.isServers && run.goal != nil {
            for opened in run.values(of: OpenedSession.self) {
                let account = try await history.server.accountRegistry.account(named: opened.account.name)
                if account?.account != opened.account { return "\(opened.account.name)" }
            }
        }
        for run in history.runs(of: RegisterDevice.self) {
            guard let (key, udid) = run.registration else { continue }
            let recorded = try await history.server.deviceRegistry.registration(under: key)
            if recorded?.udid != udid { return "\(udid)" }
        }
        return nil
    }
}
