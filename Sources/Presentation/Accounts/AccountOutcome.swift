#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import Logging
import Metrics
import UsecasesEngine
import UsecasesService

/// A goal on the server's side of accounts. The goals of each use case have one table of their outcomes.
protocol AccountGoal: SceneName {
    /// Returns the meaning of the goal. `scene` is the first scene of the run.
    func outcome(from scene: TappedScene) -> AccountOutcome
}

/// The meaning of a goal for the client, for the security log and for the metrics.
struct AccountOutcome {
    /// The answer to a request.
    enum Answer {
        case done
        /// A body with secrets.
        case body(HTTPResponse.Status, any Encodable)
        /// The password is right. The ticket continues the login with a code.
        case codeNeeded(LoginTicket)
        /// A run goes on after the answer.
        case accepted(run: UUIDv7, any Encodable)
        case refusal(Refusal)
        /// Too many attempts were counted. The next one is accepted at this time.
        case later(Timestamp)

        static func opened(_ status: HTTPResponse.Status, _ opened: OpenedSession) -> Answer {
            .body(status, OpenedSessionBody(opened))
        }
    }

    /// The result of an attempt to log in.
    enum Login: String, CaseIterable {
        case succeeded
        case failed
        /// The password was right, and a code was asked for.
        case halfway
        case lockedOut = "locked_out"
        case unavailable
    }

    let answer: Answer
    /// The event for the security log, or `nil` without one.
    let event: String?
    let metadata: Logger.Metadata
    let login: Login?

    /// Creates an outcome. The line of the log names `account`. It must not have a name from the request without an
    /// account, because a stranger may have typed a password as the name.
    init(
        _ answer: Answer, _ event: String? = nil, of account: Account? = nil, _ metadata: Logger.Metadata = [:],
        login: Login? = nil
    ) {
        self.answer = answer
        self.event = event
        let owner: Logger.Metadata = account.map { ["account": "\($0.id)", "name": "\($0.name)"] } ?? [:]
        self.metadata = metadata.merging(owner) { $1 }
        self.login = login
    }

    /// Returns the response, or throws the refusal.
    func response(at now: Timestamp) throws(Refusal) -> Response {
        switch answer {
        case .done: return Response(status: .noContent)
        case .body(let status, let body): return .unstored(status, body)
        case .codeNeeded(let ticket):
            let refusal = Refusal.codeNeeded
            var response = Response.unstored(refusal.status, CodeNeededBody(refusal.response, ticket))
            for field in refusal.headers { response.headers.append(field) }
            return response
        case .accepted(let run, let body):
            var response = Response.unstored(.accepted, body)
            response.headers[.location] = Route.path(of: run)
            return response
        case .refusal(let refusal): throw refusal
        case .later(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }
}

/// The security log and the metrics of accounts.
struct AccountMonitor: Sendable {
    let log: SecurityLog
    let logins: OutcomeCounters<AccountOutcome.Login>

    init(log: SecurityLog, metrics: any MetricsFactory) {
        self.log = log
        logins = OutcomeCounters("\(Product.own.name)_logins_total", metrics: metrics)
    }

    init(of service: HTTPService) {
        self.init(log: service.securityLog, metrics: service.telemetry.metrics)
    }

    func record(_ outcome: AccountOutcome, _ context: ServerContext?) {
        if let login = outcome.login { logins.count(login) }
        if let event = outcome.event { log.record(event, outcome.metadata, context) }
    }
}

extension TappedScene {
    /// Returns the value of this type that the scene carries, or `nil` without one.
    private func value<Value>(_: Value.Type) -> Value? {
        (declared as? any SceneName)?.values.values.lazy.compactMap { $0 as? Value }.first
    }

    /// The name in the request. It is only for goals whose account exists.
    fileprivate var owner: Logger.Metadata {
        let name = value(AccountRequest.self).flatMap { AccountName($0.credentials.name) }
        return name.map { ["name": "\($0)"] } ?? [:]
    }

    fileprivate var endedSessions: Logger.Metadata {
        value(EndedSessions.self).map { ["sessions": "\($0)"] } ?? [:]
    }
}

extension OpenSession.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはアカウントとセッションを返す(let opened):
            AccountOutcome(.opened(.created, opened), "login-succeeded", of: opened.account, login: .succeeded)
        case .消される前だった場合_サーバは取り消してアカウントとセッションを返す(let opened):
            AccountOutcome(
                .opened(.created, opened), "account-deletion-taken-back", of: opened.account, login: .succeeded)
        case .二つ目の要素がある場合_サーバはコードを求める(let ticket, let account):
            AccountOutcome(.codeNeeded(ticket), "login-code-asked", of: account, login: .halfway)
        case .パスワードが違う場合_サーバは拒否する, .パスワードが変わったところの場合_サーバは拒否する:
            AccountOutcome(.refusal(.wrongCredentials), "login-failed", scene.owner, login: .failed)
        case .アカウントが止められている場合_サーバは拒否する:
            AccountOutcome(.refusal(.wrongCredentials), "login-to-locked-account", scene.owner, login: .failed)
        case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する:
            AccountOutcome(.refusal(.wrongCredentials), "login-failed", login: .failed)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until):
            AccountOutcome(.later(until), "login-locked-out", login: .lockedOut)
        }
    }
}

extension ContinueSession.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはアカウントとセッションを返す(let opened):
            AccountOutcome(.opened(.created, opened), "login-succeeded", of: opened.account, login: .succeeded)
        case .消される前だった場合_サーバは取り消してアカウントとセッションを返す(let opened):
            AccountOutcome(
                .opened(.created, opened), "account-deletion-taken-back", of: opened.account, login: .succeeded)
        case .ログインの続きでない場合_サーバは拒否する: AccountOutcome(.refusal(.loginEnded), "login-failed", login: .failed)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account, login: .failed)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until):
            AccountOutcome(.later(until), "login-locked-out", login: .lockedOut)
        }
    }
}

extension ChangeSecondFactor.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは確かめられる前の鍵を返す(let offer):
            AccountOutcome(.body(.ok, SecondFactorOfferBody(offer)), "second-factor-begun", of: offer.account)
        case .サーバは外したことを返す(let account): AccountOutcome(.done, "second-factor-off", of: account)
        case .サーバは新しい予備のコードを返す(let account, let codes):
            AccountOutcome(.body(.ok, BackupCodesBody(codes)), "backup-codes-renewed", of: account)
        case .すでに使っている場合_サーバは拒否する: AccountOutcome(.refusal(.secondFactorIsOn))
        case .使っていない場合_サーバは拒否する: AccountOutcome(.refusal(.secondFactorIsOff))
        case .鍵を持たない場合_サーバは拒否する: AccountOutcome(.refusal(.secondFactorIsUnavailable))
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        case .パスワードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongPassword), "password-not-confirmed", of: account)
        case .コードが要る場合_サーバは求める(let account): AccountOutcome(.refusal(.codeNeeded), of: account)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .ほかの変更が先だった場合_サーバは拒否する: AccountOutcome(.refusal(.wrongPassword))
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, let until):
            AccountOutcome(.later(until), "login-locked-out", of: account)
        }
    }
}

extension ConfirmSecondFactor.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは予備のコードを返す(let account, let codes):
            AccountOutcome(.body(.ok, BackupCodesBody(codes)), "second-factor-on", of: account)
        case .確かめる鍵がない場合_サーバは拒否する: AccountOutcome(.refusal(.secondFactorIsNotBegun))
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, let until):
            AccountOutcome(.later(until), "login-locked-out", of: account)
        }
    }
}

extension RegisterAccount.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .記録した場合_サーバはアカウントとセッションを返す(let opened):
            AccountOutcome(.opened(.created, opened), "account-created", of: opened.account)
        case .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened):
            AccountOutcome(.opened(.created, opened), "login-succeeded", of: opened.account)
        case .規則に合わない場合_サーバは直すところを返す(let flaws): AccountOutcome(.refusal(.flawed(flaws)))
        case .名前が使われている場合_サーバは拒否する: AccountOutcome(.refusal(.nameTaken))
        case .冪等キーが別の内容で使われている場合_サーバは拒否する: AccountOutcome(.refusal(.keyReused), "login-failed")
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): AccountOutcome(.later(until), "login-locked-out")
        }
    }
}

extension ReplacePassword.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはアカウントと新しいセッションを返す(let opened):
            AccountOutcome(.opened(.ok, opened), "password-changed", of: opened.account)
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        case .規則に合わない場合_サーバは直すところを返す(let flaws): AccountOutcome(.refusal(.flawed(flaws)))
        case .今のパスワードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongPassword), "password-not-confirmed", of: account)
        case .コードが要る場合_サーバは求める(let account): AccountOutcome(.refusal(.codeNeeded), of: account)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .ほかの変更が先だった場合_サーバは拒否する: AccountOutcome(.refusal(.wrongPassword))
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, let until):
            AccountOutcome(.later(until), "login-locked-out", of: account)
        }
    }
}

extension ResetPassword.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはパスワードが変わったことを返す(let account): AccountOutcome(.done, "password-recovered", of: account)
        case .規則に合わない場合_サーバは直すところを返す(let flaws): AccountOutcome(.refusal(.flawed(flaws)))
        case .名前かコードの形でない場合_サーバは拒否する: AccountOutcome(.refusal(.wrongRecovery))
        case .名前かコードが違う場合_サーバは拒否する: AccountOutcome(.refusal(.wrongRecovery), "recovery-failed")
        case .コードが要る場合_サーバは求める(let account): AccountOutcome(.refusal(.codeNeeded), of: account)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): AccountOutcome(.later(until), "login-locked-out")
        }
    }
}

extension EraseAccount.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは消したことを返す(let account, let export):
            AccountOutcome(
                export == nil ? .done : .body(.ok, DeletedBody(at: nil, export)), "account-deleted", of: account)
        case .サーバは消す時刻を返す(let deletion, let export):
            AccountOutcome(
                .accepted(run: deletion.run, DeletedBody(at: deletion.at, export)), "account-deletion-requested",
                of: deletion.account)
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        case .パスワードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongPassword), "password-not-confirmed", of: account)
        case .コードが要る場合_サーバは求める(let account): AccountOutcome(.refusal(.codeNeeded), of: account)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .ほかの変更が先だった場合_サーバは拒否する: AccountOutcome(.refusal(.wrongPassword))
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, let until):
            AccountOutcome(.later(until), "login-locked-out", of: account)
        }
    }
}

extension EraseAccountLater.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは消したことを記録する(let account): AccountOutcome(.done, "account-deleted", of: account)
        case .持ち主が取り消した場合_サーバは何も消さない(let account): AccountOutcome(.done, of: account)
        }
    }
}

extension CloseOtherSessions.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは終わったことを返す(let account):
            AccountOutcome(.done, "sessions-ended", of: account, scene.endedSessions)
        case .終わらせるセッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.noSuchSession))
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        case .パスワードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongPassword), "password-not-confirmed", of: account)
        case .コードが要る場合_サーバは求める(let account): AccountOutcome(.refusal(.codeNeeded), of: account)
        case .コードが違う場合_サーバは拒否する(let account):
            AccountOutcome(.refusal(.wrongCode), "second-factor-not-confirmed", of: account)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let account, let until):
            AccountOutcome(.later(until), "login-locked-out", of: account)
        }
    }
}

extension CloseSession.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは終わったことを返す(let account): AccountOutcome(.done, "sessions-ended", of: account, ["sessions": "own"])
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        }
    }
}

extension SetDeviceName.Goals: AccountGoal {
    /// The event omits the name of the device, because the user may have typed a secret.
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは名前が変わったことを返す(let account): AccountOutcome(.done, "device-named", of: account)
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        }
    }
}

extension CheckSession.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはアカウントとセッションを返す(let loggedIn): AccountOutcome(.body(.ok, LoggedInBody(loggedIn)))
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        }
    }
}

extension ListSessions.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバはセッションの一覧を返す(let list): AccountOutcome(.body(.ok, SessionListBody(list)))
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        }
    }
}

extension CollectAccount.Goals: AccountGoal {
    func outcome(from scene: TappedScene) -> AccountOutcome {
        switch self {
        case .サーバは集めたものを返す(let export): AccountOutcome(.body(.ok, AccountExportBody(export)))
        case .セッションがない場合_サーバは拒否する: AccountOutcome(.refusal(.sessionEnded))
        }
    }
}
#endif
