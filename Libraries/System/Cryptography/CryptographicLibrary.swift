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
