/// A hasher whose calls go through a tap.
struct TappedCredentialHasher: CredentialHasher {
    let base: any CredentialHasher
    let tap: any RunTap

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        let operation = PortOperation<PasswordHash>(
            "CredentialHasher", "hash(_:)", ["\(password)"], on: .nothing,
            outcomes: [PossibleOutcome("hashed", .example)] + PossibleOutcome.crowd)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.hash(password) }
    }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        // Without a hash, no password matches.
        let matching: [Comparison] = hash == nil ? [] : [.matches, .matchesOutdated]
        let operation = PortOperation<Comparison>(
            "CredentialHasher", "compare(_:with:)", ["\(password)", hash.map { "\($0)" } ?? "no hash"], on: .nothing,
            outcomes: (matching + [.differs]).map { PossibleOutcome($0.rawValue, $0) } + PossibleOutcome.crowd)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.compare(password, with: hash)
        }
    }

    func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest {
        let operation = PortOperation<TokenDigest>(
            "CredentialHasher", "digest(of:)", ["\(token)"], on: .nothing,
            outcomes: [PossibleOutcome("digested", .example)] + PossibleOutcome.withoutLibrary)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.digest(of: token) }
    }
}

extension PossibleOutcome {
    /// The errors of hashing a password.
    fileprivate static var crowd: [PossibleOutcome] { [PossibleOutcome(.system(error: .hasher(.混雑)))] + withoutLibrary }

    fileprivate static var withoutLibrary: [PossibleOutcome] {
        [PossibleOutcome(.system(error: .hasher(.ライブラリを使えません)))]
    }
}
