package import UsecasesEngine

/// An account as its owner sees it.
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

/// A session of an account on a device.
package struct Session: Sendable, Hashable, Codable {
    package let id: UUIDv7
    /// The device that is logged in.
    package let udid: UDID
    package let beganAt: Timestamp
    /// The time of the last recorded use. The real last use is at most ``SessionRules/usePrecision`` later.
    package let lastUsedAt: Timestamp
    /// The name of the device, or `nil` if it has none.
    package let device: DeviceName?

    package init(id: UUIDv7, udid: UDID, beganAt: Timestamp, lastUsedAt: Timestamp, device: DeviceName? = nil) {
        self.id = id
        self.udid = udid
        self.beganAt = beganAt
        self.lastUsedAt = lastUsedAt
        self.device = device
    }
}

extension Session: CustomStringConvertible {
    package var description: String {
        let name = device.map { " (\($0))" } ?? ""
        return "\(id) of \(udid)\(name) since \(beganAt), last used at \(lastUsedAt)"
    }
}

/// The account and the session of a device that is logged in.
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

/// Everything that the server keeps about an account for its owner. It contains no secret.
package struct AccountExport: Sendable, Hashable, Codable {
    package let account: Account
    package let createdAt: Timestamp
    /// The sessions that have not ended.
    package let sessions: [Session]
    /// Whether the second factor is on.
    package let hasSecondFactor: Bool

    package init(account: Account, sessions: [Session], hasSecondFactor: Bool = false) {
        self.account = account
        createdAt = account.id.time
        self.sessions = sessions
        self.hasSecondFactor = hasSecondFactor
    }
}

/// A session that has just begun, with its token. The token cannot be retrieved again.
package struct OpenedSession: Sendable, Hashable, Codable {
    package let account: Account
    package let session: UUIDv7
    package let token: SessionToken
    package let expiresAt: Timestamp
    /// The time when the account would have been erased, or `nil` if its owner had not asked for that.
    package let keptFrom: Timestamp?

    package init(
        account: Account, session: UUIDv7, token: SessionToken, expiresAt: Timestamp, keptFrom: Timestamp? = nil
    ) {
        self.keptFrom = keptFrom
        self.account = account
        self.session = session
        self.token = token
        self.expiresAt = expiresAt
    }
}

extension OpenedSession: CustomStringConvertible {
    package var description: String { "\(account), session \(session) until \(expiresAt)" }
}

/// The name of an account. It has 3 to 32 of the characters `a` to `z`, `0` to `9`, `_` and `-`. Capital letters are
/// converted to lower case. Names of new accounts do not begin with `-`.
package struct AccountName: Sendable, Hashable {
    package let rawValue: String

    init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Returns `nil` if the text has another length or other characters.
    package init?(_ text: String) {
        guard AccountRules.flaws(ofName: text).isEmpty else { return nil }
        rawValue = String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension AccountName: TextCodable {
    package static var rule: String { "a name has 3 to 32 of a to z, 0 to 9, _ and -" }
    package var description: String { rawValue }
}

/// A rule that the name or the password of an account violates.
package enum AccountFlaw: String, Sendable, Hashable, Codable, CaseIterable {
    /// The name does not have 3 to 32 characters.
    case nameLength = "name-length"
    /// The name has a character other than `a` to `z`, `0` to `9`, `_` and `-`, or a new name begins with `-`.
    case nameCharacters = "name-characters"
    /// The password has fewer than 15 characters.
    case passwordTooShort = "password-too-short"
    /// The password has more than 256 characters.
    case passwordTooLong = "password-too-long"
    /// The password contains a NUL. A hash ignores NULs at the end of a password.
    case passwordCharacters = "password-characters"
    /// The password is the account name, or has fewer than 8 characters in addition to it.
    case passwordIsName = "password-is-name"
    /// The password is a common one, consists of common ones, or is little more than the name of the product.
    case passwordIsCommon = "password-is-common"
}

extension AccountFlaw {
    /// The field that the user must correct.
    package enum Field: String, Sendable, Hashable, Codable {
        case name
        case password
    }

    package var field: Field {
        switch self {
        case .nameLength, .nameCharacters: .name
        case .passwordTooShort, .passwordTooLong, .passwordCharacters, .passwordIsName, .passwordIsCommon: .password
        }
    }
}

extension AccountFlaw {
    /// The error code in the answer of the service, such as `NAME_LENGTH`.
    package var code: String { String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 }) }

    /// Returns `nil` if this version does not know the code.
    package init?(code: String) {
        guard let flaw = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = flaw
    }
}
