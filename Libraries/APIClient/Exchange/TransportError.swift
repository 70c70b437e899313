public import UsecasesEngine

/// The error of a request that received no complete response.
public struct TransportError: CausedError {
    /// The reason that the connection failed.
    public typealias Reason = ExchangeFault.Disconnection

    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// The request is not valid. Nothing was sent.
        case unsendable(ExchangeFault.RequestFlaw)
        /// The connection failed, or was lost before the response was complete.
        case disconnected(Reason)
        /// The certificate of the server is not accepted.
        case untrusted(ExchangeFault.CertificateFlaw)
        /// TLS could not be set up.
        case insecure
        /// The response cannot be read.
        case malformed(ExchangeFault.AnswerFlaw)
        /// A proxy cannot be used. `status` is the status of its response, if it sent one.
        case proxy(status: Int?)
        /// No descriptor is left for a connection.
        case tooManyOpenFiles
        /// The library that sends requests is not installed.
        case missingLibrary
        /// The file of trusted certificate authorities cannot be read.
        case unreadableAuthorities
        /// The response exceeds the limit, in bytes.
        case tooLarge(limit: Int, status: Int)
        /// No token could be obtained for the request.
        case unauthenticated
        /// A stub expected a different request or no request.
        case unexpected(String)
        /// The task was cancelled.
        case cancelled
        /// Any other failure.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// The error of the underlying library. `nil` if the library reported no error.
    public var causedBy: (any Error)?
    /// The request as it was sent, or would have been sent.
    public var request: APIRequest?
    /// All attempts, ending with the failed one. Empty if requests are not retried.
    public var attempts: [Attempt] = []

    /// Whether the exchange ended before a proxy passed the request on.
    private(set) var isAtProxy = false

    /// Creates an error. `causedBy` is the error of the underlying library.
    public init(_ kind: Kind, causedBy: (any Error)? = nil, request: APIRequest? = nil) {
        self.kind = kind
        self.causedBy = causedBy
        self.request = request
    }
}

extension TransportError {
    /// The error of an exchange that ended before a proxy passed the request on. If the time was up, the proxy cannot be
    /// used.
    var atProxy: TransportError {
        var error = self
        error.isAtProxy = true
        if kind == .disconnected(.timedOut) { error.kind = .proxy(status: nil) }
        return error
    }

    /// Returns a copy of the error with the given request.
    func about(_ request: APIRequest) -> TransportError {
        var error = self
        error.request = request
        return error
    }
}

extension TransportError: CustomStringConvertible {
    /// The kind of failure in a few words.
    public var description: String {
        switch kind {
        case .unsendable(let flaw): "the request cannot be sent: \(flaw.sentence.text(in: .en))"
        case .disconnected(let reason): reason.rawValue
        case .tooLarge(let limit, _): "the response is larger than \(limit) bytes"
        case .untrusted(let flaw): "the certificate of the server is not accepted: \(flaw.rawValue)"
        case .insecure: "TLS could not be set up"
        case .malformed(let flaw): "the response cannot be read: \(flaw.rawValue)"
        case .proxy(let status): "the proxy cannot be used" + (status.map { ": it answered \($0)" } ?? "")
        case .tooManyOpenFiles: "too many files are open"
        case .missingLibrary: "libcurl cannot be loaded"
        case .unreadableAuthorities: "the file of trusted authorities cannot be read"
        case .unauthenticated: "no token"
        case .unexpected(let message): message
        case .cancelled: "cancelled"
        case .other: "the exchange failed"
        }
    }
}

extension TransportError.Kind {
    /// The fault that describes the error to the user. `nil` if the kind has no fault.
    var fault: ExchangeFault? {
        switch self {
        case .unsendable(let flaw): .unsendable(reason: flaw)
        case .disconnected(let reason): .disconnected(reason)
        case .untrusted(let flaw): .untrusted(flaw)
        case .insecure: .insecure
        case .malformed(let flaw): .malformed(flaw)
        case .proxy(let status): .proxy(status: status)
        case .tooManyOpenFiles: .tooManyOpenFiles
        case .missingLibrary: .missingLibrary
        case .unreadableAuthorities: .unreadableAuthorities
        case .tooLarge(let limit, _): .tooLarge(limit: limit)
        case .unauthenticated, .unexpected, .cancelled, .other: nil
        }
    }
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
