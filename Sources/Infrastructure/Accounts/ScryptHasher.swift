package import CalearningDomain
import Foundation
package import UsecasesEngine
package import UsecasesSystem

/// A hasher with scrypt for passwords and SHA-256 for tokens. A stored hash contains its parameters, so new hashes may
/// use stronger ones.
package struct ScryptHasher: CredentialHasher {
    /// One thread for each processor except one, and at most 4. Four threads use at most 128 MiB.
    package static var usualThreads: Int { max(1, min(4, ProcessInfo.processInfo.activeProcessorCount - 1)) }

    /// The niceness of a service's hashing threads, as in nice(1). While all processors are busy, the threads get a
    /// tenth of the time. With much less time, logins would fail on a busy machine.
    package static let usualNiceness: Int32 = 10

    /// The failure of every hasher on this machine, or `nil` without one. Loads libcrypto.
    package static var failure: ErrorWrapper? {
        do throws(LibraryUnavailable) {
            _ = try OpenSSLLibrary().sha256([])
            return nil
        } catch {
            return .system(error: .ライブラリを使えません, causedBy: error)
        }
    }

    /// The salt for a comparison without an account.
    private static let decoySalt: [UInt8] = Array("no such account!".utf8)

    private let randomSource: any RandomSource
    private let parameters: ScryptParameters
    private let library: any CryptographicLibrary
    private let threads: BoundedThreads

    /// Creates a hasher with at most `threads` simultaneous hashes. Each hash takes the memory of the parameters.
    /// `niceness` from 0 to 19 lowers the priority of the threads.
    package init(
        randomSource: any RandomSource, parameters: ScryptParameters = .recommended,
        threads: Int = ScryptHasher.usualThreads, niceness: Int32 = 0,
        library: any CryptographicLibrary = OpenSSLLibrary()
    ) {
        self.randomSource = randomSource
        self.parameters = parameters
        self.library = library
        self.threads = BoundedThreads(count: threads, niceness: niceness)
    }

    package func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash {
        let salt = randomSource.nextSecret().bytes + randomSource.nextSecret().bytes
        let hash = try await scrypt(password, salt: salt, parameters)
        return PasswordHash(ScryptHash(parameters: parameters, salt: salt, hash: hash).text)
    }

    package func compare(_ password: Password, with known: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        // No stored password ends with NUL, and scrypt ignores a NUL at the end.
        guard let known, password.reveal().utf8.last != 0 else {
            _ = try await scrypt(password, salt: Self.decoySalt, parameters)
            return .differs
        }
        guard let stored = ScryptHash(known.reveal()) else { throw Self.unreadable }
        let hash = try await scrypt(password, salt: stored.salt, stored.parameters)
        let areEqual = try available { () throws(LibraryUnavailable) in try library.areEqual(hash, stored.hash) }
        guard areEqual else { return .differs }
        return stored.parameters.areLower(than: parameters) ? .matchesOutdated : .matches
    }

    package func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest {
        try available { () throws(LibraryUnavailable) in
            let bytes = try library.sha256(Array(secret.reveal().utf8))
            guard let digest = TokenDigest(bytes.hexadecimal) else {
                throw LibraryUnavailable(reason: "its SHA-256 does not have 32 bytes")
            }
            return digest
        }
    }

    private func scrypt(
        _ password: Password, salt: [UInt8], _ parameters: ScryptParameters
    ) async throws(ErrorWrapper) -> [UInt8] {
        let result: Result<[UInt8], LibraryUnavailable>
        do throws(BoundedThreads.Full) {
            result = try await threads.value { [library] in
                Result { () throws(LibraryUnavailable) in
                    try library.scrypt(Array(password.reveal().utf8), salt: salt, parameters)
                }
            }
        } catch {
            throw .system(error: .混雑)
        }
        return try available(result.get)
    }

    private func available<Value>(_ work: () throws(LibraryUnavailable) -> Value) throws(ErrorWrapper) -> Value {
        do throws(LibraryUnavailable) {
            return try work()
        } catch {
            throw .system(error: .ライブラリを使えません, causedBy: error)
        }
    }

    private static let unreadable = ErrorWrapper.system(
        error: .dataStore(.damaged(location: "passwordHash", content: .database)), causedBy: UnreadableHash())
}

/// The error for a stored hash that this version cannot compute. It does not show the hash.
private struct UnreadableHash: Error, CustomStringConvertible {
    var description: String { "the hash of a password has another form, or parameters that are out of bounds" }
}

extension UInt64 {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension ScryptHasher: TimeBounded {
    /// The duration of a hash depends on the machine.
    package func longest(_ operation: OperationName) -> Duration? {
        [Port<any CredentialHasher>.digest, Port<any CredentialHasher>.digests].contains(operation) ? .zero : nil
    }
}

/// A hasher for dependencies that exist only in memory. It keeps the contract of its port and takes no time, but
/// protects nothing.
package struct PlainHasher: CredentialHasher {
    package init() {}

    package func hash(_ password: Password) -> PasswordHash { PasswordHash("$plain$\(password.reveal())") }

    package func compare(_ password: Password, with hash: PasswordHash?) -> Comparison {
        hash == self.hash(password) ? .matches : .differs
    }

    package func digest(of secret: Secret) throws(ErrorWrapper) -> TokenDigest {
        let text = secret.reveal()
        // A token has the form of a digest. A recovery code is shorter than one.
        let ofToken = TokenDigest("\(text.dropFirst())\(text.prefix(1))")
        let digits = text.utf8.hexadecimal
        let ofCode = TokenDigest(digits + String(repeating: "0", count: max(0, 64 - digits.count)))
        guard let digest = ofToken ?? ofCode else { throw .system(error: .ライブラリを使えません) }
        return digest
    }
}
