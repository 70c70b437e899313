package import UsecasesEngine

/// The server's accounts, as the application on a device sees them.
///
/// Each operation throws `networkUnreachable` or the server's ``ErrorResponse`` as a service error. It throws a system
/// error of the API, the registry or the hasher for any other failure.
package protocol AccountBackend: Sendable {
    /// Creates an account and begins its first session. A repeated request with the same key returns the same account
    /// with a new session.
    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer
    /// Begins a session. Takes a deletion of the account back.
    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer
    /// Continues a login with a code of the second factor. A repeated request returns `wrongCode`, because a code counts
    /// once.
    func continueLogin(_ ticket: LoginTicket, with code: SecondCode) async throws(ErrorWrapper) -> LogInAnswer
    /// Returns the account and the session of the token, or `nil` if the session has ended.
    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn?
    /// Ends the session of the token. Does nothing if the session has already ended.
    func logOut(_ token: SessionToken) async throws(ErrorWrapper)
    /// Returns all sessions of the token's account, or `nil` if the token's session has ended.
    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList?
    /// Names the device of the token's session. Returns `false` if the session has ended.
    func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool
    /// Ends other sessions of the token's account.
    func end(
        _ sessions: EndedSessions, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer
    /// Returns the data of the token's account, or `nil` if the token's session has ended.
    func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport?
    /// Ends all sessions of the account and begins a new session on this device.
    func changePassword(_ change: PasswordChange, by token: SessionToken) async throws(ErrorWrapper) -> PasswordAnswer
    /// Changes the password of an account with a code that an operator has issued. Ends all its sessions. The code can be
    /// used once, so a repeated request returns `refused`.
    func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer
    /// Deletes the token's account with everything that belongs to it, at once or after the server's time of grace. With
    /// `withExport`, returns its data. A repeated request returns `loggedOut`.
    func deleteAccount(
        with proof: Proof, withExport: Bool, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer
    /// Begins to set up the second factor, turns it off, or replaces its backup codes.
    func changeSecondFactor(
        _ wish: SecondFactorWish, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer
    /// Turns the second factor on, with a code under the key that was begun.
    func confirmSecondFactor(
        _ code: SecondCode, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer
}

package enum SignUpAnswer: Sendable, Hashable, Codable {
    case opened(OpenedSession)
    case flawed([AccountFlaw])
    case nameTaken
    /// The server accepts requests again at `until`. It is `nil` if the server does not report the time.
    case tooOften(until: Timestamp?)
}

package enum LogInAnswer: Sendable, Hashable, Codable {
    case opened(OpenedSession)
    /// The name or the password is wrong. The answer does not say which. When a login is continued, it has ended.
    case refused
    case tooOften(until: Timestamp?)
    /// The name and the password are right. The ticket continues the login with a code.
    case codeNeeded(LoginTicket)
    /// The login can be continued with another code.
    case wrongCode
}

package enum EndAnswer: Sendable, Hashable, Codable {
    case ended
    /// The account has no such session.
    case unknown
    /// The password is wrong.
    case refused
    case unproved(CodeFault)
    case tooOften(until: Timestamp?)
    /// The session of the token has ended.
    case loggedOut
}

package enum PasswordAnswer: Sendable, Hashable, Codable {
    case changed(OpenedSession)
    case flawed([AccountFlaw])
    /// The old password is wrong.
    case refused
    case unproved(CodeFault)
    case tooOften(until: Timestamp?)
    /// The session of the token has ended.
    case loggedOut
}

package enum RecoveryAnswer: Sendable, Hashable, Codable {
    case recovered
    case flawed([AccountFlaw])
    /// The name or the code is wrong, the code was used or has expired, or the account is locked. The answer does not
    /// say which.
    case refused
    case unproved(CodeFault)
    case tooOften(until: Timestamp?)
}

package enum DeletionAnswer: Sendable, Hashable, Codable {
    /// The data of the account is `nil` if it was not asked for.
    case deleted(AccountExport?)
    /// The account is erased at this time, unless its owner logs in before.
    case scheduled(at: Timestamp, AccountExport?)
    /// The password is wrong.
    case refused
    case unproved(CodeFault)
    case tooOften(until: Timestamp?)
    /// The session of the token has ended.
    case loggedOut
}

/// The sessions to end.
package enum EndedSessions: Sendable, Hashable {
    case one(UUIDv7)
    /// All sessions except the session of the request.
    case others
}

extension EndedSessions: TextCodable {
    package static var rule: String { "the sessions to end are `others`, or the identifier of one" }

    package init?(_ text: String) {
        guard text != "others" else {
            self = .others
            return
        }
        guard let session = UUIDv7(text) else { return nil }
        self = .one(session)
    }

    package var description: String {
        switch self {
        case .one(let session): "\(session)"
        case .others: "others"
        }
    }
}

/// The sessions of an account, and the session of the request.
package struct SessionList: Sendable, Hashable, Codable {
    package let own: UUIDv7
    package let sessions: [Session]

    package init(own: UUIDv7, sessions: [Session]) {
        self.own = own
        self.sessions = sessions
    }

    /// Returns the list without the ended sessions.
    package func without(_ ended: EndedSessions) -> SessionList {
        SessionList(
            own: own,
            sessions: sessions.filter { session in
                switch ended {
                case .one(let id): session.id != id
                case .others: session.id == own
                }
            })
    }

    /// Returns the list with the name of the device of the request.
    package func naming(_ device: DeviceName) -> SessionList {
        SessionList(own: own, sessions: sessions.map { $0.id == own ? $0.named(device) : $0 })
    }
}

extension Port: AccountBackend where Adapter == any AccountBackend {
    package static var signUp: OperationName { "signUp(_:on:under:)" }
    package static var logIn: OperationName { "logIn(_:on:)" }
    package static var continueLogin: OperationName { "continueLogin(_:with:)" }
    package static var changeSecondFactor: OperationName { "changeSecondFactor(_:with:by:)" }
    package static var confirmSecondFactor: OperationName { "confirmSecondFactor(_:by:)" }
    package static var session: OperationName { "session(of:)" }
    package static var logOut: OperationName { "logOut(_:)" }
    package static var sessions: OperationName { "sessions(of:)" }
    package static var nameDevice: OperationName { "nameDevice(_:by:)" }
    package static var end: OperationName { "end(_:with:by:)" }
    package static var export: OperationName { "export(of:)" }
    package static var changePassword: OperationName { "changePassword(_:by:)" }
    package static var recover: OperationName { "recover(_:)" }
    package static var deleteAccount: OperationName { "deleteAccount(with:withExport:by:)" }

    package func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        try await call(
            Self.signUp, ["\(credentials)", "\(device)", "\(key)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened(.example)),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("name-taken", .nameTaken),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.signUp(credentials, on: device, under: key) }
    }

    package func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        try await call(
            Self.logIn, ["\(credentials)", "\(device)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened(.example)),
                PossibleOutcome("kept", .opened(.keepingExample)),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("code-needed", .codeNeeded(.example)),
            ] + PossibleOutcome.proofErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.logIn(credentials, on: device) }
    }

    package func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        try await call(
            Self.session, ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.session(of: token) }
    }

    package func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        try await call(
            Self.logOut, ["\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("ended", Done())] + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.logOut(token) }
    }

    package func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        try await call(
            Self.sessions, ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.sessions(of: token) }
    }

    package func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool {
        try await call(
            Self.nameDevice, ["\(name)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("named", true), PossibleOutcome("ended", false)] + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.nameDevice(name, by: token) }
    }

    package func end(
        _ sessions: EndedSessions, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer {
        try await call(
            Self.end, ["\(sessions)", "\(proof)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("ended", .ended),
                PossibleOutcome("unknown", .unknown),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + CodeFault.outcomes { .unproved($0) } + PossibleOutcome.proofErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.end(sessions, with: proof, by: token) }
    }

    package func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport? {
        try await call(
            Self.export, ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.export(of: token) }
    }

    package func changePassword(
        _ change: PasswordChange, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        try await call(
            Self.changePassword, ["\(change)", "\(token)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("changed", .changed(.example)),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + CodeFault.outcomes { .unproved($0) } + PossibleOutcome.proofErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.changePassword(change, by: token) }
    }

    package func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer {
        try await call(
            Self.recover, ["\(recovery)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("recovered", .recovered),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + CodeFault.outcomes { .unproved($0) } + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.recover(recovery) }
    }

    package func deleteAccount(
        with proof: Proof, withExport: Bool, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer {
        try await call(
            Self.deleteAccount, ["\(proof)", "\(withExport)", "\(token)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("deleted", .deleted(withExport ? .example : nil)),
                PossibleOutcome("scheduled", .scheduled(at: Deletion.example.at, withExport ? .example : nil)),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + CodeFault.outcomes { .unproved($0) } + PossibleOutcome.proofErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.deleteAccount(with: proof, withExport: withExport, by: token)
        }
    }

    package func continueLogin(
        _ ticket: LoginTicket, with code: SecondCode
    ) async throws(ErrorWrapper) -> LogInAnswer {
        try await call(
            Self.continueLogin, ["\(ticket)", "\(code)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened(.example)),
                PossibleOutcome("kept", .opened(.keepingExample)),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("wrong-code", .wrongCode),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.codeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.continueLogin(ticket, with: code) }
    }

    package func changeSecondFactor(
        _ wish: SecondFactorWish, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        let done: SecondFactorAnswer =
            switch wish {
            case .setUp: .begun(.example)
            case .off: .off
            case .backupCodes: .on([.example])
            }
        let hindrances: [SecondFactorHindrance] = wish == .setUp ? [.isOn, .isUnavailable] : [.isOff]
        return try await call(
            Self.changeSecondFactor, ["\(wish)", "\(proof)", "\(token)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("done", done)]
                + hindrances.map { PossibleOutcome($0.rawValue, .hindered($0)) } + [
                    PossibleOutcome("refused", .refused),
                    PossibleOutcome("too-often", .tooOften(until: .example)),
                    PossibleOutcome("logged-out", .loggedOut),
                ] + CodeFault.outcomes { .unproved($0) } + PossibleOutcome.proofErrors
        ) { (adapter) async throws(ErrorWrapper) in
            try await adapter.changeSecondFactor(wish, with: proof, by: token)
        }
    }

    package func confirmSecondFactor(
        _ code: SecondCode, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        try await call(
            Self.confirmSecondFactor, ["\(code)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("on", .on([.example])),
                PossibleOutcome("wrong-code", .unproved(.wrong)),
                PossibleOutcome("not-begun", .hindered(.isNotBegun)),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + PossibleOutcome.codeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.confirmSecondFactor(code, by: token) }
    }
}

extension CodeFault {
    /// Returns the outcomes of an operation that needs a code of the second factor.
    fileprivate static func outcomes<Value>(_ value: (CodeFault) -> Value) -> [PossibleOutcome<Value>] {
        allCases.map { PossibleOutcome("code-\($0.rawValue)", value($0)) }
    }
}

extension Dependencies {
    package var accountBackend: Port<any AccountBackend> {
        get { self[(any AccountBackend).self] }
        set { self[(any AccountBackend).self] = newValue }
    }
}

extension PossibleOutcome {
    // A backend in this process throws the errors of its registry and its hasher.

    fileprivate static var tokenErrors: [PossibleOutcome] { apiErrors + writeErrors + withoutLibrary }
    fileprivate static var passwordErrors: [PossibleOutcome] { apiErrors + writeErrors + crowd }
    fileprivate static var codeErrors: [PossibleOutcome] { apiErrors + writeErrors + vaultErrors }
    fileprivate static var proofErrors: [PossibleOutcome] {
        passwordErrors + [PossibleOutcome(.system(error: .鍵がありません))]
    }
}
