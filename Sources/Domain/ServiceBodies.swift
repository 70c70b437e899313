package import UsecasesEngine

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
        case old, new, code, deviceName
    }

    private let old: Password
    private let new: Password
    private let code: Secret?
    private let deviceName: DeviceName?

    package init(_ change: PasswordChange, on deviceName: DeviceName?) {
        old = change.old
        new = change.new
        code = change.code?.secret
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

/// A request that the server performs only with the password of the account, and with a code of its second factor.
package struct ConfirmationBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case password, code
    }

    private let password: Password
    private let code: Secret?

    package init(_ proof: Proof) {
        password = proof.password
        code = proof.code?.secret
    }
}

/// A request to continue a login.
package struct ContinuationBody: Sendable, Encodable {
    package enum CodingKeys: String, CodingKey {
        case ticket = "token"
        case code
    }

    private let ticket: LoginTicket
    private let code: Secret

    package init(_ ticket: LoginTicket, _ code: SecondCode) {
        self.ticket = ticket
        self.code = code.secret
    }
}

/// A request to turn the second factor on.
package struct CodeBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case code
    }

    private let code: Secret

    package init(_ code: SecondCode) {
        self.code = code.secret
    }
}

/// An answer to a login that needs a code of the second factor. It has the members of an ``ErrorResponse`` as well.
package struct CodeNeededBody: Sendable, Codable {
    private let code: String
    private let title: String
    private let message: String
    private let token: LoginTicket

    package init(_ response: ErrorResponse, _ ticket: LoginTicket) {
        code = response.code
        title = response.title
        message = response.message
        token = ticket
    }

    package var ticket: LoginTicket { token }
}

/// An answer with a key that is to be confirmed.
package struct SecondFactorOfferBody: Sendable, Codable {
    private let account: Account
    private let secret: TimeCodeKey
    private let confirmableUntil: WrittenTime

    package init(_ offer: SecondFactorOffer) {
        account = offer.account
        secret = offer.key
        confirmableUntil = WrittenTime(timestamp: offer.confirmableUntil)
    }

    package var offer: SecondFactorOffer {
        SecondFactorOffer(account: account, key: secret, confirmableUntil: confirmableUntil.timestamp)
    }
}

/// An answer with backup codes. Only this answer contains them.
package struct BackupCodesBody: Sendable, Codable {
    package let backupCodes: [RecoveryCode]

    package init(_ codes: [RecoveryCode]) {
        backupCodes = codes
    }
}

/// A request to delete an account.
package struct DeletionBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case password, code, export
    }

    private let password: Password
    private let code: Secret?
    /// `true` if the data of the account is asked for, otherwise `nil`, which servers of earlier versions know.
    private let export: Bool?

    package init(_ proof: Proof, withExport: Bool) {
        password = proof.password
        code = proof.code?.secret
        export = withExport ? true : nil
    }
}

/// An answer to a request to delete an account. Without members, it is deleted.
package struct DeletedBody: Sendable, Codable {
    private let deletionAt: WrittenTime?
    private let export: AccountExportBody?

    package init(at time: Timestamp?, _ export: AccountExport?) {
        deletionAt = time.map { WrittenTime(timestamp: $0) }
        self.export = export.map { AccountExportBody($0) }
    }

    package var answer: DeletionAnswer {
        deletionAt.map { .scheduled(at: $0.timestamp, export?.export) } ?? .deleted(export?.export)
    }
}

/// A request to choose a new password with a recovery code.
package struct RecoveryBody: Sendable, Encodable {
    package enum CodingKeys: CodingKey {
        case name, code, password, secondCode
    }

    private let name: String
    private let code: Secret
    private let password: Password
    private let secondCode: Secret?

    /// Creates a body. A missing code is sent as an empty text, and the server refuses it.
    package init(_ recovery: AccountRecovery) {
        name = recovery.credentials.name
        code = recovery.code?.secret ?? ""
        password = recovery.credentials.password
        secondCode = recovery.secondCode?.secret
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
    /// The time of a deletion that the beginning of the session has taken back.
    private let keptFrom: WrittenTime?

    package init(_ opened: OpenedSession) {
        keptFrom = opened.keptFrom.map { WrittenTime(timestamp: $0) }
        account = opened.account
        session = Opened(
            id: opened.session, token: opened.token, expiresAt: WrittenTime(timestamp: opened.expiresAt))
    }

    package var opened: OpenedSession {
        OpenedSession(
            account: account, session: session.id, token: session.token, expiresAt: session.expiresAt.timestamp,
            keptFrom: keptFrom?.timestamp)
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
    /// Whether the second factor is on. `nil` from a server that does not know it.
    private let hasSecondFactor: Bool?

    package init(_ export: AccountExport) {
        hasSecondFactor = export.hasSecondFactor
        account = export.account
        createdAt = WrittenTime(timestamp: export.createdAt)
        sessions = export.sessions.map { SessionBody($0) }
    }

    package var export: AccountExport {
        AccountExport(
            account: account, sessions: sessions.map(\.session), hasSecondFactor: hasSecondFactor ?? false)
    }
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
    package static let codeNeeded = "SECOND_FACTOR_NEEDED"
    package static let wrongCode = "WRONG_CODE"
    package static let loginEnded = "LOGIN_ENDED"
    package static let secondFactorIsOn = "SECOND_FACTOR_ON"
    package static let secondFactorIsOff = "SECOND_FACTOR_OFF"
    package static let secondFactorIsNotBegun = "SECOND_FACTOR_NOT_BEGUN"
    package static let secondFactorIsUnavailable = "SECOND_FACTOR_UNAVAILABLE"
    package static let sessionEnded = "SESSION_ENDED"
    package static let noSuchSession = "NO_SUCH_SESSION"
    package static let malformedDeviceName = "DEVICE_NAME"
}
