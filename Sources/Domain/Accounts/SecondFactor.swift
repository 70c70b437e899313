package import UsecasesEngine

/// The rules of the second factor of an account.
package enum SecondFactorRules {
    /// The number of backup codes. Each counts once.
    package static let backupCodes = 10
    /// The number of wrong time-based codes in a row after which only a backup code counts (NIST SP 800-63B-4, section 3.2.2).
    package static let failures = 100
    /// The time for which a login can be continued with a code, five minutes.
    package static let loginTime = Duration.seconds(300)
    /// The time for which a new key can be confirmed, ten minutes.
    package static let setUpTime = Duration.seconds(600)

    /// The counted attempts to guess a time-based code of the account. All networks share them, because a code has only
    /// six digits. A backup code is unguessable, so its owner gets in while they are used up.
    package static func guess(of name: AccountName) -> Guess { Guess(name: name, network: "codes") }
}

/// A code that the user typed to prove the second factor.
package enum SecondCode: Sendable, Hashable, Codable {
    case time(TimeCode)
    case backup(RecoveryCode)
    /// A text that is neither.
    case other

    package init(typed text: String) {
        self = TimeCode(typed: text).map { .time($0) } ?? RecoveryCode(typed: text).map { .backup($0) } ?? .other
    }

    /// The code for its recipient, as a text that reads as the same code.
    package var secret: Secret {
        switch self {
        case .time(let code): code.secret
        case .backup(let code): code.secret
        case .other: "-"
        }
    }
}

extension SecondCode: CustomStringConvertible {
    package var description: String {
        switch self {
        case .time(let code): "\(code)"
        case .backup(let code): "\(code)"
        case .other: "no possible code"
        }
    }
}

/// The password of an account, and a code if its owner has typed one.
package struct Proof: Sendable, Hashable, Codable {
    package let password: Password
    package let code: SecondCode?

    package init(password: Password, code: SecondCode? = nil) {
        self.password = password
        self.code = code
    }
}

extension Proof: CustomStringConvertible {
    package var description: String { code.map { "\(password) and \($0)" } ?? "\(password)" }
}

/// The result of comparing a ``Proof`` with an account.
package enum Confirmation: Sendable, Hashable {
    case right
    case wrongPassword
    /// The password is right, and the code is missing or wrong.
    case unproved(CodeFault)
    /// Too many codes were tried. The next one is accepted at this time.
    case later(Timestamp)
}

/// The reason why a code does not prove the second factor.
package enum CodeFault: String, Sendable, Hashable, Codable, CaseIterable {
    case needed
    /// The code is wrong, or it was used before.
    case wrong
}

/// A secret that only a server with the key of the ``CredentialVault`` can read. It is at most 1,024 lower-case hexadecimal
/// digits.
package struct SealedSecret: Sendable, Hashable {
    package let secret: Secret

    init(unchecked text: String) { secret = Secret(text) }

    /// Returns `nil` if the text has another length or other characters.
    package init?(_ text: String) {
        guard (1...1024).contains(text.utf8.count), text.utf8.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        secret = Secret(text)
    }
}

extension SealedSecret: SecretText {
    package static var noun: String { "sealed secret" }

    /// Decodes the text. A recording redacts it, so a replay uses one that no key opens.
    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: "a sealed secret has hexadecimal digits") {
            Self($0)
        }
    }
}

/// The second factor of an account in the storage of the server.
package struct StoredSecondFactor: Sendable, Hashable, Codable {
    /// The sealed ``TimeCodeKey``.
    package let key: SealedSecret
    /// The time until which the owner can confirm the key, or `nil` if it is confirmed.
    package var confirmableUntil: Timestamp?
    /// The time step of the last used code. Only later ones count.
    package var lastStep: Int64?
    /// The digests of the backup codes that were not used.
    package var backups: [TokenDigest]
    /// The number of wrong time-based codes since the last right code.
    package var failures: Int

    package init(
        key: SealedSecret, confirmableUntil: Timestamp? = nil, lastStep: Int64? = nil, backups: [TokenDigest] = [],
        failures: Int = 0
    ) {
        self.failures = failures
        self.key = key
        self.confirmableUntil = confirmableUntil
        self.lastStep = lastStep
        self.backups = backups
    }

    package var isOn: Bool { confirmableUntil == nil }
}

extension StoredSecondFactor: CustomStringConvertible {
    package var description: String { isOn ? "on" : "to be confirmed" }
}

/// A change of the second factor of an account.
package enum SecondFactorChange: Sendable, Hashable, Codable {
    /// Begins to set it up with a new key.
    case begin(SealedSecret, until: Timestamp)
    /// Turns it on with the key that was begun. The step is that of the code that has confirmed it.
    case confirm(SealedSecret, step: Int64, backups: [TokenDigest])
    /// Uses up the code of a time step.
    case spendStep(Int64)
    /// Uses up a backup code.
    case spendBackup(TokenDigest)
    /// Counts a wrong time-based code.
    case countFailure
    case renew([TokenDigest])
    case remove
}

extension SecondFactorChange {
    /// Whether the change uses up a code.
    package var isSpending: Bool {
        switch self {
        case .spendStep, .spendBackup: true
        case .begin, .confirm, .countFailure, .renew, .remove: false
        }
    }
}

extension SecondFactorChange: CustomStringConvertible {
    package var description: String {
        switch self {
        case .begin(let key, let until): "begin with \(key) until \(until)"
        case .confirm(let key, let step, _): "confirm \(key) by step \(step)"
        case .spendStep(let step): "spend step \(step)"
        case .spendBackup(let digest): "spend \(digest)"
        case .countFailure: "count a failure"
        case .renew: "renew the backup codes"
        case .remove: "remove"
        }
    }
}

extension StoredSecondFactor? {
    /// Makes the change, if the second factor allows it. Otherwise returns `false` and changes nothing. This is the rule that
    /// a code counts once.
    package mutating func make(_ change: SecondFactorChange, at now: Timestamp) -> Bool {
        switch (change, self) {
        case (.begin(let key, let until), nil): self = StoredSecondFactor(key: key, confirmableUntil: until)
        case (.begin(let key, let until), let former?) where !former.isOn:
            self = StoredSecondFactor(key: key, confirmableUntil: until)
        case (.confirm(let key, let step, let backups), let begun?):
            guard begun.key == key, let end = begun.confirmableUntil, now < end else { return false }
            self = StoredSecondFactor(key: key, lastStep: step, backups: backups)
        case (.spendStep(let step), let factor?) where factor.isOn:
            guard factor.failures < SecondFactorRules.failures, factor.lastStep.map({ $0 < step }) ?? true else {
                return false
            }
            self?.lastStep = step
            self?.failures = 0
        case (.spendBackup(let digest), let factor?) where factor.isOn:
            guard let index = factor.backups.firstIndex(of: digest) else { return false }
            self?.backups.remove(at: index)
            self?.failures = 0
        case (.countFailure, let factor?) where factor.isOn: self?.failures = factor.failures + 1
        case (.renew(let backups), let factor?) where factor.isOn: self?.backups = backups
        case (.remove, .some): self = nil
        default: return false
        }
        return true
    }

    /// Whether a code is needed.
    package var isOn: Bool { self?.isOn ?? false }
}

/// A login whose password was right, and whose code is missing.
package struct PendingLogin: Sendable, Hashable, Codable {
    package let device: UDID
    package let deviceName: DeviceName?
    package let endsAt: Timestamp

    package init(device: UDID, deviceName: DeviceName?, endsAt: Timestamp) {
        self.device = device
        self.deviceName = deviceName
        self.endsAt = endsAt
    }
}

/// The proof that the password of a login was right. It only continues this login, with a code. Its text is the name of
/// the account, a full stop, and a ``SealedSecret``.
package struct LoginTicket: Sendable, Hashable {
    package let name: AccountName
    package let sealed: SealedSecret

    package init(name: AccountName, sealed: SealedSecret) {
        self.name = name
        self.sealed = sealed
    }

    /// Returns `nil` if the text has another form.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = AccountName(String(parts[0])), let sealed = SealedSecret(String(parts[1]))
        else { return nil }
        self.init(name: name, sealed: sealed)
    }
}

extension LoginTicket: SecretText {
    package static var noun: String { "ticket" }
    package var secret: Secret { Secret("\(name.rawValue).\(sealed.reveal())") }

    /// Decodes the ticket. A recording redacts it, so a replay uses one that no key opens.
    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: "a ticket is a name and a sealed secret") {
            Self($0)
        }
    }
}

/// A request to the server to continue a login with a code.
package struct ContinuationRequest: Sendable, Hashable, Codable {
    package let ticket: LoginTicket
    package let code: SecondCode
    /// The network of the client, as in ``Guess/network``.
    package let network: String

    package init(ticket: LoginTicket, code: SecondCode, network: String) {
        self.ticket = ticket
        self.code = code
        self.network = network
    }
}

extension ContinuationRequest: CustomStringConvertible {
    package var description: String { "\(ticket) with \(code) from \(network)" }
}

/// What the owner of an account wants to do with its second factor.
package enum SecondFactorWish: String, Sendable, Hashable, Codable, CaseIterable {
    case setUp = "set-up"
    case off
    case backupCodes = "backup-codes"
}

/// A new key, for the owner's authenticator application.
package struct SecondFactorOffer: Sendable, Hashable, Codable {
    package let account: Account
    package let key: TimeCodeKey
    package let confirmableUntil: Timestamp

    package init(account: Account, key: TimeCodeKey, confirmableUntil: Timestamp) {
        self.account = account
        self.key = key
        self.confirmableUntil = confirmableUntil
    }
}

extension SecondFactorOffer: CustomStringConvertible {
    package var description: String { "\(key) for \(account) until \(confirmableUntil)" }
}

/// The reason why the second factor cannot be changed as wished.
package enum SecondFactorHindrance: String, Sendable, Hashable, Codable, CaseIterable {
    case isOn = "on"
    case isOff = "off"
    /// No key was begun, or its time is over.
    case isNotBegun = "not-begun"
    /// The operator of the service has given it no key for secrets.
    case isUnavailable = "unavailable"
}

/// The answer to a change of the second factor.
package enum SecondFactorAnswer: Sendable, Hashable, Codable {
    /// The second factor is on when the key is confirmed.
    case begun(SecondFactorOffer)
    /// The second factor is on. These are its backup codes.
    case on([RecoveryCode])
    case off
    case hindered(SecondFactorHindrance)
    /// The password is wrong.
    case refused
    case unproved(CodeFault)
    case tooOften(until: Timestamp?)
    /// The session of the token has ended.
    case loggedOut
}
