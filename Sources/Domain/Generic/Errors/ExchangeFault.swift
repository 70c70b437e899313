/// What kept an exchange with a server from being completed, for whoever explains it; without secrets.
package enum ExchangeFault: Error, Sendable, Hashable, Codable {
    package enum Disconnection: String, Sendable, Hashable, Codable, CaseIterable {
        case cannotConnect
        case hostNotFound
        case notConnected
        case timedOut
        case connectionLost
    }

    package enum CertificateFlaw: String, Sendable, Hashable, Codable, CaseIterable {
        case unknownAuthority
        case expired
        case notYetValid
        case wrongHost
        /// It is not accepted, and nobody says why.
        case rejected
    }

    /// What cannot be read of an answer.
    package enum AnswerFlaw: String, Error, Sendable, Hashable, Codable, CaseIterable {
        case notHttp
        case head
        /// Larger than any server needs.
        case headTooLarge
        case length
        case chunking
        /// Its compression.
        case coding
        /// The frames of HTTP/2.
        case framing
    }

    /// Why a redirect is not followed.
    package enum RedirectFlaw: Sendable, Hashable, Codable {
        case tooMany(limit: Int)
        /// To another scheme, host or port.
        case otherOrigin
        /// From https to http.
        case insecure
        /// It would do something else than what was asked for.
        case otherMethod
        /// It would take secrets along.
        case secrets
        /// It says no address, or none that can be read.
        case noAddress
    }

    case disconnected(Disconnection)
    case untrusted(CertificateFlaw)
    /// TLS could not be set up.
    case insecure
    case malformed(AnswerFlaw)
    /// In bytes.
    case tooLarge(limit: Int)
    case redirect(RedirectFlaw)
    /// The proxy cannot be used; `status` is what it answered, if it did.
    case proxy(status: Int?)
    /// It cannot be sent as it is.
    case unsendable(reason: String)
    case missingLibrary
    case unreadableAuthorities
}
