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

    package static func breach(
        on signUps: [TypedRun<SignUp>], in history: History
    ) async throws(ErrorWrapper) -> Sentence? {
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
            // When the key of the request has expired, the owner logs in instead.
            let isExpired = try await history.server.accountRegistry.account(named: name).map {
                !SignUpRules.isRepeatable($0.account, at: history.server.clock.now)
            }
            if isForgotten || isOperated || isExpired == true { continue }
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
            + history.runs(of: EraseAccountLater.self).compactMap { $0.goal?.erased }
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

/// 猶予のある削除は、猶予が過ぎたときに、それまでに持ち主がログインしていなければアカウントを消す
package enum DeletionsCanBeTakenBack: Invariant {
    package static let sentence = Sentence(
        en:
            "A deletion with a time of grace erases the account when this is over, unless its owner has logged in before",
        ja: "猶予のある削除は、猶予が過ぎたときに、それまでに持ち主がログインしていなければアカウントを消し、していれば消さない")

    package static let holdsMeanwhile = true

    /// A deletion, the request that the server has answered with its time, and the run that has ended it.
    package typealias Occasion = (deletion: Deletion, request: WorldRun?, ending: TypedRun<EraseAccountLater>?)

    package static func occasions(in history: History) -> [Occasion] {
        let requests = history.runs(of: EraseAccount.self)
        let endings = history.runs(of: EraseAccountLater.self).filter { $0.goal != nil }
        let requested = requests.compactMap { request -> Occasion? in
            guard case .サーバは消す時刻を返す(let deletion, _) = request.goal else { return nil }
            return (deletion, request.run, nil)
        }
        return requested
            + endings.compactMap { ending -> Occasion? in
                guard let deletion = ending.run.values(of: Deletion.self).first else { return nil }
                return (deletion, requested.first { $0.deletion == deletion }?.request, ending)
            }
    }

    package static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence? {
        for (deletion, request, ending) in occasions {
            let (account, time) = (deletion.account, history.server.clock.now)
            let isQueued = try await history.server.durableRuns.run(deletion.run) != nil
            let logins = history.runs.filter { mayHaveLoggedIn(to: account, by: $0) }
            if !isQueued {
                return Sentence(
                    en: "The server said that it would erase \(account), and no run does it.",
                    ja: "サーバは\(account)を消すと答えたのに、消す実行がありません。")
            }
            guard let ending else { continue }
            if ending.goal?.erased == nil {
                guard let request, logins.allSatisfy({ $0.precedes(request) }) else { continue }
                return Sentence(
                    en: "Nobody has logged in to \(account), and the deletion has not erased it.",
                    ja: "\(account)には誰もログインしていないのに、削除がそれを消しませんでした。")
            }
            if time < deletion.at {
                return Sentence(
                    en: "\(account) was erased before \(deletion.at).", ja: "\(account)は\(deletion.at)より前に消されました。")
            }
            let isTakenBack = logins.contains { login in
                login.values(of: OpenedSession.self).contains { $0.keptFrom == deletion.at }
                    && !history.unsettledRuns(before: login).contains {
                        $0.queued != deletion.run && $0.mayHaveDeleted(account)
                    }
            }
            if isTakenBack {
                return Sentence(
                    en: "The owner has kept \(account) by logging in, and the deletion has erased it.",
                    ja: "持ち主がログインして残した\(account)を、削除が消しました。")
            }
        }
        return nil
    }

    /// Whether the run began a session of the account, or may have begun one before an interruption.
    private static func mayHaveLoggedIn(to account: Account, by run: WorldRun) -> Bool {
        run.isServers && run.values(of: AccountRequest.self).last?.credentials.name == account.name.rawValue
            && (run.goal == nil || !run.values(of: OpenedSession.self).isEmpty)
    }
}

/// 消すまで止めたアカウントには、それを消す実行がある
package enum LockedAccountsAreErased: Invariant {
    package static let sentence = Sentence(
        en: "An account that is locked until it is erased has a run that erases it",
        ja: "消すまで止めたアカウントには、それを消す実行がある")

    package static let holdsMeanwhile = true

    /// The accounts whose deletion was asked for, even if the server died meanwhile.
    package static func occasions(in history: History) -> [Account] {
        history.runs(of: EraseAccount.self).compactMap { $0.run.values(of: LoggedIn.self).last?.account }
    }

    package static func breach(on accounts: [Account], in history: History) async throws(ErrorWrapper) -> Sentence? {
        let server = history.server
        let runs = try await server.durableRuns.runs(after: nil, limit: .max, withEnded: false)
        for account in accounts where !runs.contains(where: { $0.usecase == EraseAccountLater.name }) {
            guard let stored = try await server.accountRegistry.account(named: account.name),
                let time = stored.deletionAt, server.clock.now < time
            else { continue }
            return Sentence(
                en: "\(account) is locked until \(time), and no run erases it then.",
                ja: "\(account)は\(time)まで止められていて、そのときに消す実行がありません。")
        }
        return nil
    }
}

extension WorldRun {
    /// Whether the run erased the account or will have it erased, or may have done so before an interruption.
    func mayHaveDeleted(_ account: Account) -> Bool {
        mayHaveErased(account) || (goal?.declared as? EraseAccount.Goals)?.deleted == account
    }

    /// Whether the run erased the account, or may have erased it before an interruption.
    func mayHaveErased(_ account: Account) -> Bool {
        switch usecase {
        case EraseAccount.name:
            values(of: LoggedIn.self).last?.account == account
                && (goal == nil || (goal?.declared as? EraseAccount.Goals)?.erased != nil)
        case EraseAccountLater.name:
            values(of: Deletion.self).first?.account == account
                && (goal == nil || (goal?.declared as? EraseAccountLater.Goals)?.erased != nil)
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
        if case .サーバは消したことを返す(let account, _) = self { account } else { nil }
    }

    /// The account that was erased or will be, and whose sessions have ended, or `nil` if the server refused.
    var deleted: Account? {
        if case .サーバは消す時刻を返す(let deletion, _) = self { deletion.account } else { erased }
    }
}

extension EraseAccountLater.Goals {
    /// The erased account, or `nil` if none was erased.
    var erased: Account? {
        if case .サーバは消したことを記録する(let account) = self { account } else { nil }
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
        // Sessions that may have ended, or have expired and been removed, do not allow a conclusion about the first one.
        let hasPassed = history.server.clock.now > .example
        guard !hasPassed || history.runs(of: SweepDatabase.self).isEmpty, history.runs(of: CloseSession.self).isEmpty,
            history.runs(of: CloseOtherSessions.self).isEmpty,
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
                let stored = try await history.server.accountRegistry.account(named: name), stored.deletionAt == nil
            else { continue }
            // A session that has expired meanwhile counts.
            let sessions = try await history.server.accountRegistry.sessions(of: stored.account.id, at: .example)
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
