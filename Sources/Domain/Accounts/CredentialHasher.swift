package import UsecasesEngine

/// The hashing of passwords, tokens and recovery codes.
///
/// Hashing a password takes 32 MiB and about a tenth of a second of processor time. The number of simultaneous hashes
/// is limited. Beyond the limit, ``hash(_:)`` and ``compare(_:with:)`` throw `混雑` immediately.
package protocol CredentialHasher: Sendable {
    /// Returns a memory-hard hash with a random salt.
    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash
    /// Compares the password with the hash in constant time. Without a hash, it returns `differs` after the same time.
    /// Throws `damaged` for an unreadable hash.
    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison
    /// Returns the SHA-256 of an unguessable secret.
    func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest
    /// Returns the SHA-256 of each unguessable secret, in order.
    func digests(of secrets: [Secret]) async throws(ErrorWrapper) -> [TokenDigest]
}

extension CredentialHasher {
    package func digests(of secrets: [Secret]) async throws(ErrorWrapper) -> [TokenDigest] {
        var digests: [TokenDigest] = []
        for secret in secrets { digests.append(try await digest(of: secret)) }
        return digests
    }
}

/// The result of comparing a password with a hash.
package enum Comparison: String, Sendable, Hashable, Codable {
    case matches
    /// The password matches, but its hash has weaker parameters than the current ones. It should be hashed again.
    case matchesOutdated = "matches-outdated"
    case differs
}

extension Port: CredentialHasher where Adapter == any CredentialHasher {
    package static var digest: OperationName { "digest(of:)" }
    package static var digests: OperationName { "digests(of:)" }

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

    package func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest {
        try await call(
            Self.digest, [secret.numbered(as: "secret")], on: .nothing,
            outcomes: [PossibleOutcome("digested", .example)] + PossibleOutcome.withoutLibrary
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.digest(of: secret) }
    }

    package func digests(of secrets: [Secret]) async throws(ErrorWrapper) -> [TokenDigest] {
        try await call(
            Self.digests, ["\(secrets.count) secrets"], on: .nothing,
            outcomes: [PossibleOutcome("digested", secrets.map { _ in TokenDigest.example })]
                + PossibleOutcome.withoutLibrary
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.digests(of: secrets) }
    }
}

extension Dependencies {
    package var credentialHasher: Port<any CredentialHasher> {
        get { self[(any CredentialHasher).self] }
        set { self[(any CredentialHasher).self] = newValue }
    }
}

extension SystemErrors {
    /// So many passwords are being hashed that this one would wait too long.
    package static let 混雑 = application(
        ApplicationError(
            family: "hasher", name: "混雑", meaning: .crowded,
            message: Sentence(en: "Too many people are logging in at the same time.", ja: "同時にログインしている人が多すぎます。"),
            advice: Sentence(en: "Try again in a few seconds.", ja: "数秒おいて、もう一度お試しください。")))
    /// The hashing library is not installed.
    package static let ライブラリを使えません = application(
        ApplicationError(
            family: "hasher", name: "ライブラリを使えません",
            message: Sentence(
                en: "The library that protects passwords, libcrypto, cannot be loaded.",
                ja: "パスワードを守るライブラリlibcryptoを読み込めません。"),
            advice: Sentence(
                en: "Install OpenSSL (on Debian the package libssl3).",
                ja: "OpenSSLをインストールしてください(Debianではパッケージlibssl3)。")))
}

extension PossibleOutcome {
    /// The errors that occur when a password is hashed.
    static var crowd: [PossibleOutcome] { [PossibleOutcome(.system(error: .混雑))] + withoutLibrary }

    /// The errors that occur when a token or a code is hashed.
    static var withoutLibrary: [PossibleOutcome] { [PossibleOutcome(.system(error: .ライブラリを使えません))] }
}
