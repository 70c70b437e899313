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
    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer
    /// Returns the account and the session of the token, or `nil` if the session has ended.
    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn?
    /// Ends the session of the token. Does nothing if the session has already ended.
    func logOut(_ token: SessionToken) async throws(ErrorWrapper)
    /// Returns all sessions of the token's account, or `nil` if the token's session has ended.
    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList?
    /// Names the device of the token's session. Returns `false` if the session has ended.
    func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool
    /// Ends other sessions of the token's account. `password` is the account's current password.
    func end(
        _ sessions: EndedSessions, with password: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer
    /// Returns the data of the token's account, or `nil` if the token's session has ended.
    func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport?
    /// Ends all sessions of the account and begins a new session on this device.
    func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer
    /// Changes the password of an account with a code that an operator has issued. Ends all its sessions. The code can be
    /// used once, so a repeated request returns `refused`.
    func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer
    /// Deletes the token's account with everything that belongs to it. A repeated request returns `loggedOut`.
    func deleteAccount(with password: Password, by token: SessionToken) async throws(ErrorWrapper) -> DeletionAnswer
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
    /// The name or the password is wrong. The answer does not say which.
    case refused
    case tooOften(until: Timestamp?)
}

package enum EndAnswer: Sendable, Hashable, Codable {
    case ended
    /// The account has no such session.
    case unknown
    /// The password is wrong.
    case refused
    case tooOften(until: Timestamp?)
    /// The session of the token has ended.
    case loggedOut
}

package enum PasswordAnswer: Sendable, Hashable, Codable {
    case changed(OpenedSession)
    case flawed([AccountFlaw])
    /// The old password is wrong.
    case refused
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
    case tooOften(until: Timestamp?)
}

package enum DeletionAnswer: Sendable, Hashable, Codable {
    case deleted
    /// The password is wrong.
    case refused
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
    package static var session: OperationName { "session(of:)" }
    package static var logOut: OperationName { "logOut(_:)" }
    package static var sessions: OperationName { "sessions(of:)" }
    package static var nameDevice: OperationName { "nameDevice(_:by:)" }
    package static var end: OperationName { "end(_:with:by:)" }
    package static var export: OperationName { "export(of:)" }
    package static var changePassword: OperationName { "changePassword(from:to:by:)" }
    package static var recover: OperationName { "recover(_:)" }
    package static var deleteAccount: OperationName { "deleteAccount(with:by:)" }

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
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.passwordErrors
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
        _ sessions: EndedSessions, with password: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer {
        try await call(
            Self.end, ["\(sessions)", "\(password)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("ended", .ended),
                PossibleOutcome("unknown", .unknown),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.end(sessions, with: password, by: token) }
    }

    package func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport? {
        try await call(
            Self.export, ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.tokenErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.export(of: token) }
    }

    package func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        try await call(
            Self.changePassword, ["\(old)", "\(new)", "\(token)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("changed", .changed(.example)),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.changePassword(from: old, to: new, by: token) }
    }

    package func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer {
        try await call(
            Self.recover, ["\(recovery)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("recovered", .recovered),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.recover(recovery) }
    }

    package func deleteAccount(
        with password: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer {
        try await call(
            Self.deleteAccount, ["\(password)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("deleted", .deleted),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + PossibleOutcome.passwordErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.deleteAccount(with: password, by: token) }
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
}
