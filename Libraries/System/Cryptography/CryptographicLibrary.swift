/// The functions that this package uses from a cryptographic library. They run on the calling thread.
public protocol CryptographicLibrary: Sendable {
    /// Returns the first 32 bytes of the output of scrypt (RFC 7914). Uses ``ScryptParameters/memory`` and a few KiB.
    func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8]
    /// Returns the SHA-256 digest, 32 bytes.
    func sha256(_ message: [UInt8]) throws(LibraryUnavailable) -> [UInt8]
    /// Compares secrets in a time that depends only on their lengths.
    func areEqual(_ first: [UInt8], _ second: [UInt8]) throws(LibraryUnavailable) -> Bool
}

#if Server
/// The library of this build. The service links swift-crypto and therefore needs no other library installed.
public typealias BuildCryptographicLibrary = SwiftCryptoLibrary
#elseif os(Linux)
/// The library of this build. Without the service, swift-crypto would be the largest part of the build.
public typealias BuildCryptographicLibrary = OpenSSLLibrary
#else
/// The library of this build, a placeholder whose functions throw.
public typealias BuildCryptographicLibrary = MissingCryptographicLibrary
#endif

#if !Server && !os(Linux)
/// A placeholder whose functions throw, because Apple's systems have no scrypt.
public struct MissingCryptographicLibrary: CryptographicLibrary {
    private static let error = LibraryUnavailable(reason: "only a build with the trait Server has it here")

    package init() {}

    package func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8] { throw Self.error }

    package func sha256(_ message: [UInt8]) throws(LibraryUnavailable) -> [UInt8] { throw Self.error }

    package func areEqual(_ first: [UInt8], _ second: [UInt8]) throws(LibraryUnavailable) -> Bool { throw Self.error }
}
#endif
