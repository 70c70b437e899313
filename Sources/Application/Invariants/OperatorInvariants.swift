package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// 運用者が止めたアカウントは戻すまで使えず、戻したアカウントは止めるまで使える
package enum LocksLast: Invariant {
    package static let sentence = Sentence(
        en: """
            An account that an operator locks stays locked and has no session until it is unlocked, and one that an operator \
            unlocks stays unlocked until it is locked
            """,
        ja: "運用者が止めたアカウントは、戻すまで止まったままでセッションもなく、戻したアカウントは、止めるまで止まっていない")

    /// A run that locked or unlocked an account.
    package typealias Occasion = (run: WorldRun, name: AccountName, isLocked: Bool)

    package static func occasions(in history: History) -> [Occasion] {
        let locked = history.runs(of: LockAccount.self).compactMap { typed -> Occasion? in
            guard case .アプリは止めたアカウントを表示(let overview)? = typed.goal else { return nil }
            return (typed.run, overview.account.name, true)
        }
        let unlocked = history.runs(of: UnlockAccount.self).compactMap { typed -> Occasion? in
            guard case .アプリは使えるアカウントを表示(let overview)? = typed.goal else { return nil }
            return (typed.run, overview.account.name, false)
        }
        return (locked + unlocked).filter { occasion in
            history.unsettledRuns(before: occasion.run).allSatisfy { other in
                switch other.usecase {
                case LockAccount.name: occasion.isLocked
                // Another account may take the name of an erased account.
                case UnlockAccount.name, EraseAccount.name, EraseAccountLater.name, DiscardAccount.name:
                    !occasion.isLocked
                default: true
                }
            }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for (run, name, isLocked) in occasions {
            guard let account = try await server.accountRegistry.account(named: name) else { continue }
            let sessions = try await server.accountRegistry.sessions(of: account.account.id, at: server.clock.now)
            if account.isLocked != isLocked || (isLocked && !sessions.isEmpty) {
                return Sentence(
                    en: """
                        After \(run.usecase), the account \(name) is \(account.isLocked ? "locked" : "not locked") and has \
                        \(sessions.count) sessions.
                        """,
                    ja: """
                        \(run.usecase)のあと、アカウント\(name)は\(account.isLocked ? "止まっていて" : "止まっておらず")、\
                        セッションは\(sessions.count)個です。
                        """)
            }
        }
        return nil
    }
}

/// 運用者が消した間違いはもう数えられない
package enum ForgottenGuessesDoNotCount: Invariant {
    package static let sentence = Sentence(
        en: "Failures that an operator has cleared no longer count", ja: "運用者が消した間違いは、もう数えられない")

    /// The names whose failures were cleared after all requests.
    package static func occasions(in history: History) -> [AccountName] {
        history.runs(of: ForgetGuesses.self).compactMap { typed -> AccountName? in
            guard case .アプリは消した間違いの数を表示(let name, _)? = typed.goal,
                !history.unsettledRuns(before: typed.run).contains(where: \.isServers)
            else { return nil }
            return name
        }
    }

    package static func breach(on names: [AccountName], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for name in names {
            let overview = try await server.administration.account(named: name, at: server.clock.now)
            if let overview, overview.guesses > 0 {
                return Sentence(
                    en: "The failures for \(name) were cleared, and \(overview.guesses) still count.",
                    ja: "\(name)の間違いは消したのに、まだ\(overview.guesses)回数えられています。")
            }
        }
        return nil
    }
}

/// 発行した復旧コードは一度だけ使える
///
/// The check uses the codes. It therefore comes after all invariants that read the accounts.
package enum IssuedCodesWorkOnce: Invariant {
    package static let sentence = Sentence(en: "An issued recovery code can be used once", ja: "発行した復旧コードは、一度だけ使える")

    /// The use cases that can invalidate an earlier code.
    private static let voiding: Set = [
        AllowRecovery.name, LockAccount.name, ReplacePassword.name, EraseAccount.name, EraseAccountLater.name,
        DiscardAccount.name,
    ]

    /// The issued codes that must still work. No run in a world can use a code.
    package static func occasions(in history: History) -> [IssuedCode] {
        history.runs(of: AllowRecovery.self).compactMap { typed -> IssuedCode? in
            guard case .アプリは復旧コードを表示(let issued)? = typed.goal,
                !history.unsettledRuns(before: typed.run).contains(where: { voiding.contains($0.usecase) })
            else { return nil }
            return issued
        }
    }

    package static func breach(on codes: [IssuedCode], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        for issued in codes where server.clock.now < issued.expiresAt {
            let name = issued.account.name
            // The account may have been locked before.
            guard let account = try await server.accountRegistry.account(named: name), !account.isLocked else {
                continue
            }
            let digest = try await server.credentialHasher.digest(of: issued.code.secret)
            var uses = 0
            for _ in 1...2 {
                let recovered = try await server.accountRegistry.recover(
                    Guess(name: name, network: ""), by: digest, with: account.passwordHash,
                    under: account.secondFactor?.key, at: server.clock.now)
                if recovered != .refused { uses += 1 }
            }
            if uses != 1 {
                return Sentence(
                    en: "Of two attempts to use the recovery code of \(name), \(uses) succeed.",
                    ja: "\(name)の復旧コードは、2回使おうとすると\(uses)回使えます。")
            }
        }
        return nil
    }
}

extension History {
    /// Returns the other runs that may take effect after the beginning of this run. A failed run may still take effect.
    func unsettledRuns(before run: WorldRun) -> [WorldRun] {
        runs.filter { $0.beganAfter != run.beganAfter && ($0.goal == nil || !$0.precedes(run)) }
    }
}

extension WorldRun {
    private static let endingSessions: Set = [LockAccount.name, EndAccountSessions.name, DiscardAccount.name]

    /// The name of the account whose sessions an operator ended, or may have ended before an interruption. `nil` if the
    /// run is not an operator's, or ends no sessions.
    var nameOfEndedSessions: AccountName? {
        Self.endingSessions.contains(usecase) ? values(of: AccountName.self).first : nil
    }
}
