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

/// The name of an account: 3 to 32 of `a` to `z`, `0` to `9`, `_` and `-`. Capital letters are read as small ones.
package struct AccountName: Sendable, Hashable {
    package let rawValue: String

    init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// `nil` for a text with another length or with other characters.
    package init?(_ text: String) {
        guard AccountRules.flaws(ofName: text).isEmpty else { return nil }
        rawValue = String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension AccountName: CustomStringConvertible {
    package var description: String { rawValue }
}

extension AccountName: TextCodable {
    package static var rule: String { "a name has 3 to 32 of a to z, 0 to 9, _ and -" }
}

/// What has to be mended before an account can have a name or a password.
package enum AccountFlaw: String, Sendable, Hashable, Codable, CaseIterable {
    /// It does not have 3 to 32 characters.
    case nameLength = "name-length"
    /// It has a character other than `a` to `z`, `0` to `9`, `_` and `-`.
    case nameCharacters = "name-characters"
    /// It has fewer than 15 characters.
    case passwordTooShort = "password-too-short"
    /// It has more than 256 characters.
    case passwordTooLong = "password-too-long"
    /// It has a NUL, which a hash cannot tell from nothing at its end.
    case passwordCharacters = "password-characters"
    /// It is the name of the account, or has fewer than 8 characters besides.
    case passwordIsName = "password-is-name"
    /// It is one of the passwords that are tried first, consists of them, or is little more than the name of the product.
    case passwordIsCommon = "password-is-common"
}

extension AccountFlaw {
    /// The field that has to be mended.
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
    /// The code that the service answers with, such as `NAME_LENGTH`.
    package var code: String { String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 }) }

    /// `nil` if the code names no flaw that this version knows.
    package init?(code: String) {
        guard let flaw = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = flaw
    }
}
