/// The cryptography of passwords and tokens, by a library.
///
/// Hashing a password takes 32 MiB and about a tenth of a second of processor time. So only a few are hashed at the same
/// time: when there is no place left, ``hash(_:)`` and ``compare(_:with:)`` throw `混雑` immediately.
package protocol CredentialHasher: Sendable {
    /// A memory-hard hash with a random salt.
    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash
    /// Compares in a time that does not depend on either; without a hash, it takes the same time and differs.
    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison
    /// The SHA-256 of the token.
    func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest
}

/// What comparing a password with a hash yields.
package enum Comparison: String, Sendable, Hashable, Codable {
    case matches
    /// It matches, and should be hashed anew, because parameters have risen since.
    case matchesOutdated = "matches-outdated"
    case differs
}

struct UnprovidedCredentialHasher: CredentialHasher {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "CredentialHasher")))

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash { throw Self.error }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        throw Self.error
    }

    func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest { throw Self.error }
}
