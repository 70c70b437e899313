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
    /// Returns the HMAC with SHA-1 (RFC 2104), 20 bytes. One-time codes (RFC 6238) need it.
    func hmacSHA1(_ message: [UInt8], key: [UInt8]) throws(LibraryUnavailable) -> [UInt8]
    /// Encrypts the message with AES-256-GCM (NIST SP 800-38D). `key` has 32 bytes. `data` is not part of the result, but the
    /// message can only be opened with the same data. The result is a random nonce of 12 bytes, the encrypted message, and a
    /// tag of 16 bytes. One key may seal at most 2³² messages.
    func seal(
        _ message: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8]
    /// Returns the message, or `nil` if it was not sealed with this key and this data, or was changed.
    func open(
        _ sealed: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8]?
}
