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
            of: StoredAccount(account: .example, passwordHash: hash), rehashed: nil,
            forgetting: .fixture(.example, from: "elsewhere"))
    }

    /// Returns the identifiers of the account's sessions that have not ended.
    func lasting(of account: UUIDv7 = Account.example.id) -> [UUIDv7] {
        sessions(of: account, at: .example).map(\.id)
    }
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
        password: Password(normalized: "a sentence that is wrong"), token: .example, network: example.network)
    /// A request with the token of no session.
    static let unknown = ConfirmedRequest(password: .example, token: .fixture(9), network: example.network)
}

extension Guess {
    /// The guess that the example request of a logged-in owner represents.
    static let confirmed = Guess(name: .example, network: ConfirmedRequest.example.network)
}
