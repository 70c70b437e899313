#if canImport(Darwin)
import Foundation

extension TransportError {
    /// Maps errors of URLSession by their codes alone.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self.init(.other, causedBy: error)
            return
        }
        let kind: Kind =
            switch error.code {
            case .cancelled: .cancelled
            case .timedOut: .disconnected(.timedOut)
            case .cannotFindHost, .dnsLookupFailed: .disconnected(.hostNotFound)
            case .cannotConnectToHost: .disconnected(.cannotConnect)
            case .notConnectedToInternet: .disconnected(.notConnected)
            case .networkConnectionLost: .disconnected(.connectionLost)
            case .serverCertificateHasUnknownRoot: .untrusted(.unknownAuthority)
            case .serverCertificateHasBadDate: .untrusted(.expired)
            case .serverCertificateNotYetValid: .untrusted(.notYetValid)
            case .serverCertificateUntrusted: .untrusted(.rejected)
            case .secureConnectionFailed: .insecure
            case .badServerResponse, .cannotParseResponse: .malformed(.head)
            case .cannotDecodeContentData, .cannotDecodeRawData: .malformed(.coding)
            default: .other
            }
        self.init(kind, causedBy: kind == .cancelled ? nil : URLSessionFailure(error: error))
    }
}

/// A failure of URLSession: its code, which is the same in every language.
private struct URLSessionFailure: Error, CustomStringConvertible {
    let error: URLError

    var description: String { "URLError \(error.code.rawValue)" }
}
#endif
