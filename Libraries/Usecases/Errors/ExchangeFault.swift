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
    /// The request cannot be sent as it is.
    case unsendable(reason: String)
    case missingLibrary
    case unreadableAuthorities
}
