#if Server
package import NIOSSL
import Synchronization
import UsecasesEngine
import UsecasesSystem

/// The certificate and its key from their files. They were checked to be usable and to match.
package struct TLSFiles: Sendable {
    /// The problems of the two files, one for each file at most.
    struct Problems: Error {
        let all: [Sentence]

        fileprivate init(_ all: [Sentence]) { self.all = all }
        fileprivate init(en: String, ja: String) { all = [Sentence(en: en, ja: ja)] }
    }

    /// The limit for each file, in bytes.
    private static let limit = 1 << 20

    package let configuration: TLSConfiguration
    let validity: CertificateValidity
    /// The stamps of both files before they were read.
    let stamps: [FileStamp?]

    /// Reads both files once, without asking for a password.
    static func read(_ files: ServerSettings.Certificate) -> Result<TLSFiles, Problems> {
        let stamps = files.stamps
        let chain = Result { () throws(Problems) in try Self.chain(files.chain) }
        let key = Result { () throws(Problems) in try Self.key(files.key) }
        switch (chain, key) {
        case (.failure(let first), .failure(let second)): return .failure(Problems(first.all + second.all))
        case (.failure(let problems), .success), (.success, .failure(let problems)): return .failure(problems)
        case (.success(let chain), .success(let key)):
            return Result { () throws(Problems) in try TLSFiles(chain: chain, key: key, of: files, stamps) }
        }
    }

    private init(
        chain: [NIOSSLCertificate], key: NIOSSLPrivateKey, of files: ServerSettings.Certificate, _ stamps: [FileStamp?]
    ) throws(Problems) {
        self.stamps = stamps
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Forward secrecy and authenticated encryption. The suites of TLS 1.3 always have both.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch NIOSSLError.failedToLoadPrivateKey {
            // The key was readable before. This failure means that it does not match the certificate.
            throw Problems(
                en: "tls-key is '\(files.key)', which does not belong to the certificate in '\(files.chain)'.",
                ja: "tls-keyの「\(files.key)」は「\(files.chain)」の証明書のものではありません。")
        } catch {
            throw Problems(
                en: "tls-certificate is '\(files.chain)', which cannot be used: \(error).",
                ja: "tls-certificateの「\(files.chain)」は使えません: \(error)")
        }
        self.configuration = configuration
        validity = CertificateValidity(
            begin: Timestamp(seconds: chain.map(\.notValidBefore).max() ?? 0),
            end: Timestamp(seconds: chain.map(\.notValidAfter).min() ?? 0))
    }

    private static func chain(_ path: String) throws(Problems) -> [NIOSSLCertificate] {
        let bytes = try bytes(of: path, .tlsCertificate)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
            throw Problems(
                en: "tls-certificate is '\(path)', which has no certificate in PEM form.",
                ja: "tls-certificateの「\(path)」にPEM形式の証明書がありません。")
        }
        return chain
    }

    private static func key(_ path: String) throws(Problems) -> NIOSSLPrivateKey {
        let bytes = try bytes(of: path, .tlsKey)
        let isEncrypted = Mutex(false)
        do {
            return try NIOSSLPrivateKey(bytes: bytes, format: .pem) { (_: NIOSSLPassphraseSetter<[UInt8]>) in
                isEncrypted.withLock { $0 = true }
            }
        } catch {
            throw isEncrypted.withLock(\.self)
                ? Problems(
                    en: "tls-key is '\(path)', which is encrypted: give a key without a password.",
                    ja: "tls-keyの「\(path)」は暗号化されています。パスワードのない鍵を指定してください。")
                : Problems(
                    en: "tls-key is '\(path)', which has no private key in PEM form.",
                    ja: "tls-keyの「\(path)」にPEM形式の秘密鍵がありません。")
        }
    }

    /// Reads a file without byte order marks, which could precede each part of a concatenated file.
    private static func bytes(of path: String, _ setting: ServerSetting) throws(Problems) -> [UInt8] {
        do {
            return Array(try InputFile.read(path, limit: limit)).replacing([0xEF, 0xBB, 0xBF], with: [])
        } catch {
            throw Problems(
                en: "\(setting.name) is '\(path)', which cannot be read: \(error.reason.text(in: .en)).",
                ja: "\(setting.name)の「\(path)」を読み込めません: \(error.reason.text(in: .ja))")
        }
    }
}

extension Timestamp {
    fileprivate init(seconds: Int) {
        self.init(milliseconds: Int64(clamping: seconds) * 1000)
    }
}

/// The common validity period of a certificate and its whole chain.
struct CertificateValidity: Sendable, Hashable {
    /// The advance warning for operators, 14 days in milliseconds.
    private static let notice: Int64 = 14 * 24 * 3600 * 1000

    let begin: Timestamp
    let end: Timestamp

    func remark(at now: Timestamp) -> Sentence? {
        if now > end {
            return Sentence(
                en: "the TLS certificate has expired: it was valid until \(end)", ja: "TLSの証明書は期限切れです。有効期限は\(end)でした")
        }
        if now < begin {
            return Sentence(
                en: "the TLS certificate is not valid yet: it will be from \(begin)",
                ja: "TLSの証明書はまだ有効ではありません。\(begin)から有効です")
        }
        guard end.milliseconds - now.milliseconds < Self.notice else { return nil }
        return Sentence(
            en: "the TLS certificate is valid for less than 14 days, until \(end)",
            ja: "TLSの証明書の有効期限まで14日を切っています。期限は\(end)です")
    }
}

extension ServerSettings.Certificate {
    var stamps: [FileStamp?] { [FileStamp(chain), FileStamp(key)] }
}
#endif
