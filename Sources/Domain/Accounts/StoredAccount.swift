package import Usecases

/// An account as the server keeps it.
package struct StoredAccount: Sendable, Hashable, Codable {
    package let account: Account
    package let passwordHash: PasswordHash

    package init(account: Account, passwordHash: PasswordHash) {
        self.account = account
        self.passwordHash = passwordHash
    }
}

extension StoredAccount: CustomStringConvertible {
    package var description: String { "\(account)" }
}

/// A session as the server keeps it.
package struct StoredSession: Sendable, Hashable, Codable {
    package let session: Session
    /// The identifier of the account that it belongs to.
    package let account: UUIDv7
    package let digest: TokenDigest

    package init(session: Session, account: UUIDv7, digest: TokenDigest) {
        self.session = session
        self.account = account
        self.digest = digest
    }
}

extension StoredSession: CustomStringConvertible {
    package var description: String { "\(session), account \(account)" }
}

/// Who tries a password, and for which account: failures are counted by it.
package struct Guess: Sendable, Hashable, Codable {
    package let name: AccountName
    /// The network that the request came from, up to 64 characters; whoever can use another address of the same
    /// network cheaply has the same one.
    package let network: String

    package init(name: AccountName, network: String) {
        self.name = name
        self.network = network
    }
}

extension Guess: CustomStringConvertible {
    package var description: String { "\(name) from \(network)" }
}

/// What is kept of a password: a memory-hard hash with its salt, in the form that names its parameters, such as
/// `$scrypt$ln=15,r=8,p=3$…$…`.
///
/// It is a ``Secret``, because whoever has it can try passwords without limit.
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
