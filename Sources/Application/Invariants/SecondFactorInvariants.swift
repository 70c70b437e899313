package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// 二つ目の要素を使っているアカウントのセッションは、そのコードなしでは始まらず、コードは一度しか使えない
package enum SecondFactorsAreProved: Invariant {
    package static let sentence = Sentence(
        en: "No session begins without a code once the second factor is on, and each code counts once",
        ja: "二つ目の要素を使いはじめたら、コードなしではセッションは始まらず、コードはどれも一度しか使えない")

    /// A session of the account that the run has begun.
    package typealias Occasion = (run: WorldRun, opened: OpenedSession)

    package static func occasions(in history: History) -> [Occasion] {
        let secured = Set(history.runs(of: ConfirmSecondFactor.self).compactMap { $0.goal?.secured })
        return history.runs.filter(\.isServers).flatMap { run in
            run.values(of: OpenedSession.self).filter { secured.contains($0.account) }.map { (run, $0) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) -> Sentence? {
        var used: Set<String> = []
        for (run, opened) in occasions {
            let account = opened.account
            let code = run.values(of: SecondCode.self).last
            if code == nil, isOn(of: account, during: run, in: history) {
                return Sentence(
                    en: "\(run.usecase) began the session \(opened.session) of \(account) without a code.",
                    ja: "\(run.usecase)が、\(account)のセッション\(opened.session)をコードなしで始めました。")
            }
            guard run.usecase == ContinueSession.name, let code else { continue }
            if case .backup(let backup) = code, !issued(to: account, in: history).contains(backup) {
                return Sentence(
                    en: "\(run.usecase) accepted \(code) for \(account), which was never issued.",
                    ja: "\(run.usecase)が、\(account)に発行されていない\(code)を受け入れました。")
            }
            let beganAt = opened.expiresAt - SessionRules.idleTime
            let use = if case .time = code { "step \(TimeCodeRules.step(at: beganAt))" } else { "\(code)" }
            // While time passes, the session may begin in a later step than the code was used.
            if !used.insert("\(account) \(use)").inserted, history.isUndisturbed {
                return Sentence(
                    en: "The code of \(account) in \(use) was accepted twice.", ja: "\(account)の\(use)のコードが2度受け入れられました。"
                )
            }
        }
        return nil
    }

    /// Whether the second factor was certainly on while the run went on.
    private static func isOn(of account: Account, during run: WorldRun, in history: History) -> Bool {
        let removals = history.runs.filter { mayHaveRemoved(account, by: $0) && !run.precedes($0) }
        return history.runs(of: ConfirmSecondFactor.self).contains { confirmation in
            confirmation.goal?.secured == account && confirmation.run.precedes(run)
                && removals.allSatisfy { $0.precedes(confirmation.run) }
        }
    }

    /// Whether the run removed the second factor of the account, or may have done so before an interruption.
    private static func mayHaveRemoved(_ account: Account, by run: WorldRun) -> Bool {
        switch run.usecase {
        case ChangeSecondFactor.name: run.isServers && run.values(of: SecondFactorWish.self).contains(.off)
        case RemoveSecondFactor.name: true
        default: false
        }
    }

    private static func issued(to account: Account, in history: History) -> [RecoveryCode] {
        history.runs.filter(\.isServers).filter { $0.values(of: Account.self).contains(account) }
            .flatMap { $0.values(of: [RecoveryCode].self).flatMap(\.self) }
    }
}

extension ConfirmSecondFactor.Goals {
    /// The account whose second factor is on.
    fileprivate var secured: Account? {
        if case .サーバは予備のコードを返す(let account, _) = self { account } else { nil }
    }
}
