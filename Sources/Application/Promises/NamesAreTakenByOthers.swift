import CalearningDomain
package import Usecases
package import UsecasesLaboratory

/// 自分が頼んだだけの名前を、使われているとは言われない
package enum NamesAreTakenByOthers: Promise {
    package static let sentence = Sentence(
        en: "Nobody is told that a name is taken for which they alone have asked, without having got the account",
        ja: "ほかに誰も頼んでいない名前について、アカウントを得ていないのに使われていると言われることはない")

    package static func occasions(in history: History) -> [Told<SignUp>] {
        history.runs(of: SignUp.self).filter { $0.goal != nil }
    }

    package static func breach(on signUps: [Told<SignUp>], in history: History) -> Sentence? {
        let registrations = history.runs(of: RegisterAccount.self)
        let resets = history.runs(of: Reset.self).map(\.run)
        for refused in signUps where refused.goal == .名前が使われている場合_アプリは使われていることを表示 {
            let device = refused.run.device
            guard let name = name(in: refused.run) else { continue }
            let others = registrations.contains { $0.run.device != device && self.name(in: $0.run) == name }
            let attempts = history.runs(of: SignUp.self).filter { $0.run.device == device }
            // A reset forgets under which key the device has asked.
            let isForgotten = resets.contains { reset in
                reset.device == device && attempts.contains { !reset.precedes($0.run) && !refused.run.precedes(reset) }
            }
            if isForgotten { continue }
            // A request for another name gives up the one before.
            let isGivenUp = attempts.contains { self.name(in: $0.run) != name }
            let isGot = history.runs.contains { run in
                run.device == device && !run.isServers
                    && run.values(of: OpenedSession.self).contains { $0.account.name == name }
            }
            if !others, !isGivenUp, !isGot {
                return Sentence(
                    en: "Only device \(device + 1) has asked for the name \(name), and is told that it is taken.",
                    ja: "名前\(name)を頼んだのは端末\(device + 1)だけなのに、使われていると言われました。")
            }
        }
        return nil
    }

    private static func name(in run: ToldRun) -> AccountName? {
        run.values(of: Credentials.self).last.flatMap { AccountName($0.name) }
    }
}
