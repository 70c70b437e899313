#if Server
import CalearningApplication
import CalearningDomain
import Logging
import Metrics
import Usecases
import UsecasesService

/// A line of the security log. It names an account only if that account exists, because a stranger may have typed a
/// password as the name.
struct SecurityEvent {
    let name: String
    let metadata: Logger.Metadata

    init(_ name: String, _ metadata: Logger.Metadata = [:]) {
        self.name = name
        self.metadata = metadata
    }

    private init(_ name: String, _ account: Account, _ metadata: Logger.Metadata = [:]) {
        self.init(
            name, metadata.merging(["account": "\(account.id)", "name": "\(account.name)"]) { $1 })
    }

    /// The event of a login. `name` is the name in the request.
    init(_ goal: OpenSession.Goals, name: AccountName?) {
        let owner: Logger.Metadata = name.map { ["name": "\($0)"] } ?? [:]
        switch goal {
        case .サーバはアカウントとセッションを返す(let opened): self.init("login-succeeded", opened.account)
        case .パスワードが違う場合_サーバは拒否する, .パスワードが変わったところの場合_サーバは拒否する: self.init("login-failed", owner)
        case .アカウントが止められている場合_サーバは拒否する: self.init("login-to-locked-account", owner)
        case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する: self.init("login-failed")
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す: self.init("login-locked-out")
        }
    }

    init?(_ goal: RegisterAccount.Goals) {
        switch goal {
        case .記録した場合_サーバはアカウントとセッションを返す(let opened): self.init("account-created", opened.account)
        case .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened): self.init("login-succeeded", opened.account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す: self.init("login-locked-out")
        case .冪等キーが別の内容で使われている場合_サーバは拒否する: self.init("login-failed")
        case .規則に合わない場合_サーバは直すところを返す, .名前が使われている場合_サーバは拒否する: return nil
        }
    }

    init?(_ goal: ReplacePassword.Goals) {
        switch goal {
        case .サーバはアカウントと新しいセッションを返す(let opened): self.init("password-changed", opened.account)
        case .今のパスワードが違う場合_サーバは拒否する(let account): self.init("password-not-confirmed", account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, _): self.init("login-locked-out", account)
        case .セッションがない場合_サーバは拒否する, .規則に合わない場合_サーバは直すところを返す, .ほかの変更が先だった場合_サーバは拒否する: return nil
        }
    }

    init?(_ goal: ResetPassword.Goals) {
        switch goal {
        case .サーバはパスワードが変わったことを返す(let account): self.init("password-recovered", account)
        case .名前かコードが違う場合_サーバは拒否する: self.init("recovery-failed")
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す: self.init("login-locked-out")
        case .規則に合わない場合_サーバは直すところを返す, .名前かコードの形でない場合_サーバは拒否する: return nil
        }
    }

    init?(_ goal: EraseAccount.Goals) {
        switch goal {
        case .サーバは消したことを返す(let account): self.init("account-deleted", account)
        case .パスワードが違う場合_サーバは拒否する(let account): self.init("password-not-confirmed", account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, _): self.init("login-locked-out", account)
        case .セッションがない場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: return nil
        }
    }

    /// The event of a name omits the name, because the user may have typed a secret.
    init?(_ goal: SetDeviceName.Goals) {
        switch goal {
        case .サーバは名前が変わったことを返す(let account): self.init("device-named", account)
        case .セッションがない場合_サーバは拒否する: return nil
        }
    }

    init?(_ goal: CloseSession.Goals) {
        switch goal {
        case .サーバは終わったことを返す(let account): self.init("sessions-ended", account, ["sessions": "own"])
        case .セッションがない場合_サーバは拒否する: return nil
        }
    }

    init?(_ goal: CloseOtherSessions.Goals, _ sessions: EndedSessions) {
        switch goal {
        case .サーバは終わったことを返す(let account): self.init("sessions-ended", account, ["sessions": "\(sessions)"])
        case .パスワードが違う場合_サーバは拒否する(let account): self.init("password-not-confirmed", account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, _): self.init("login-locked-out", account)
        case .終わらせるセッションがない場合_サーバは拒否する, .セッションがない場合_サーバは拒否する: return nil
        }
    }
}

extension SecurityEvent {
    /// Creates the event of a run on the server's side from its goal and its first scene. Returns `nil` if the run has
    /// no event.
    init?(goal: TappedScene, from scene: TappedScene) {
        switch goal.declared {
        case let goal as OpenSession.Goals:
            self.init(goal, name: scene.value(AccountRequest.self).flatMap { AccountName($0.credentials.name) })
        case let goal as RegisterAccount.Goals: self.init(goal)
        case let goal as ReplacePassword.Goals: self.init(goal)
        case let goal as ResetPassword.Goals: self.init(goal)
        case let goal as EraseAccount.Goals: self.init(goal)
        case let goal as SetDeviceName.Goals: self.init(goal)
        case let goal as CloseSession.Goals: self.init(goal)
        case let goal as CloseOtherSessions.Goals:
            guard let ended = scene.value(EndedSessions.self) else { return nil }
            self.init(goal, ended)
        default: return nil
        }
    }
}

extension TappedScene {
    /// Returns the value of this type that the scene carries, or `nil` without one.
    fileprivate func value<Value>(_: Value.Type) -> Value? {
        (declared as? any SceneName)?.values.values.lazy.compactMap { $0 as? Value }.first
    }
}

/// The metrics of logins. Their names and meanings are in `docs/operate/monitor.md`.
struct LoginInstruments: Sendable {
    /// The result of an attempt to log in.
    enum Outcome: String, CaseIterable {
        case succeeded
        case failed
        case lockedOut = "locked_out"
        case unavailable

        init(_ goal: OpenSession.Goals) {
            switch goal {
            case .サーバはアカウントとセッションを返す: self = .succeeded
            case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する, .パスワードが違う場合_サーバは拒否する,
                .アカウントが止められている場合_サーバは拒否する, .パスワードが変わったところの場合_サーバは拒否する:
                self = .failed
            case .間違いが多すぎる場合_サーバは次に試せる時刻を返す: self = .lockedOut
            }
        }
    }

    private let logins: [Outcome: Counter]

    init(metrics: any MetricsFactory) {
        logins = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                let dimensions = [("outcome", outcome.rawValue)]
                return (
                    outcome,
                    Counter(label: "\(Product.own.name)_logins_total", dimensions: dimensions, factory: metrics)
                )
            })
    }

    func count(_ outcome: Outcome) {
        logins[outcome]?.increment()
    }
}
#endif
