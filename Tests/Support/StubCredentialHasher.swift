import CalearningDomain
import Synchronization
import Usecases
import UsecasesTerminal
import UsecasesTesting

/// A hasher whose hashes contain the password. It takes no time and records its calls. One of its operations can fail,
/// from a given call on.
final class StubCredentialHasher: CredentialHasher {
    enum Operation: Sendable, Hashable, CaseIterable {
        case hash, compare, digest
    }

    /// The strength of new hashes. Weaker hashes are outdated.
    static let strength = 2

    private let failing: (operation: Operation, call: Int, error: ErrorWrapper)?
    private let noted = Mutex<[Operation]>([])

    init() { failing = nil }

    /// Creates a hasher that fails. The calls before `call` succeed. The first call is number 1.
    init(failingAt operation: Operation, from call: Int = 1, with failure: PortFailure) {
        failing = (operation, call, failure.error)
    }

    /// The calls in the order of their arrival.
    var calls: [Operation] { noted.withLock { $0 } }

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        try note(.hash)
        return .stub(password)
    }

    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        try note(.compare)
        if hash == .stub(password) { return .matches }
        return hash == .stub(password, strength: Self.strength - 1) ? .matchesOutdated : .differs
    }

    func digest(of token: SessionToken) async throws(ErrorWrapper) -> TokenDigest {
        try note(.digest)
        return .stub(token)
    }

    private func note(_ operation: Operation) throws(ErrorWrapper) {
        let count = noted.withLock { calls in
            calls.append(operation)
            return calls.count { $0 == operation }
        }
        if let failing, failing.operation == operation, count >= failing.call { throw failing.error }
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
    static func stub(_ token: SessionToken = .example) -> TokenDigest {
        let text = token.reveal()
        guard let digest = TokenDigest("\(text.dropFirst())\(text.prefix(1))") else {
            preconditionFailure("it has the digits of the token")
        }
        return digest
    }
}
