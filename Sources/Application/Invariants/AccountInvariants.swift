package import CalearningDomain
package import UsecasesEngine
package import UsecasesLaboratory

/// 自分しか申し込んでいない名前を、使われているとは知らされない
package enum NamesAreTakenByOthers: Invariant {
    package static let sentence = Sentence(
        en: "Nobody is told that a name is taken for which they alone have asked, without having got the account",
        ja: "自分しか申し込んでいない名前を、アカウントを得ていないのに、使われていると知らされることはない")

    package static func occasions(in history: History) -> [TypedRun<SignUp>] {
        history.runs(of: SignUp.self).filter { $0.goal != nil }
    }

    package static func breach(on signUps: [TypedRun<SignUp>], in history: History) -> Sentence? {
        let registrations = history.runs(of: RegisterAccount.self)
        let resets = history.runs(of: Reset.self).map(\.run)
        for refused in signUps where refused.goal == .名前が使われている場合_アプリは使われていることを表示 {
            let device = refused.run.device
            guard let name = name(in: refused.run) else { continue }
            let others = registrations.contains { $0.run.device != device && self.name(in: $0.run) == name }
            let attempts = history.runs(of: SignUp.self).filter { $0.run.device == device }
            // A reset deletes the key of the device's request.
            let isForgotten = resets.contains { reset in
                reset.device == device && attempts.contains { !reset.precedes($0.run) && !refused.run.precedes(reset) }
            }
            // Before the device gets its account, an operator may lock or delete it.
            let isOperated = history.runs.contains {
                [LockAccount.name, DiscardAccount.name].contains($0.usecase) && !refused.run.precedes($0)
            }
            if isForgotten || isOperated { continue }
            // A request for another name abandons the earlier one.
            let isGivenUp = attempts.contains { self.name(in: $0.run) != name }
            let isGot = history.runs.contains { run in
                run.device == device && !run.isServers
                    && run.values(of: OpenedSession.self).contains { $0.account.name == name }
            }
            if !others, !isGivenUp, !isGot {
                return Sentence(
                    en: "Only device \(device + 1) has asked for the name \(name), and is told that it is taken.",
                    ja: "名前\(name)を申し込んだのはデバイス\(device + 1)だけなのに、使われていると知らされました。")
            }
        }
        return nil
    }

    private static func name(in run: WorldRun) -> AccountName? {
        run.values(of: Credentials.self).last.flatMap { AccountName($0.name) }
    }
}

/// 持ち主のパスワードがなければアカウントには入れない
package enum NoAccountWithoutItsPassword: Invariant {
    package static let sentence = Sentence(
        en: "Nobody gets into an account without the password of its owner", ja: "持ち主のパスワードがなければアカウントには入れない")

    /// A run that set a password of an account, or may have set it before an interruption.
    private struct Setting {
        let run: WorldRun
        let name: AccountName?
        let password: Password
        let isCertain: Bool
    }

    /// An answer to a name and a password.
    package typealias Occasion = (run: WorldRun, password: Password)

    package static func occasions(in history: History) -> [Occasion] {
        history.runs.filter { $0.isServers && $0.goal != nil }.compactMap { run in
            run.values(of: AccountRequest.self).last.map { (run, $0.credentials.password) }
        }
    }

    package static func breach(on occasions: [Occasion], in history: History) -> Sentence? {
        let settings = settings(in: history)
        for (run, password) in occasions {
            for opened in run.values(of: OpenedSession.self) {
                let isRight = settings.contains { setting in
                    setting.name == opened.account.name && setting.password == password && !run.precedes(setting.run)
                        && !settings.contains {
                            $0.isCertain && $0.name == setting.name && $0.password != password
                                && setting.run.precedes($0.run) && $0.run.precedes(run)
                        }
                }
                if !isRight {
                    return Sentence(
                        en:
                            "\(run.usecase) opened a session of \(opened.account.name) with \(password), which is not its password.",
                        ja: "\(run.usecase)が、\(opened.account.name)のパスワードではない\(password)でセッションを始めました。")
                }
            }
        }
        return nil
    }

    private static func settings(in history: History) -> [Setting] {
        let registrations = history.runs(of: RegisterAccount.self).compactMap { typed -> Setting? in
            guard let credentials = typed.run.values(of: AccountRequest.self).last?.credentials else { return nil }
            switch typed.goal {
            case .記録した場合_サーバはアカウントとセッションを返す, nil: break
            default: return nil
            }
            return Setting(
                run: typed.run, name: AccountName(credentials.name), password: credentials.password,
                isCertain: typed.goal != nil)
        }
        let replacements = history.runs(of: ReplacePassword.self).compactMap { typed -> Setting? in
            guard let request = typed.run.values(of: PasswordRequest.self).last else { return nil }
            switch typed.goal {
            case .サーバはアカウントと新しいセッションを返す, nil: break
            default: return nil
            }
            return Setting(
                run: typed.run, name: typed.run.values(of: LoggedIn.self).last?.account.name,
                password: request.change.new, isCertain: typed.goal != nil)
        }
        return registrations + replacements
    }
}

/// 消したアカウントからは何も残らない
package enum ErasedAccountsLeaveNothing: Invariant {
    package static let sentence = Sentence(
        en: "An account that was erased leaves nothing on the server", ja: "消したアカウントからは、サーバに何も残らない")

    package static let holdsMeanwhile = true

    /// The erased accounts.
    package static func occasions(in history: History) -> [Account] {
        history.runs(of: EraseAccount.self).compactMap { $0.goal?.erased }
            + history.runs(of: DiscardAccount.self).compactMap { $0.goal?.erased }
    }

    package static func breach(on accounts: [Account], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let registry = history.server.accountRegistry
        for account in accounts {
            let sessions = try await registry.sessions(of: account.id, at: history.server.clock.now)
            if try await registry.account(named: account.name)?.account == account || !sessions.isEmpty {
                return Sentence(
                    en: "The account \(account) was erased, and the server still has it or one of its sessions.",
                    ja: "アカウント\(account)は消したのに、サーバにアカウントかセッションが残っています。")
            }
        }
        return nil
    }
}

extension WorldRun {
    /// Whether the run erased the account, or may have erased it before an interruption.
    func mayHaveErased(_ account: Account) -> Bool {
        switch usecase {
        case EraseAccount.name:
            values(of: LoggedIn.self).last?.account == account
                && (goal == nil || (goal?.declared as? EraseAccount.Goals)?.erased != nil)
        case DiscardAccount.name:
            goal == nil
                ? nameOfEndedSessions == account.name
                : (goal?.declared as? DiscardAccount.Goals)?.erased == account
        default: false
        }
    }
}

extension EraseAccount.Goals {
    /// The erased account, or `nil` if none was erased.
    var erased: Account? {
        if case .サーバは消したことを返す(let account) = self { account } else { nil }
    }
}

extension DiscardAccount.Goals {
    /// The deleted account, or `nil` if none was deleted.
    var erased: Account? {
        if case .アプリは消したアカウントを表示(let account) = self { account } else { nil }
    }
}

/// アカウントは最初のセッションとともに現れる
package enum AccountsComeWithASession: Invariant {
    package static let sentence = Sentence(
        en: "An account comes together with its first session", ja: "アカウントは最初のセッションとともに現れる")

    package static let holdsMeanwhile = true

    package static func occasions(in history: History) -> [TypedRun<RegisterAccount>] {
        // Sessions that may have ended do not allow a conclusion about the first one.
        guard history.runs(of: CloseSession.self).isEmpty, history.runs(of: CloseOtherSessions.self).isEmpty,
            history.runs(of: ReplacePassword.self).isEmpty,
            history.runs.allSatisfy({ $0.nameOfEndedSessions == nil })
        else { return [] }
        return history.runs(of: RegisterAccount.self)
    }

    package static func breach(
        on registrations: [TypedRun<RegisterAccount>], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
        for run in registrations {
            guard let request = run.run.values(of: AccountRequest.self).last,
                let name = AccountName(request.credentials.name),
                let account = try await history.server.accountRegistry.account(named: name)?.account
            else { continue }
            let sessions = try await history.server.accountRegistry.sessions(
                of: account.id, at: history.server.clock.now)
            if sessions.isEmpty {
                return Sentence(en: "The account \(name) has no session.", ja: "アカウント\(name)にセッションがありません。")
            }
        }
        return nil
    }
}

/// 済んだ申し込みの冪等キーはデバイスに残らない
package enum FinishedSignUpsAreForgotten: Invariant {
    package static let sentence = Sentence(
        en: "A device forgets the key of a sign-up that is over", ja: "済んだ申し込みの冪等キーはデバイスに残らない")

    /// The devices without a sign-up since a session was saved or a name was refused.
    package static func occasions(in history: History) -> [Int] {
        let signUps = history.runs(of: SignUp.self)
        let over =
            signUps.filter { typed in
                switch typed.goal {
                case .アプリはホーム画面を表示, .名前が使われている場合_アプリは使われていることを表示: true
                case .規則に合わない場合_アプリは直すところを表示, .頼みすぎた場合_アプリは次に頼める時刻を表示, nil: false
                }
            }.map(\.run)
            + history.runs(of: LogIn.self).filter { if case .アプリはホーム画面を表示 = $0.goal { true } else { false } }.map(\.run)
            + history.runs(of: ChangePassword.self).filter {
                if case .アプリはパスワードが変わったことを表示 = $0.goal { true } else { false }
            }.map(\.run)
        return over.filter { run in
            signUps.map(\.run).allSatisfy {
                $0.device != run.device || $0.beganAfter == run.beganAfter || $0.precedes(run)
            }
        }.map(\.device)
    }

    package static func breach(on devices: [Int], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for device in devices {
            if let attempt = try await history.devices[device].dataStore.get(DeviceMemory.keys.signUp) {
                return Sentence(
                    en: "Device \(device + 1) still keeps the request of \(attempt).",
                    ja: "デバイス\(device + 1)に、\(attempt)の申し込みが残っています。")
            }
        }
        return nil
    }
}
