#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import Usecases
import UsecasesService

/// Runs the use cases for accounts and their sessions, and turns the goals that were reached into answers.
struct AccountController: Sendable {
    let runner: UsecaseRunner
    let clock: any Clock
    /// How often a client may send a password; `nil` for no limit.
    let passwordLimiter: RateLimiter?
    /// The requests that send a password: each one holds a turn, so that the hasher always has a place for it.
    let passwordQueue: FairQueue

    func routes() -> [Route] {
        [
            Route(.post, "/accounts", use: signUp),
            Route(.post, "/sessions", use: logIn),
            Route(.get, "/sessions", use: list),
            Route(.delete, "/sessions", use: endOthers),
            Route(.delete, "/sessions/{id}", use: endOne),
            Route(.get, "/session", use: check),
            Route(.delete, "/session", use: logOut),
            Route(.put, "/account/password", use: changePassword),
        ]
    }

    private func signUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.passwordClient
        let wanted = try await accountRequest(request, from: client, key: try InstallationKey.given(in: request))
        let goal = try await withTurn(of: client) {
            try await runner.run(RegisterAccount.initial(request: wanted), context)
        }
        return try AccountAnswers.answer(to: goal, at: clock.now)
    }

    private func logIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let client = context.passwordClient
        let wanted = try await accountRequest(request, from: client, key: nil)
        let goal = try await withTurn(of: client) {
            try await runner.run(OpenSession.initial(request: wanted), context)
        }
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

    private func logOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await end(.own, request, context)
    }

    private func endOthers(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await end(.others, request, context)
    }

    private func endOne(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = request.uri.path.split(separator: "/").last.map { String($0) } ?? ""
        // Whoever is not logged in is told that first.
        let token = try SessionToken.given(in: request)
        guard let session = UUIDv7(name) else {
            // It is no session of anybody's, but the token may have ended.
            _ = try await check(request, context)
            throw Refusal.noSuchSession
        }
        return try await end(.one(session), token, context)
    }

    private func end(
        _ target: CloseSession.Target, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        try await end(target, try SessionToken.given(in: request), context)
    }

    private func end(
        _ target: CloseSession.Target, _ token: SessionToken, _ context: ServerContext
    ) async throws -> Response {
        switch try await runner.run(CloseSession.initial(token: token, target: target), context) {
        case .サーバは終わったことを返す: return Response(status: .noContent)
        case .終わらせるセッションがない場合_サーバは拒否する: throw Refusal.noSuchSession
        case .セッションがない場合_サーバは拒否する: throw Refusal.sessionEnded
        }
    }

    private func changePassword(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let body = try await JSONRequest(request)
        let change = PasswordChange(
            old: Password(typed: try body.text(PasswordChange.CodingKeys.old)),
            new: Password(typed: try body.text(PasswordChange.CodingKeys.new)))
        let client = context.passwordClient
        let wanted = PasswordRequest(change: change, token: token, network: "\(client)")
        let goal = try await withTurn(of: client) {
            try await runner.run(ReplacePassword.initial(request: wanted), context)
        }
        return try AccountAnswers.answer(to: goal, at: clock.now)
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
        return AccountRequest(credentials: credentials, device: device, key: key, network: "\(client)")
    }

    private func withTurn<Value>(of client: ClientAddress, _ work: () async throws -> Value) async throws -> Value {
        if let wait = passwordLimiter?.take(for: client) { throw Refusal.tooManyRequests(wait: wait) }
        return try await passwordQueue.withTurn(of: client, work)
    }
}

extension ServerContext {
    /// The client, for all that limits passwords: guesses, requests and places in the queue.
    fileprivate var passwordClient: ClientAddress { client.site }
}

extension SessionToken {
    /// The token of `Authorization: Bearer …`. Throws a ``Refusal`` if there is none, or none that was ever given out.
    fileprivate static func given(in request: Request) throws(Refusal) -> SessionToken {
        let values = request.headers[values: .authorization]
        let parts = values.first?.split(separator: " ", maxSplits: 1) ?? []
        guard values.count == 1, parts.count == 2, parts[0].utf8.equalsIgnoringCase("bearer"),
            let token = SessionToken(String(parts[1]))
        else { throw .sessionEnded }
        return token
    }
}
#endif
