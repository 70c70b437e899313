/// The server's side of accounts, as the application on a device sees it.
///
/// Each operation throws `ネットワーク接続不可` or the server's ``ErrorResponse`` as a service error, and a system error of the API,
/// the registry or the hasher for any other failure.
package protocol AccountBackend: Sendable {
    /// Creates an account and begins its first session. The same request with the same key yields the same account,
    /// and a session of its own each time.
    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer
    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer
    /// `nil` if the session has ended.
    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn?
    /// Ends the session of the token, which may have ended before.
    func logOut(_ token: SessionToken) async throws(ErrorWrapper)
    /// All sessions of the account of the token; `nil` if the session has ended.
    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList?
    func end(_ sessions: EndedSessions, by token: SessionToken) async throws(ErrorWrapper) -> EndAnswer
    /// Ends all sessions of the account, and begins a new one for this device.
    func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer
}

package enum SignUpAnswer: Sendable, Hashable, Codable {
    case opened(OpenedSession)
    case flawed([AccountFlaw])
    case nameTaken
    /// `until` is when requests are accepted again, if the server says so.
    case tooOften(until: Timestamp?)
}

package enum LogInAnswer: Sendable, Hashable, Codable {
    case opened(OpenedSession)
    /// The name or the password is wrong; nobody is told which.
    case refused
    case tooOften(until: Timestamp?)
}

package enum EndAnswer: String, Sendable, Hashable, Codable {
    case ended
    /// The account has no such session.
    case unknown
    /// The session of the token has ended.
    case loggedOut = "logged-out"
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

/// Which sessions a user wants to end.
package enum EndedSessions: Sendable, Hashable {
    case one(UUIDv7)
    /// All but the one that asks.
    case others
}

extension EndedSessions: TextCodable {
    package static var rule: String { "what ends is the identifier of a session, or `others`" }

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

/// The sessions of an account, and which of them asks.
package struct SessionList: Sendable, Hashable, Codable {
    package let own: UUIDv7
    package let sessions: [Session]

    package init(own: UUIDv7, sessions: [Session]) {
        self.own = own
        self.sessions = sessions
    }
}

struct UnprovidedAccountBackend: AccountBackend {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "AccountBackend")))

    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer { throw Self.error }

    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        throw Self.error
    }

    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? { throw Self.error }

    func logOut(_ token: SessionToken) async throws(ErrorWrapper) { throw Self.error }

    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? { throw Self.error }

    func end(_ sessions: EndedSessions, by token: SessionToken) async throws(ErrorWrapper) -> EndAnswer {
        throw Self.error
    }

    func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer { throw Self.error }
}
