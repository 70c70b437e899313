#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import Logging
import Usecases
import UsecasesService

/// Runs the use cases for accounts and sessions, and converts their goals into answers.
struct AccountController: Sendable {
    let runner: UsecaseRunner
    let clock: any Clock
    /// The limit on requests with passwords of a client.
    let passwordLimiter: RateLimiter
    /// The queue of requests with passwords. Each request waits for its turn, so the hasher always has capacity for it.
    let passwordQueue: FairQueue
    let logins: LoginInstruments
    let securityLog: SecurityLog

    func routes() -> [Route] {
        [
            Route(.post, "/accounts", use: signUp),
            Route(.post, "/sessions", use: logIn),
            Route(.get, "/sessions", use: list),
            Route(.delete, "/sessions", use: endOthers),
            Route(.delete, "/sessions/{id}", use: endOne),
            Route(.get, "/session", use: check),
            Route(.delete, "/session", use: logOut),
            Route(.put, "/session/name", use: nameDevice),
            Route(.put, "/account/password", use: changePassword),
            Route(.post, "/account/recovery", use: recover),
            Route(.get, "/account/export", use: export),
            Route(.delete, "/account", use: erase),
        ]
    }

    private func signUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.passwordClient
        let wanted = try await accountRequest(request, from: client, key: try InstallationKey.given(in: request))
        let goal = try await withTurn(of: client) {
            try await runner.run(RegisterAccount.initial(request: wanted), context)
        }
        note(SecurityEvent(goal), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func logIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.passwordClient
        let wanted = try await accountRequest(request, from: client, key: nil)
        let goal: OpenSession.Goals
        do {
            goal = try await withTurn(of: client) {
                try await runner.run(OpenSession.initial(request: wanted), context)
            }
        } catch {
            if (error as? Refusal)?.status == .serviceUnavailable { logins.count(.unavailable) }
            throw error
        }
        logins.count(LoginInstruments.Outcome(goal))
        note(SecurityEvent(goal, name: AccountName(wanted.credentials.name)), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func check(_ request: Request, _ context: ServerContext) async throws -> Response {
        switch try await runner.run(CheckSession.initial(token: try SessionToken.given(in: request)), context) {
        case .サーバはアカウントとセッションを返す(let loggedIn): return .unstored(.ok, LoggedInBody(loggedIn))
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        switch try await runner.run(ListSessions.initial(token: try SessionToken.given(in: request)), context) {
        case .サーバはセッションの一覧を返す(let list): return .unstored(.ok, SessionListBody(list))
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        switch try await runner.run(CollectAccount.initial(token: try SessionToken.given(in: request)), context) {
        case .サーバは集めたものを返す(let export): return .unstored(.ok, AccountExportBody(export))
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func nameDevice(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let text = try await JSONRequest(request).text(DeviceNameBody.CodingKeys.deviceName)
        guard let name = DeviceName(text) else { throw Refusal.malformedDeviceName }
        let goal = try await runner.run(SetDeviceName.initial(name: name, token: token), context)
        note(SecurityEvent(goal), context)
        switch goal {
        case .サーバは名前が変わったことを返す: return Response(status: .noContent)
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func logOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        let goal = try await runner.run(CloseSession.initial(token: try SessionToken.given(in: request)), context)
        note(SecurityEvent(goal), context)
        switch goal {
        case .サーバは終わったことを返す: return Response(status: .noContent)
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func endOthers(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await end(.others, request, context)
    }

    private func endOne(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = request.uri.path.split(separator: "/").last.map { String($0) } ?? ""
        guard let session = UUIDv7(name) else {
            // The session does not exist, but a missing login is reported first.
            _ = try await check(request, context)
            throw Refusal.noSuchSession
        }
        return try await end(.one(session), request, context)
    }

    private func end(
        _ sessions: EndedSessions, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let wanted = try await confirmedRequest(request, context)
        let goal = try await withTurn(of: context.passwordClient) {
            try await runner.run(CloseOtherSessions.initial(request: wanted, ended: sessions), context)
        }
        note(SecurityEvent(goal, sessions), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func changePassword(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let body = try await JSONRequest(request)
        let change = PasswordChange(
            old: Password(typed: try body.text(PasswordBody.CodingKeys.old)),
            new: Password(typed: try body.text(PasswordBody.CodingKeys.new)))
        let client = context.passwordClient
        let wanted = PasswordRequest(
            change: change, token: token, deviceName: try body.deviceName(PasswordBody.CodingKeys.deviceName),
            network: "\(client)")
        let goal = try await withTurn(of: client) {
            try await runner.run(ReplacePassword.initial(request: wanted), context)
        }
        note(SecurityEvent(goal), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func recover(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONRequest(request)
        let client = context.passwordClient
        let credentials = Credentials(
            name: try body.text(RecoveryBody.CodingKeys.name),
            password: Password(typed: try body.text(RecoveryBody.CodingKeys.password)))
        let code = RecoveryCode(typed: try body.text(RecoveryBody.CodingKeys.code))
        let wanted = RecoveryRequest(
            recovery: AccountRecovery(credentials: credentials, code: code), network: "\(client)")
        let goal = try await withTurn(of: client) {
            try await runner.run(ResetPassword.initial(request: wanted), context)
        }
        note(SecurityEvent(goal), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func erase(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await confirmedRequest(request, context)
        let goal = try await withTurn(of: context.passwordClient) {
            try await runner.run(EraseAccount.initial(request: wanted), context)
        }
        note(SecurityEvent(goal), context)
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func confirmedRequest(
        _ request: Request, _ context: ServerContext
    ) async throws -> ConfirmedRequest {
        let token = try SessionToken.given(in: request)
        let body = try await JSONRequest(request)
        return ConfirmedRequest(
            password: Password(typed: try body.text(ConfirmationBody.CodingKeys.password)), token: token,
            network: "\(context.passwordClient)")
    }

    private func accountRequest(
        _ request: Request, from client: ClientAddress, key: InstallationKey?
    ) async throws -> AccountRequest {
        let body = try await JSONRequest(request)
        let credentials = Credentials(
            name: try body.text(CredentialsBody.CodingKeys.name),
            password: Password(typed: try body.text(CredentialsBody.CodingKeys.password)))
        guard let device = UDID(try body.text(CredentialsBody.CodingKeys.udid)) else {
            throw Refusal.malformed("A \"udid\" has 1 to 128 visible ASCII characters.")
        }
        return AccountRequest(
            credentials: credentials, device: device,
            deviceName: try body.deviceName(CredentialsBody.CodingKeys.deviceName), key: key, network: "\(client)")
    }

    private func note(_ event: SecurityEvent?, _ context: ServerContext) {
        if let event { securityLog.record(event.name, event.metadata, context) }
    }

    private func withTurn<Value>(of client: ClientAddress, _ work: () async throws -> Value) async throws -> Value {
        if let wait = passwordLimiter.take(for: client) { throw Refusal.tooManyRequests(wait: wait) }
        return try await passwordQueue.withTurn(of: client, work)
    }
}

extension ServerContext {
    /// The client for all limits of passwords. They apply to guesses, requests and places in the queue.
    fileprivate var passwordClient: ClientAddress { client.site }
}

extension JSONRequest {
    /// Returns the automatic name in the member, or `nil` without one. Throws a ``Refusal`` if it is not a text.
    fileprivate func deviceName(_ member: some CodingKey) throws(Refusal) -> DeviceName? {
        self[member] == nil ? nil : DeviceName(automatic: try text(member))
    }
}

extension SessionToken {
    /// Returns the token of `Authorization: Bearer …`. Throws a ``Refusal`` if it is missing or malformed.
    fileprivate static func given(in request: Request) throws(Refusal) -> SessionToken {
        let values = request.headers[values: .authorization]
        let parts = values.first?.split(separator: " ", maxSplits: 1) ?? []
        guard values.count == 1, parts.count == 2, parts[0].utf8.equalsIgnoringCase("bearer"),
            let token = SessionToken(String(parts[1]))
        else { throw .sessionEnded }
        return token
    }
}

/// The answers to requests with a password.
enum AccountAnswers {
    static func answer(to goal: RegisterAccount.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .記録した場合_サーバはアカウントとセッションを返す(let opened), .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened):
            return .unstored(.created, OpenedSessionBody(opened))
        case .規則に合わない場合_サーバは直すところを返す(let flaws): throw .flawed(flaws)
        case .名前が使われている場合_サーバは拒否する: throw .nameTaken
        case .冪等キーが別の内容で使われている場合_サーバは拒否する: throw .keyReused
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: OpenSession.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバはアカウントとセッションを返す(let opened): return .unstored(.created, OpenedSessionBody(opened))
        case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する, .パスワードが違う場合_サーバは拒否する,
            .アカウントが止められている場合_サーバは拒否する, .パスワードが変わったところの場合_サーバは拒否する:
            throw .wrongCredentials
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: ReplacePassword.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバはアカウントと新しいセッションを返す(let opened): return .unstored(.ok, OpenedSessionBody(opened))
        case .セッションがない場合_サーバは拒否する: throw .sessionEnded
        case .規則に合わない場合_サーバは直すところを返す(let flaws): throw .flawed(flaws)
        case .今のパスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: throw .wrongPassword
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: ResetPassword.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバはパスワードが変わったことを返す: return Response(status: .noContent)
        case .規則に合わない場合_サーバは直すところを返す(let flaws): throw .flawed(flaws)
        case .名前かコードの形でない場合_サーバは拒否する, .名前かコードが違う場合_サーバは拒否する: throw .wrongRecovery
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: CloseOtherSessions.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバは終わったことを返す: return Response(status: .noContent)
        case .終わらせるセッションがない場合_サーバは拒否する: throw .noSuchSession
        case .セッションがない場合_サーバは拒否する: throw .sessionEnded
        case .パスワードが違う場合_サーバは拒否する: throw .wrongPassword
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): throw .tooManyGuesses(until: until, now: now)
        }
    }

    static func answer(to goal: EraseAccount.Goals, at now: Timestamp) throws(Refusal) -> Response {
        switch goal {
        case .サーバは消したことを返す: return Response(status: .noContent)
        case .セッションがない場合_サーバは拒否する: throw .sessionEnded
        case .パスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: throw .wrongPassword
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): throw .tooManyGuesses(until: until, now: now)
        }
    }
}

extension Response {
    /// Returns an answer to the owner of an account. It contains secrets, so caches must not store it.
    static func unstored(_ status: HTTPResponse.Status, _ body: some Encodable) -> Response {
        text(
            status, "application/json", JSONBody.text(of: body, withSecrets: true),
            headers: [.cacheControl: "no-store"])
    }
}

extension Refusal {
    private static let challenge: HTTPFields = [.wwwAuthenticate: "Bearer"]
    /// The event of a request without access to the requested data.
    private static let accessRefused = "access-refused"

    static let nameTaken = Refusal(
        .conflict, ErrorResponse.nameTaken, "The name is taken", "Another account has this name. Choose another one.")

    /// The answer to a wrong name and to a wrong password. Both get the same answer.
    static let wrongCredentials = Refusal(
        .unauthorized, ErrorResponse.wrongCredentials, "Not logged in", "The name or the password is wrong.",
        headers: challenge)

    static let wrongPassword = Refusal(
        .unauthorized, ErrorResponse.wrongPassword, "The password is wrong", "The current password is wrong.",
        headers: challenge)

    static let wrongRecovery = Refusal(
        .unauthorized, ErrorResponse.wrongRecovery, "Not recovered",
        "The name or the recovery code is wrong, or the code was used before or has expired.", headers: challenge)

    static let sessionEnded = Refusal(
        .unauthorized, ErrorResponse.sessionEnded, "Not logged in",
        "Send the token of a session that has not ended, as Authorization: Bearer and the token.", headers: challenge,
        event: accessRefused)

    static let noSuchSession = Refusal(
        .notFound, ErrorResponse.noSuchSession, "There is no such session", "This account has no session with this id.",
        event: accessRefused)

    static let malformedDeviceName = Refusal(
        .unprocessableContent, ErrorResponse.malformedDeviceName, "The name is not valid",
        "The name of a device has 1 to \(DeviceName.limit) visible characters.")

    static func tooManyGuesses(until: Timestamp, now: Timestamp) -> Refusal {
        let seconds = max(1, (until.milliseconds - now.milliseconds + 999) / 1000)
        return Refusal(
            .tooManyRequests, "TOO_MANY_REQUESTS", "Too many failures",
            "There were too many failures for this name from this network. Try again in \(seconds) s.",
            headers: [.retryAfter: "\(seconds)"])
    }

    /// Returns the answer with the code of the first flaw. `flaws` must not be empty.
    static func flawed(_ flaws: [AccountFlaw]) -> Refusal {
        Refusal(
            .unprocessableContent, flaws.first?.code ?? "", "The name or the password breaks a rule",
            flaws.map(\.text).joined(separator: " "))
    }
}

extension AccountFlaw {
    fileprivate var text: String {
        switch field {
        case .name: "The name: \(sentence.text(in: .en))"
        case .password: "The password: \(sentence.text(in: .en))"
        }
    }
}
#endif
