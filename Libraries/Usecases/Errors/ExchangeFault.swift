/// The reason why an exchange with a server was not completed, from which explanations are made; without secrets.
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
        /// It is not accepted, for an unknown reason.
        case rejected
    }

    /// The part of an answer that cannot be read.
    public enum AnswerFlaw: String, Error, Sendable, Hashable, Codable, CaseIterable {
        case notHTTP
        case head
        /// Larger than any server needs.
        case headTooLarge
        case length
        case chunking
        /// The compression of the body.
        case coding
        /// The frames of HTTP/2.
        case framing
    }

    /// Why a redirect is not followed.
    public enum RedirectFlaw: Sendable, Hashable, Codable {
        case tooMany(limit: Int)
        /// To another scheme, host or port.
        case otherOrigin
        /// From https to http.
        case insecure
        /// Following it could change the method of the request.
        case otherMethod
        /// Following it would pass secrets on.
        case secrets
        /// It has no address, or one that cannot be parsed.
        case noAddress
    }

    case disconnected(Disconnection)
    case untrusted(CertificateFlaw)
    /// TLS could not be set up.
    case insecure
    case malformed(AnswerFlaw)
    /// `limit` is in bytes.
    case tooLarge(limit: Int)
    case redirect(RedirectFlaw)
    /// The proxy cannot be used; `status` is that of its answer, if there was one.
    case proxy(status: Int?)
    /// The request cannot be sent as it is.
    case unsendable(reason: String)
    case missingLibrary
    case unreadableAuthorities
}
