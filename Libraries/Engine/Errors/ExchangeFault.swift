/// The reason why an exchange with a server failed. It is used for explanations and contains no secrets.
public enum ExchangeFault: Error, Sendable, Hashable, Codable {
    /// The reason why the connection to the server failed or ended.
    public enum Disconnection: String, Sendable, Hashable, Codable, CaseIterable {
        /// The connection could not be established.
        case cannotConnect
        /// The host name cannot be resolved.
        case hostNotFound
        /// This machine has no network connection.
        case notConnected
        /// No complete response arrived in time.
        case timedOut
        /// The connection ended before the response was complete.
        case connectionLost
    }

    /// The reason why the server's certificate is not accepted.
    public enum CertificateFlaw: String, Sendable, Hashable, Codable, CaseIterable {
        /// No trusted authority has signed the certificate.
        case unknownAuthority
        /// The certificate is no longer valid.
        case expired
        /// The certificate is not valid yet.
        case notYetValid
        /// The certificate is for a different host.
        case wrongHost
        /// The certificate was rejected for an unknown reason.
        case rejected
    }

    /// The part of an answer that cannot be read.
    public enum AnswerFlaw: String, Error, Sendable, Hashable, Codable, CaseIterable {
        /// The answer is not HTTP.
        case notHTTP
        /// The status line or a header field.
        case head
        /// The head is larger than any server needs.
        case headTooLarge
        /// The length of the body.
        case length
        /// The chunks of the body.
        case chunking
        /// The compression of the body.
        case coding
        /// The frames of HTTP/2.
        case framing
        /// The answer is only a part (206) of the requested content.
        case partial
    }

    /// The reason why a redirect is not followed.
    public enum RedirectFlaw: Sendable, Hashable, Codable {
        /// More redirects than `limit` would follow.
        case tooMany(limit: Int)
        /// The redirect leads to a different scheme, host or port.
        case otherOrigin
        /// The redirect leads from https to http.
        case insecure
        /// Following the redirect could change the method of the request.
        case otherMethod
        /// The redirect has no address, or an address that cannot be parsed.
        case noAddress
    }

    /// The reason why a request cannot be sent as it is.
    public enum RequestFlaw: Sendable, Hashable, Codable {
        /// The value of this header is not ASCII.
        case header(name: String)
        /// The address has no host.
        case noHost
        /// The address is not a valid URL.
        case invalidAddress
        /// The scheme is neither http nor https.
        case unsupportedScheme
        /// A file of the body cannot be read, or is shorter than it was.
        case unreadableFiles
    }

    /// The connection failed, or ended too early.
    case disconnected(Disconnection)
    /// The certificate of the server is not accepted.
    case untrusted(CertificateFlaw)
    /// TLS could not be set up.
    case insecure
    /// The answer cannot be read.
    case malformed(AnswerFlaw)
    /// The data is larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// A redirect is not followed.
    case redirect(RedirectFlaw)
    /// The proxy cannot be used. `status` is the status of its response, or `nil` without a response.
    case proxy(status: Int?)
    /// The request cannot be sent.
    case unsendable(reason: RequestFlaw)
    /// No descriptor is left for a connection.
    case tooManyOpenFiles
    /// The library that sends requests is not installed.
    case missingLibrary
    /// The file of trusted certificate authorities cannot be read.
    case unreadableAuthorities
}
