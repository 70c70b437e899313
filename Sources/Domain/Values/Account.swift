package import Usecases

/// An account, as its owner sees it.
package struct Account: Sendable, Hashable, Codable {
    package let id: UUIDv7
    package let name: AccountName

    package init(id: UUIDv7, name: AccountName) {
        self.id = id
        self.name = name
    }
}

extension Account: CustomStringConvertible {
    package var description: String { "\(name) (\(id))" }
}

/// A session: a device belongs to an account from its beginning until it ends.
package struct Session: Sendable, Hashable, Codable {
    package let id: UUIDv7
    /// The device.
    package let udid: UDID
    package let beganAt: Timestamp
    /// Not later than the last use, and at most ``SessionRules/usePrecision`` earlier.
    package let lastUsedAt: Timestamp

    package init(id: UUIDv7, udid: UDID, beganAt: Timestamp, lastUsedAt: Timestamp) {
        self.id = id
        self.udid = udid
        self.beganAt = beganAt
        self.lastUsedAt = lastUsedAt
    }
}

extension Session: CustomStringConvertible {
    package var description: String { "\(id) of \(udid) since \(beganAt), last used at \(lastUsedAt)" }
}

/// A device that is logged in: its account and its session.
package struct LoggedIn: Sendable, Hashable, Codable {
    package let account: Account
    package let session: Session

    package init(account: Account, session: Session) {
        self.account = account
        self.session = session
    }
}

extension LoggedIn: CustomStringConvertible {
    package var description: String { "\(account), session \(session)" }
}

/// A session that has just begun, with the token that proves it, which nobody can be told again.
package struct OpenedSession: Sendable, Hashable, Codable {
    package let account: Account
    package let session: UUIDv7
    package let token: SessionToken
    package let expiresAt: Timestamp

    package init(account: Account, session: UUIDv7, token: SessionToken, expiresAt: Timestamp) {
        self.account = account
        self.session = session
        self.token = token
        self.expiresAt = expiresAt
    }
}

extension OpenedSession: CustomStringConvertible {
    package var description: String { "\(account), session \(session) until \(expiresAt)" }
}
