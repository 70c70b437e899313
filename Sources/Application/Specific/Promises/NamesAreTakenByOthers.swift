package import Domain

/// 自分が頼んだだけの名前を、使われているとは言われない
package enum NamesAreTakenByOthers: Promise {
    package static let sentence = Sentence(
        en: "Nobody is told that a name is taken for which they alone have asked, without having got the account",
        ja: "ほかに誰も頼んでいない名前について、アカウントを得ていないのに使われていると言われることはない")

    package static func occasions(in history: History) -> [Told<SignUp>] {
        history.runs(of: SignUp.self).filter { $0.goal != nil }
    }

    package static func breach(on signUps: [Told<SignUp>], in history: History) -> String? {
        let registrations = history.runs(of: RegisterAccount.self)
        let resets = Set(history.runs(of: Reset.self).map(\.run.device))
        for refused in signUps where refused.goal == .名前が使われている場合_アプリは使われていることを表示 {
            let device = refused.run.device
            guard let name = name(in: refused.run), !resets.contains(device) else { continue }
            let others = registrations.contains { $0.run.device != device && self.name(in: $0.run) == name }
            let attempts = history.runs(of: SignUp.self).filter { $0.run.device == device }
            // A request for another name gives up the one before.
            let isGivenUp = attempts.contains { self.name(in: $0.run) != name }
            let isGot = history.runs.contains { run in
                run.device == device && !run.isServers
                    && run.values(of: OpenedSession.self).contains { $0.account.name == name }
            }
            if !others, !isGivenUp, !isGot { return "\(name)" }
        }
        return nil
    }

    private static func name(in run: ToldRun) -> AccountName? {
        run.values(of: Credentials.self).last.flatMap { AccountName($0.name) }
    }
}
