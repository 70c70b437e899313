import Foundation
import UsecasesCCrypto

#if canImport(Darwin)
/// Apple's systems have no scrypt, so this is Homebrew's library.
private let libcryptoNames = ["/opt/homebrew", "/usr/local"].map { $0 + "/opt/openssl@3/lib/libcrypto.3.dylib" }
#else
private let libcryptoNames = ["libcrypto.so.3", "libcrypto.so.1.1"]
#endif

/// OpenSSL's libcrypto. It is loaded on first use and never unloaded.
public struct OpenSSLLibrary: CryptographicLibrary {
    private struct Installed: Sendable {
        nonisolated(unsafe) let functions: UnsafePointer<libcrypto_functions>

        init(names: [String]) throws(LibraryUnavailable) {
            functions = try SharedLibrary.load(
                names, libcrypto_functions(), older: "libcrypto lacks scrypt", find: libcrypto_find_functions
            ).functions
            _ = functions.pointee.OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        }
    }

    private static let installed = Result { () throws(LibraryUnavailable) in
        try Installed(names: libcryptoNames)
    }

    private let library: Result<Installed, LibraryUnavailable>?

    /// Uses the installed library.
    package init() { library = nil }

    /// Uses the first library in `names` that is installed.
    package init(names: [String]) {
        library = Result { () throws(LibraryUnavailable) in try Installed(names: names) }
    }

    private var functions: libcrypto_functions {
        get throws(LibraryUnavailable) { try (library ?? Self.installed).get().functions.pointee }
    }

    /// Returns the first 32 bytes of the output of scrypt. Throws if libcrypto is missing or rejects the parameters.
    public func scrypt(
        _ password: [UInt8], salt: [UInt8], _ parameters: ScryptParameters
    ) throws(LibraryUnavailable) -> [UInt8] {
        let function = try functions.EVP_PBE_scrypt
        var key = [UInt8](repeating: 0, count: 32)
        let succeeded = password.withUnsafeBytes { password in
            function?(
                password.bindMemory(to: CChar.self).baseAddress, password.count, salt, salt.count,
                UInt64(parameters.rounds), UInt64(parameters.blockSize), UInt64(parameters.parallelism),
                UInt64(parameters.memoryLimit), &key, key.count)
        }
        guard succeeded == 1 else { throw LibraryUnavailable(reason: "libcrypto refuses scrypt with \(parameters)") }
        return key
    }

    /// Returns the SHA-256 digest, 32 bytes. Throws if libcrypto is missing or fails.
    public func sha256(_ message: [UInt8]) throws(LibraryUnavailable) -> [UInt8] {
        let function = try functions.SHA256
        var digest = [UInt8](repeating: 0, count: 32)
        guard function?(message, message.count, &digest) != nil else {
            throw LibraryUnavailable(reason: "libcrypto refuses SHA-256")
        }
        return digest
    }

    /// Compares secrets in a time that depends only on their lengths. Throws if libcrypto is missing.
    public func areEqual(_ first: [UInt8], _ second: [UInt8]) throws(LibraryUnavailable) -> Bool {
        guard let function = try functions.CRYPTO_memcmp else {
            throw LibraryUnavailable(reason: "libcrypto lacks CRYPTO_memcmp")
        }
        return first.count == second.count && function(first, second, first.count) == 0
    }
    /// Returns the HMAC with SHA-1, 20 bytes. Throws if libcrypto is missing or fails.
    public func hmacSHA1(_ message: [UInt8], key: [UInt8]) throws(LibraryUnavailable) -> [UInt8] {
        let functions = try functions
        var code = [UInt8](repeating: 0, count: 20)
        guard let keyLength = Int32(exactly: key.count),
            functions.HMAC?(functions.EVP_sha1?(), key, keyLength, message, message.count, &code, nil) != nil
        else { throw LibraryUnavailable(reason: "libcrypto refuses HMAC with SHA-1") }
        return code
    }

    /// Encrypts the message with AES-256-GCM. Throws if libcrypto is missing or fails, or if the key does not have 32 bytes.
    public func seal(
        _ message: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8] {
        try AESGCM(functions, key: key).seal(message, authenticating: data)
    }

    /// Returns the message, or `nil` if it was not sealed with this key and this data, or was changed. Throws if libcrypto
    /// is missing or fails, or if the key does not have 32 bytes.
    public func open(
        _ sealed: [UInt8], key: [UInt8], authenticating data: [UInt8]
    ) throws(LibraryUnavailable) -> [UInt8]? {
        try AESGCM(functions, key: key).open(sealed, authenticating: data)
    }
}
