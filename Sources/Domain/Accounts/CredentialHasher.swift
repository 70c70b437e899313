package import Usecases

/// The cryptography of passwords and tokens, by a library.
///
/// Hashing a password takes 32 MiB and about a tenth of a second of processor time. So only a few are hashed at the same
/// time: when there is no place left, ``hash(_:)`` and ``compare(_:with:)`` throw `混雑` immediately.
package protocol CredentialHasher: Sendable {
    /// A memory-hard hash with a random salt.
    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash
    /// Compares in a time that does not depend on either; without a hash, it takes the same time and differs. Throws
    /// `内容が壊れています` for a hash that it cannot read.
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

extension Port: CredentialHasher where Adapter == any CredentialHasher {
    package static var digest: OperationName { "digest(of:)" }

    package func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        try await call(
            "hash(_:)", ["\(password)"], on: .nothing,
            outcomes: [PossibleOutcome("hashed", .example)] + PossibleOutcome.crowd
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.hash(password) }
    }

    package func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        // Without a hash, no password matches.
        let matching: [Comparison] = hash == nil ? [] : [.matches, .matchesOutdated]
        let damage: [PossibleOutcome<Comparison>] = hash == nil ? [] : [.damaged]
        return try await call(
            "compare(_:with:)", ["\(password)", hash.map { "\($0)" } ?? "no hash"], on: .nothing,
            outcomes: (matching + [.differs]).map { PossibleOutcome($0.rawValue, $0) } + PossibleOutcome.crowd + damage
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.compare(password, with: hash) }
    }

    package func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest {
        try await call(
            Self.digest, ["\(token)"], on: .nothing,
            outcomes: [PossibleOutcome("digested", .example)] + PossibleOutcome.withoutLibrary
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.digest(of: token) }
    }
}

extension Dependencies {
    package var credentialHasher: Port<any CredentialHasher> {
        get { self["CredentialHasher"] }
        set { self["CredentialHasher"] = newValue }
    }
}

extension PossibleOutcome {
    /// The errors of hashing a password.
    static var crowd: [PossibleOutcome] { [PossibleOutcome(.system(error: .hasher(.混雑)))] + withoutLibrary }

    /// The errors of hashing a token.
    static var withoutLibrary: [PossibleOutcome] {
        [PossibleOutcome(.system(error: .hasher(.ライブラリを使えません)))]
    }
}
