/// The reason why an exchange with a server failed. It is used for explanations and contains no secrets.
public enum ExchangeFault: Error, Sendable, Hashable, Codable {
    /// The reason why the connection to the server failed or ended.
    public enum Disconnection: String, Sendable, Hashable, Codable, CaseIterable {
        case cannotConnect
        case hostNotFound
        case notConnected
        case timedOut
        case connectionLost
    }

    /// The reason why the server's certificate is not accepted.
    public enum CertificateFlaw: String, Sendable, Hashable, Codable, CaseIterable {
        case unknownAuthority
        case expired
        case notYetValid
        case wrongHost
        /// The certificate was rejected for an unknown reason.
        case rejected
    }

    /// The part of an answer that cannot be read.
    public enum AnswerFlaw: String, Error, Sendable, Hashable, Codable, CaseIterable {
        case notHTTP
        case head
        /// The head is larger than any server needs.
        case headTooLarge
        case length
        case chunking
        /// The compression of the body.
        case coding
        /// The frames of HTTP/2.
        case framing
    }

    /// The reason why a redirect is not followed.
    public enum RedirectFlaw: Sendable, Hashable, Codable {
        case tooMany(limit: Int)
        /// The redirect leads to a different scheme, host or port.
        case otherOrigin
        /// The redirect leads from https to http.
        case insecure
        /// Following the redirect could change the method of the request.
        case otherMethod
        /// Following the redirect would pass secrets on.
        case secrets
        /// The redirect has no address, or an address that cannot be parsed.
        case noAddress
    }

    /// The reason why a request cannot be sent as it is.
    public enum RequestFlaw: Sendable, Hashable, Codable {
        /// The value of this header is not ASCII.
        case header(name: String)
        case noHost
        case invalidAddress
        case unsupportedScheme
        /// A file of the body cannot be read, or is shorter than it was.
        case unreadableFiles
    }

    case disconnected(Disconnection)
    case untrusted(CertificateFlaw)
    /// TLS could not be set up.
    case insecure
    case malformed(AnswerFlaw)
    /// The data is larger than `limit` bytes.
    case tooLarge(limit: Int)
    case redirect(RedirectFlaw)
    /// The proxy cannot be used. `status` is the status of its response, or `nil` without a response.
    case proxy(status: Int?)
    case unsendable(reason: RequestFlaw)
    case missingLibrary
    case unreadableAuthorities
}

extension ExchangeFault.RequestFlaw {
    /// The reason as a clause about the request.
    package var sentence: Sentence {
        switch self {
        case .header(let name):
            Sentence(en: "the value of the header \(name) is not ASCII", ja: "ヘッダ\(name)の値がASCIIではありません")
        case .noHost: Sentence(en: "it has no host", ja: "ホスト名がありません")
        case .invalidAddress: Sentence(en: "it has no valid address", ja: "アドレスが正しくありません")
        case .unsupportedScheme:
            Sentence(en: "libcurl does not support its scheme", ja: "libcurlがアドレスのスキームに対応していません")
        case .unreadableFiles: Sentence(en: "its files cannot be read", ja: "送るファイルを読み込めません")
        }
    }
}
