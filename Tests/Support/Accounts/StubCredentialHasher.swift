import CalearningDomain
import CalearningInfrastructure
import Synchronization
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

/// A hasher whose hashes contain the password. It takes no time and records its calls.
final class StubCredentialHasher: CredentialHasher {
    enum Operation: Sendable, Hashable {
        case hash, compare, digest
    }

    /// The strength of new hashes. Weaker hashes are outdated.
    static let strength = 2

    private let noted = Mutex<[Operation]>([])

    var calls: [Operation] { noted.withLock { $0 } }

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        note(.hash)
        return .stub(password)
    }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        note(.compare)
        if hash == .stub(password) { return .matches }
        return hash == .stub(password, strength: Self.strength - 1) ? .matchesOutdated : .differs
    }

    func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest {
        note(.digest)
        return .stub(secret)
    }

    private func note(_ operation: Operation) {
        noted.withLock { $0.append(operation) }
    }
}

extension PasswordHash {
    /// The hash that ``StubCredentialHasher`` returns for the password.
    static func stub(_ password: Password = .example, strength: Int = StubCredentialHasher.strength) -> PasswordHash {
        PasswordHash("$stub$\(strength)$\(password.reveal())")
    }
}

extension TokenDigest {
    /// The digest that ``StubCredentialHasher`` returns for the token.
    static func stub(_ token: SessionToken = .example) -> TokenDigest { .stub(token.secret) }

    /// The digest that ``StubCredentialHasher`` returns for the text of a token or of a recovery code.
    static func stub(_ secret: Secret) -> TokenDigest {
        guard let digest = try? PlainHasher().digest(of: secret) else {
            preconditionFailure("it is not a token or a code")
        }
        return digest
    }
}
