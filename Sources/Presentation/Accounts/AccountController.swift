#if Server
import CalearningApplication
import CalearningDomain
import Hummingbird
import UsecasesEngine
import UsecasesService

/// Runs the use cases for accounts and sessions, and converts their goals into answers.
struct AccountController: Sendable {
    let runner: UsecaseRunner
    let clock: any Clock
    /// The limit on requests with passwords of a client.
    let passwordLimiter: PasswordLimiter
    /// The queue of requests with passwords. Each request waits for its turn, so the hasher always has capacity for it.
    let passwordQueue: FairQueue
    let monitor: AccountMonitor
    /// The rule for deletions.
    let deletions: Port<any DeletionPolicy>

    func routes() -> [Route] {
        [
            Route(.post, "/accounts", use: signUp),
            Route(.post, "/sessions", use: logIn),
            Route(.post, "/sessions/continuation", use: continueLogin),
            Route(.get, "/sessions", use: withToken(ListSessions.initial)),
            Route(.delete, "/sessions", use: withPassword { CloseOtherSessions.initial(request: $0, ended: .others) }),
            Route(.delete, "/sessions/{id}", use: endOne),
            Route(.get, "/session", use: withToken(CheckSession.initial)),
            Route(.delete, "/session", use: withToken(CloseSession.initial)),
            Route(.put, "/session/name", use: nameDevice),
            Route(.put, "/account/password", use: changePassword),
            Route(.post, "/account/recovery", use: recover),
            Route(.get, "/account/export", use: withToken(CollectAccount.initial)),
            Route(.delete, "/account", use: delete),
            Route(
                .post, "/account/second-factor",
                use: withPassword { ChangeSecondFactor.initial(request: $0, wish: .setUp) }),
            Route(.put, "/account/second-factor", use: confirmSecondFactor),
            Route(
                .delete, "/account/second-factor",
                use: withPassword { ChangeSecondFactor.initial(request: $0, wish: .off) }),
            Route(
                .post, "/account/second-factor/backup-codes",
                use: withPassword { ChangeSecondFactor.initial(request: $0, wish: .backupCodes) }),
        ]
    }

    private func signUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await accountRequest(request, context, key: try InstallationKey.given(in: request))
        return try await answer(RegisterAccount.initial(request: wanted), inTurn: true, context)
    }

    private func logIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await accountRequest(request, context, key: nil)
        return try await answer(OpenSession.initial(request: wanted), inTurn: true, context)
    }

    private func continueLogin(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONRequest(request)
        let code = SecondCode(typed: try body.text(ContinuationBody.CodingKeys.code))
        guard let ticket = LoginTicket(try body.text(ContinuationBody.CodingKeys.ticket)) else {
            throw Refusal.loginEnded
        }
        let wanted = ContinuationRequest(ticket: ticket, code: code, network: "\(context.passwordClient)")
        return try await answer(ContinueSession.initial(request: wanted), inTurn: true, context)
    }

    private func confirmSecondFactor(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let code = SecondCode(typed: try await JSONRequest(request).text(CodeBody.CodingKeys.code))
        return try await answer(ConfirmSecondFactor.initial(code: code, token: token), inTurn: true, context)
    }

    private func nameDevice(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let text = try await JSONRequest(request).text(DeviceNameBody.CodingKeys.deviceName)
        guard let name = DeviceName(text) else { throw Refusal.malformedDeviceName }
        return try await answer(SetDeviceName.initial(name: name, token: token), context)
    }

    private func endOne(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = request.uri.path.split(separator: "/").last.map { String($0) } ?? ""
        guard let session = UUIDv7(name) else {
            // The session does not exist, but a missing login is reported first.
            _ = try await withToken(CheckSession.initial)(request, context)
            throw Refusal.noSuchSession
        }
        return try await withPassword { CloseOtherSessions.initial(request: $0, ended: .one(session)) }(
            request, context)
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let body = try await JSONRequest(request)
        let withExport: Bool
        switch body[DeletionBody.CodingKeys.export].map({ String(decoding: $0, as: UTF8.self) }) {
        case nil, "false", "null": withExport = false
        case "true": withExport = true
        case _?: throw Refusal.malformed("\"export\" is true or false.")
        }
        let confirmed = try ConfirmedRequest(body, token, context)
        let terms = DeletionTerms(withExport: withExport, grace: deletions.adapter?.grace ?? .zero)
        return try await answer(EraseAccount.initial(request: confirmed, terms: terms), inTurn: true, context)
    }

    private func changePassword(_ request: Request, _ context: ServerContext) async throws -> Response {
        let token = try SessionToken.given(in: request)
        let body = try await JSONRequest(request)
        let change = PasswordChange(
            old: try body.password(PasswordBody.CodingKeys.old), new: try body.password(PasswordBody.CodingKeys.new),
            code: try body.secondCode(PasswordBody.CodingKeys.code))
        let wanted = PasswordRequest(
            change: change, token: token, deviceName: try body.deviceName(PasswordBody.CodingKeys.deviceName),
            network: "\(context.passwordClient)")
        return try await answer(ReplacePassword.initial(request: wanted), inTurn: true, context)
    }

    private func recover(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONRequest(request)
        let credentials = Credentials(
            name: try body.text(RecoveryBody.CodingKeys.name),
            password: try body.password(RecoveryBody.CodingKeys.password))
        let code = RecoveryCode(typed: try body.text(RecoveryBody.CodingKeys.code))
        let wanted = RecoveryRequest(
            recovery: AccountRecovery(
                credentials: credentials, code: code,
                secondCode: try body.secondCode(RecoveryBody.CodingKeys.secondCode)),
            network: "\(context.passwordClient)")
        return try await answer(ResetPassword.initial(request: wanted), inTurn: true, context)
    }

    /// Returns a handler that runs the use case for the token of a request.
    private func withToken<U: Usecase>(
        _ initial: @escaping @Sendable (SessionToken) -> Step<U>
    ) -> Route.Handler where U.Goals: AccountGoal {
        { request, context in try await answer(initial(try .given(in: request)), context) }
    }

    /// Returns a handler that runs the use case for the token of a request, and for the password in its body.
    private func withPassword<U: Usecase>(
        _ initial: @escaping @Sendable (ConfirmedRequest) -> Step<U>
    ) -> Route.Handler where U.Goals: AccountGoal {
        { request, context in
            let token = try SessionToken.given(in: request)
            let confirmed = try ConfirmedRequest(try await JSONRequest(request), token, context)
            return try await answer(initial(confirmed), inTurn: true, context)
        }
    }

    /// Runs the use case, records its outcome and answers. With `inTurn`, for use cases with a password, the request counts
    /// towards the client's limit and waits for the client's turn.
    private func answer<U: Usecase>(
        _ scene: Step<U>, inTurn: Bool = false, _ context: ServerContext
    ) async throws -> Response where U.Goals: AccountGoal {
        let goal: U.Goals
        do {
            goal = inTurn ? try await runInTurn(scene, context) : try await runner.run(scene, context)
        } catch {
            if U.self == OpenSession.self, (error as? Refusal)?.status == .serviceUnavailable {
                monitor.logins.count(.unavailable)
            }
            throw error
        }
        let outcome = goal.outcome(from: scene.scene.tapped)
        monitor.record(outcome, context)
        return try outcome.response(at: clock.now)
    }

    private func runInTurn<U: Usecase>(_ scene: Step<U>, _ context: ServerContext) async throws -> U.Goals {
        try await passwordLimiter.admit(context)
        return try await passwordQueue.withTurn(of: context.passwordClient) { try await runner.run(scene, context) }
    }

    private func accountRequest(
        _ request: Request, _ context: ServerContext, key: InstallationKey?
    ) async throws -> AccountRequest {
        let body = try await JSONRequest(request)
        let credentials = Credentials(
            name: try body.text(CredentialsBody.CodingKeys.name),
            password: try body.password(CredentialsBody.CodingKeys.password))
        guard let device = UDID(try body.text(CredentialsBody.CodingKeys.udid)) else {
            throw Refusal.malformed("A \"udid\" has 1 to 128 visible ASCII characters.")
        }
        return AccountRequest(
            credentials: credentials, device: device,
            deviceName: try body.deviceName(CredentialsBody.CodingKeys.deviceName), key: key,
            network: "\(context.passwordClient)")
    }
}

extension ServerContext {
    /// The client for the limits of guesses and of places in the queue.
    fileprivate var passwordClient: ClientAddress { client.site }
}

extension ConfirmedRequest {
    /// Reads the password in the body, and a code if there is one. Throws a ``Refusal`` if the password is missing.
    fileprivate init(_ body: JSONRequest, _ token: SessionToken, _ context: ServerContext) throws(Refusal) {
        let proof = Proof(
            password: try body.password(ConfirmationBody.CodingKeys.password),
            code: try body.secondCode(ConfirmationBody.CodingKeys.code))
        self.init(proof: proof, token: token, network: "\(context.passwordClient)")
    }
}

extension JSONRequest {
    fileprivate func password(_ member: some CodingKey) throws(Refusal) -> Password {
        Password(typed: try text(member))
    }

    /// Returns the code in the member, or `nil` without one. Throws a ``Refusal`` if it is not a text.
    fileprivate func secondCode(_ member: some CodingKey) throws(Refusal) -> SecondCode? {
        self[member] == nil ? nil : SecondCode(typed: try text(member))
    }

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

    static let codeNeeded = Refusal(
        .unauthorized, ErrorResponse.codeNeeded, "A code is needed",
        "The account has a second factor. Send a code of it as well.", headers: challenge)

    static let wrongCode = Refusal(
        .unauthorized, ErrorResponse.wrongCode, "The code is wrong",
        """
        The code of the second factor is wrong, or was used before. After \(SecondFactorRules.failures) wrong codes, only a backup \
        code counts.
        """, headers: challenge)

    static let loginEnded = Refusal(
        .unauthorized, ErrorResponse.loginEnded, "Not logged in",
        "The login has ended. Send the name and the password again.", headers: challenge)

    static let secondFactorIsOn = Refusal(
        .conflict, ErrorResponse.secondFactorIsOn, "The second factor is on", "Turn it off first.")

    static let secondFactorIsOff = Refusal(
        .conflict, ErrorResponse.secondFactorIsOff, "The second factor is off", "Set it up first.")

    static let secondFactorIsNotBegun = Refusal(
        .conflict, ErrorResponse.secondFactorIsNotBegun, "There is no key to be confirmed",
        "Set the second factor up again. A key can be confirmed for ten minutes.")

    static let secondFactorIsUnavailable = Refusal(
        .notImplemented, ErrorResponse.secondFactorIsUnavailable, "There are no second factors",
        "The operator of this service has given it no key for them.")

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
