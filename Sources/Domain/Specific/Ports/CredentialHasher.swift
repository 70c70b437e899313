/// The cryptography of passwords and tokens, by a library.
///
/// Hashing a password takes 32 MiB and about a tenth of a second of processor time. So only a few are hashed at once,
/// and only some may wait: each operation throws `混雑` at once when there is no place left, and
/// ``ErrorWrapper/interrupted`` when the task is cancelled.
package protocol CredentialHasher: Sendable {
    /// Throws `混雑` if ``hash(_:)`` and ``compare(_:with:)`` would throw it now. Nothing is reserved.
    func checkRoom() async throws(ErrorWrapper)
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

    func checkRoom() async throws(ErrorWrapper) { throw Self.error }

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash { throw Self.error }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        throw Self.error
    }

    func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest { throw Self.error }
}
