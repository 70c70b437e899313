import Usecases

// What the service and its clients send each other: openapi.json describes the same, and a spec compares them.

/// Asks for a UDID.
package struct RegistrationBody: Sendable, Encodable {
    package enum CodingKeys: String, CodingKey {
        case kind = "appDeviceKbn"
    }

    private let kind: DeviceKind

    package init(kind: DeviceKind) {
        self.kind = kind
    }
}

/// Answers with a UDID.
package struct UDIDBody: Sendable, Hashable, Codable {
    package let udid: UDID

    package init(udid: UDID) {
        self.udid = udid
    }
}

/// Asks for an account or for a session.
package struct CredentialsBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case name, password, udid
    }

    private let name: String
    private let password: Password
    private let udid: UDID

    package init(_ credentials: Credentials, on device: UDID) {
        name = credentials.name
        password = credentials.password
        udid = device
    }
}

/// Answers with a session that has just begun: the only answer that has its token.
package struct OpenedSessionBody: Sendable, Codable {
    private struct Opened: Sendable, Codable {
        let id: UUIDv7
        let token: SessionToken
        let expiresAt: WrittenTime
    }

    private let account: Account
    private let session: Opened

    package init(_ opened: OpenedSession) {
        account = opened.account
        session = Opened(
            id: opened.session, token: opened.token, expiresAt: WrittenTime(timestamp: opened.expiresAt))
    }

    package var opened: OpenedSession {
        OpenedSession(
            account: account, session: session.id, token: session.token, expiresAt: session.expiresAt.timestamp)
    }
}

/// Answers with the account and the session of a token.
package struct LoggedInBody: Sendable, Codable {
    private let account: Account
    private let session: SessionBody

    package init(_ loggedIn: LoggedIn) {
        account = loggedIn.account
        session = SessionBody(loggedIn.session)
    }

    package var loggedIn: LoggedIn { LoggedIn(account: account, session: session.session) }
}

/// Answers with the sessions of an account.
package struct SessionListBody: Sendable, Codable {
    private let sessions: [SessionBody]

    package init(_ list: SessionList) {
        sessions = list.sessions.map { SessionBody($0, isOwn: $0.id == list.own) }
    }

    /// `nil` if the session of the token is not among them.
    package var list: SessionList? {
        sessions.first { $0.isOwn == true }.map { own in
            SessionList(own: own.id, sessions: sessions.map(\.session))
        }
    }
}

private struct SessionBody: Sendable, Codable {
    let id: UUIDv7
    let udid: UDID
    let beganAt: WrittenTime
    let lastUsedAt: WrittenTime
    /// For clients that do not know the rules of sessions.
    let expiresAt: WrittenTime
    /// Whether this is the session of the token; `nil` in an answer that has no other session.
    let isOwn: Bool?

    init(_ session: Session, isOwn: Bool? = nil) {
        id = session.id
        udid = session.udid
        beganAt = WrittenTime(timestamp: session.beganAt)
        lastUsedAt = WrittenTime(timestamp: session.lastUsedAt)
        expiresAt = WrittenTime(timestamp: session.expiresAt)
        self.isOwn = isOwn
    }

    var session: Session {
        Session(id: id, udid: udid, beganAt: beganAt.timestamp, lastUsedAt: lastUsedAt.timestamp)
    }
}

/// The codes of the service's refusals, besides those of each ``AccountFlaw``.
extension ErrorResponse {
    package static let nameTaken = "NAME_TAKEN"
    package static let wrongCredentials = "WRONG_CREDENTIALS"
    package static let wrongPassword = "WRONG_PASSWORD"
    package static let sessionEnded = "SESSION_ENDED"
    package static let noSuchSession = "NO_SUCH_SESSION"
}
