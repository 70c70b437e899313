import UsecasesEngine

// The bodies of the service's requests and answers. They must match openapi.json. A spec compares them.

/// A request for a UDID.
package struct RegistrationBody: Sendable, Encodable {
    package enum CodingKeys: String, CodingKey {
        case kind = "appDeviceKbn"
    }

    private let kind: DeviceKind

    package init(kind: DeviceKind) {
        self.kind = kind
    }
}

/// An answer with a UDID.
package struct UDIDBody: Sendable, Hashable, Codable {
    package let udid: UDID

    package init(udid: UDID) {
        self.udid = udid
    }
}

/// A request for an account or for a session.
package struct CredentialsBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case name, password, udid, deviceName
    }

    private let name: String
    private let password: Password
    private let udid: UDID
    private let deviceName: DeviceName?

    package init(_ credentials: Credentials, on device: UDID, named deviceName: DeviceName?) {
        name = credentials.name
        password = credentials.password
        udid = device
        self.deviceName = deviceName
    }
}

/// A request to change a password.
package struct PasswordBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case old, new, deviceName
    }

    private let old: Password
    private let new: Password
    private let deviceName: DeviceName?

    package init(_ change: PasswordChange, on deviceName: DeviceName?) {
        old = change.old
        new = change.new
        self.deviceName = deviceName
    }
}

/// A request to name the device of a session.
package struct DeviceNameBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case deviceName
    }

    private let deviceName: DeviceName

    package init(_ deviceName: DeviceName) {
        self.deviceName = deviceName
    }
}

/// A request that the server performs only with the password of the account.
package struct ConfirmationBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case password
    }

    private let password: Password

    package init(password: Password) {
        self.password = password
    }
}

/// A request to choose a new password with a recovery code.
package struct RecoveryBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case name, code, password
    }

    private let name: String
    private let code: Secret
    private let password: Password

    /// Creates a body. A missing code is sent as an empty text, and the server refuses it.
    package init(_ recovery: AccountRecovery) {
        name = recovery.credentials.name
        code = recovery.code?.secret ?? ""
        password = recovery.credentials.password
    }
}

/// An answer with a session that has just begun. Only this answer contains the token.
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

/// An answer with the account and the session of a token.
package struct LoggedInBody: Sendable, Codable {
    private let account: Account
    private let session: SessionBody

    package init(_ loggedIn: LoggedIn) {
        account = loggedIn.account
        session = SessionBody(loggedIn.session)
    }

    package var loggedIn: LoggedIn { LoggedIn(account: account, session: session.session) }
}

/// An answer with the sessions of an account.
package struct SessionListBody: Sendable, Codable {
    private let sessions: [SessionBody]

    package init(_ list: SessionList) {
        sessions = list.sessions.map { SessionBody($0, isOwn: $0.id == list.own) }
    }

    /// The list, or `nil` if it does not contain the session of the token.
    package var list: SessionList? {
        sessions.first { $0.isOwn == true }.map { own in
            SessionList(own: own.id, sessions: sessions.map(\.session))
        }
    }
}

/// An answer with everything that the server keeps about an account for its owner.
package struct AccountExportBody: Sendable, Codable {
    private let account: Account
    private let createdAt: WrittenTime
    private let sessions: [SessionBody]

    package init(_ export: AccountExport) {
        account = export.account
        createdAt = WrittenTime(timestamp: export.createdAt)
        sessions = export.sessions.map { SessionBody($0) }
    }

    package var export: AccountExport { AccountExport(account: account, sessions: sessions.map(\.session)) }
}

private struct SessionBody: Sendable, Codable {
    let id: UUIDv7
    let udid: UDID
    let deviceName: DeviceName?
    let beganAt: WrittenTime
    let lastUsedAt: WrittenTime
    /// The expiry, for clients that do not know the rules of sessions.
    let expiresAt: WrittenTime
    /// Whether this is the session of the token. `nil` if the body does not include it.
    let isOwn: Bool?

    init(_ session: Session, isOwn: Bool? = nil) {
        id = session.id
        udid = session.udid
        deviceName = session.device
        beganAt = WrittenTime(timestamp: session.beganAt)
        lastUsedAt = WrittenTime(timestamp: session.lastUsedAt)
        expiresAt = WrittenTime(timestamp: session.expiresAt)
        self.isOwn = isOwn
    }

    var session: Session {
        Session(
            id: id, udid: udid, beganAt: beganAt.timestamp, lastUsedAt: lastUsedAt.timestamp, device: deviceName)
    }
}

/// The codes of the service's errors, in addition to the codes of each ``AccountFlaw``.
extension ErrorResponse {
    package static let nameTaken = "NAME_TAKEN"
    package static let wrongCredentials = "WRONG_CREDENTIALS"
    package static let wrongPassword = "WRONG_PASSWORD"
    package static let wrongRecovery = "WRONG_RECOVERY"
    package static let sessionEnded = "SESSION_ENDED"
    package static let noSuchSession = "NO_SUCH_SESSION"
    package static let malformedDeviceName = "DEVICE_NAME"
}
