#if Server
import Crypto
import CryptoExtras
import Foundation

/// swift-crypto. It is linked into the program.
public struct SwiftCryptoLibrary: CryptographicLibrary {
    package init() {}

    /// Returns the first 32 bytes of the output of scrypt. Throws if swift-crypto rejects the parameters.
    public func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8] {
        do {
            return try KDF.Scrypt.deriveKey(
                from: password, salt: salt, outputByteCount: 32, rounds: parameters.rounds,
                blockSize: parameters.blockSize, parallelism: parameters.parallelism
            ).withUnsafeBytes { Array($0) }
        } catch {
            throw LibraryUnavailable(reason: "swift-crypto refuses scrypt with \(parameters): \(error)")
        }
    }

    /// Returns the SHA-256 digest, 32 bytes.
    public func sha256(_ message: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: message)) }

    /// Compares secrets in a time that depends only on their lengths.
    public func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        SymmetricKey(data: first) == SymmetricKey(data: second)
    }
}
#endif
