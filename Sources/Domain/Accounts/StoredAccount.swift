package import UsecasesEngine

/// An account in the storage of the server.
package struct StoredAccount: Sendable, Hashable, Codable {
    package let account: Account
    package let passwordHash: PasswordHash
    /// Whether an operator has locked the account. The server refuses logins to a locked account.
    package let isLocked: Bool
    /// The time from which the account is erased, or `nil`. A login takes it back.
    package let deletionAt: Timestamp?
    /// The second factor, or `nil` without one.
    package let secondFactor: StoredSecondFactor?

    package init(
        account: Account, passwordHash: PasswordHash, isLocked: Bool = false, deletionAt: Timestamp? = nil,
        secondFactor: StoredSecondFactor? = nil
    ) {
        self.secondFactor = secondFactor
        self.deletionAt = deletionAt
        self.account = account
        self.passwordHash = passwordHash
        self.isLocked = isLocked
    }
}

extension StoredAccount: CustomStringConvertible {
    package var description: String { "\(account)" }
}

/// What a change of an account depends on. Another request may have changed it after the account was compared.
package struct HeldAccount: Sendable, Hashable {
    package let passwordHash: PasswordHash
    package let deletionAt: Timestamp?
    /// The key of the second factor that is on, or `nil`.
    package let factor: SealedSecret?

    package init(passwordHash: PasswordHash, deletionAt: Timestamp?, secondFactor: StoredSecondFactor?) {
        self.passwordHash = passwordHash
        self.deletionAt = deletionAt
        factor = secondFactor.isOn ? secondFactor?.key : nil
    }
}

extension StoredAccount {
    package var held: HeldAccount {
        HeldAccount(passwordHash: passwordHash, deletionAt: deletionAt, secondFactor: secondFactor)
    }

    /// Whether the account has no second factor that is on, or the key of which a code was used up is the key of it.
    package func isProved(under factor: SealedSecret?) -> Bool { held.factor == nil || held.factor == factor }
}

/// A session in the storage of the server.
package struct StoredSession: Sendable, Hashable, Codable {
    package let session: Session
    /// The identifier of its account.
    package let account: UUIDv7
    package let digest: TokenDigest

    package init(session: Session, account: UUIDv7, digest: TokenDigest) {
        self.session = session
        self.account = account
        self.digest = digest
    }
}

extension StoredSession {
    /// Returns the session with the name of its device as in ``Session/keepingName(among:)``.
    package func keepingName(among sessions: some Sequence<Session>) -> StoredSession {
        StoredSession(session: session.keepingName(among: sessions), account: account, digest: digest)
    }
}

extension StoredSession: CustomStringConvertible {
    package var description: String { "\(session), account \(account)" }
}

/// The account and the network of an attempt to log in. Failures are counted per account and network.
package struct Guess: Sendable, Hashable, Codable {
    package let name: AccountName
    /// The network of the client, up to 64 characters. Addresses that one client can easily use share one network.
    package let network: String

    package init(name: AccountName, network: String) {
        self.name = name
        self.network = network
    }
}

extension Guess: CustomStringConvertible {
    package var description: String { "\(name) from \(network)" }
}

/// The stored hash of a password. It is memory-hard and contains its salt and parameters, such as
/// `$scrypt$ln=15,r=8,p=3$…$…`.
///
/// It is a ``Secret``, because a reader of the hash can guess passwords without limit.
package struct PasswordHash: Sendable, Hashable {
    package let secret: Secret

    package init(_ text: String) {
        secret = Secret(text)
    }
}

extension PasswordHash: SecretText {
    package static var noun: String { "hash" }

    package init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }
}
