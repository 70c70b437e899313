import UsecasesCCrypto

/// Authenticated encryption with AES-256-GCM (NIST SP 800-38D), computed by libcrypto.
struct AESGCM {
    private static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    private let functions: libcrypto_functions
    private let key: [UInt8]

    /// Throws unless the key has 32 bytes.
    init(_ functions: libcrypto_functions, key: [UInt8]) throws(LibraryUnavailable) {
        guard key.count == Self.keyLength else {
            throw LibraryUnavailable(reason: "a key of AES-256 has \(Self.keyLength) bytes, not \(key.count)")
        }
        self.functions = functions
        self.key = key
    }

    /// Returns a random nonce, the encrypted message, and the tag.
    func seal(_ message: [UInt8], authenticating data: [UInt8]) throws(LibraryUnavailable) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
        guard functions.RAND_bytes?(&nonce, Int32(nonce.count)) == 1 else { throw refusal }
        let context = try context(nonce: nonce, encrypts: true)
        defer { functions.EVP_CIPHER_CTX_free?(context) }
        let encrypted = try process(message, authenticating: data, in: context)
        var tag = [UInt8](repeating: 0, count: Self.tagLength)
        guard ends(context),
            functions.EVP_CIPHER_CTX_ctrl?(context, Int32(EVP_CTRL_GCM_GET_TAG), Int32(tag.count), &tag) == 1
        else { throw refusal }
        return nonce + encrypted + tag
    }

    /// Returns the message, or `nil` if its tag is wrong or missing.
    func open(_ sealed: [UInt8], authenticating data: [UInt8]) throws(LibraryUnavailable) -> [UInt8]? {
        guard sealed.count >= Self.nonceLength + Self.tagLength else { return nil }
        let context = try context(nonce: Array(sealed.prefix(Self.nonceLength)), encrypts: false)
        defer { functions.EVP_CIPHER_CTX_free?(context) }
        let encrypted = Array(sealed.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
        let message = try process(encrypted, authenticating: data, in: context)
        var tag = Array(sealed.suffix(Self.tagLength))
        guard functions.EVP_CIPHER_CTX_ctrl?(context, Int32(EVP_CTRL_GCM_SET_TAG), Int32(tag.count), &tag) == 1 else {
            throw refusal
        }
        return ends(context) ? message : nil
    }

    /// Returns a new context, which has to be freed.
    private func context(nonce: [UInt8], encrypts: Bool) throws(LibraryUnavailable) -> UnsafeMutableRawPointer {
        guard let context = functions.EVP_CIPHER_CTX_new?() else { throw refusal }
        let cipher = functions.EVP_aes_256_gcm?()
        guard functions.EVP_CipherInit_ex?(context, cipher, nil, key, nonce, encrypts ? 1 : 0) == 1 else {
            functions.EVP_CIPHER_CTX_free?(context)
            throw refusal
        }
        return context
    }

    /// Returns the encrypted or decrypted text. It counts only after ``ends(_:)`` has returned `true`.
    private func process(
        _ text: [UInt8], authenticating data: [UInt8], in context: UnsafeMutableRawPointer
    ) throws(LibraryUnavailable) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: text.count)
        var written: Int32 = 0
        guard let length = Int32(exactly: text.count), let dataLength = Int32(exactly: data.count),
            functions.EVP_CipherUpdate?(context, nil, &written, data, dataLength) == 1,
            functions.EVP_CipherUpdate?(context, &output, &written, text, length) == 1
        else { throw refusal }
        return output
    }

    /// Computes the tag of an encrypted text, or returns whether the tag of a decrypted one is right.
    private func ends(_ context: UnsafeMutableRawPointer) -> Bool {
        var rest = [UInt8](repeating: 0, count: Self.tagLength)
        var written: Int32 = 0
        return functions.EVP_CipherFinal_ex?(context, &rest, &written) == 1
    }

    private var refusal: LibraryUnavailable { LibraryUnavailable(reason: "libcrypto refuses AES-256-GCM") }
}
