import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesTesting

extension InMemoryAccountRegistry {
    /// Returns a registry with the example account. Its first session is logged in by the example token.
    static func withExample(
        under key: InstallationKey? = nil, hash: PasswordHash = .stub()
    ) async -> InMemoryAccountRegistry {
        let registry = InMemoryAccountRegistry()
        await registry.add(StoredAccount(account: .example, passwordHash: hash), under: key, token: .example)
        return registry
    }

    /// A registry with the sessions 1 (with the example token), 2 and 3 of the example account, and session 4 of
    /// another account.
    static func crowded(hash: PasswordHash = .stub()) async -> InMemoryAccountRegistry {
        let registry = await withExample(under: .example, hash: hash)
        await registry.log(in: 2, hash: hash)
        await registry.log(in: 3, hash: hash)
        await registry.add(.fixture(4), session: 4, token: .fixture(4))
        return registry
    }

    /// Records the account with a first session of this token.
    func add(_ account: StoredAccount, under key: InstallationKey? = nil, session: UInt64 = 1, token: SessionToken) {
        _ = record(account, under: key, beginning: .fixture(session, of: account.account.id, token: token))
    }

    /// Begins an additional session of the example account.
    func log(in number: UInt64, hash: PasswordHash = .stub()) {
        _ = begin(
            .fixture(number, of: Account.example.id, token: .fixture(number)),
            of: StoredAccount(
                account: .example, passwordHash: hash, secondFactor: account(named: .example)?.secondFactor),
            rehashed: nil,
            forgetting: .fixture(.example, from: "elsewhere"))
    }

    /// Returns the identifiers of the account's sessions that have not ended.
    func lasting(of account: UUIDv7 = Account.example.id) -> [UUIDv7] {
        sessions(of: account, at: .example).map(\.id)
    }
}

extension InMemoryAccountRegistry {
    /// A registry as ``crowded(hash:)``. The second factor of the example account is on, with the example as its only backup
    /// code. The codes of all earlier steps are used up.
    static func secured(hash: PasswordHash = .stub()) async -> InMemoryAccountRegistry {
        let registry = await crowded(hash: hash)
        let account = StoredAccount(account: .example, passwordHash: hash)
        let changes: [SecondFactorChange] = [
            .begin(.example, until: .example + SecondFactorRules.setUpTime),
            .confirm(
                .example, step: TimeCodeRules.step(at: .example) - 1, backups: [.stub(RecoveryCode.example.secret)]),
        ]
        for change in changes { await registry.make(change, of: account) }
        return registry
    }

    /// Makes the change of the second factor. It must be possible.
    func make(_ change: SecondFactorChange, of account: StoredAccount) {
        let isMade = self.change(change, of: account, by: nil, forgetting: nil, at: .example)
        precondition(isMade, "it is impossible to \(change)")
    }
}

extension SecondCode {
    static let example = SecondCode.time(.example)
    /// Codes that are wrong for the account of ``InMemoryAccountRegistry/secured(hash:)``.
    static let wrong: [SecondCode] = [
        SecondCode(typed: "000001"), SecondCode(typed: "100000"), .other,
        .backup(RecoveryCode(randomSource: SeededRandomSource())),
    ]
    /// Its right codes.
    static let right: [SecondCode] = [.example, .backup(.example)]
}

extension SessionToken {
    static func fixture(_ number: UInt64 = 1) -> SessionToken {
        SessionToken(randomSource: SeededRandomSource(seed: number))
    }
}

extension StoredSession {
    static func fixture(_ number: UInt64, of account: UUIDv7, token: SessionToken) -> StoredSession {
        StoredSession(
            session: Session(id: .fixture(number), udid: .fixture(number), beganAt: .example, lastUsedAt: .example),
            account: account, digest: .stub(token))
    }
}

extension InMemoryAccountRegistry {
    /// The identifier of the session in ``changePassword()``.
    static let changing = UUIDv7.fixture(99)

    /// Changes the password to the new one of the example, from a different device of the account. Only that device is
    /// logged in afterwards.
    func changePassword() {
        guard let account = account(named: .example) else { return }
        log(in: 99, hash: account.passwordHash)
        _ = replacePassword(
            of: account, with: .stub(PasswordChange.example.new), replacing: Self.changing,
            by: .fixture(99, of: Account.example.id, token: .fixture(99)),
            forgetting: .fixture(.example, from: "elsewhere"))
    }
}

extension ConfirmedRequest {
    static let wrong = ConfirmedRequest(
        proof: Proof(password: Password(normalized: "a sentence that is wrong")), token: .example,
        network: example.network)
    /// A request with the right password and this code.
    static func proved(by code: SecondCode?) -> ConfirmedRequest {
        ConfirmedRequest(proof: Proof(password: .example, code: code), token: .example, network: example.network)
    }

    /// A request with the token of no session.
    static let unknown = ConfirmedRequest(proof: .example, token: .fixture(9), network: example.network)
}

extension Guess {
    /// The guess that the example request of a logged-in owner represents.
    static let confirmed = Guess(name: .example, network: ConfirmedRequest.example.network)
}
