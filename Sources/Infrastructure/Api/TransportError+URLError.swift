import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// Sorts what URLSession reports, by its number alone.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .other(causedBy: error)
            return
        }
        let cause = URLSessionFailure(error: error)
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .disconnected(.timedOut, causedBy: cause)
        case .cannotFindHost, .dnsLookupFailed: self = .disconnected(.hostNotFound, causedBy: cause)
        case .cannotConnectToHost: self = .disconnected(.cannotConnect, causedBy: cause)
        case .notConnectedToInternet: self = .disconnected(.notConnected, causedBy: cause)
        case .networkConnectionLost: self = .disconnected(.connectionLost, causedBy: cause)
        // On Linux, these are an empty answer, and whatever libcurl meets between connecting and the last byte.
        case .badServerResponse, .unknown: self = .disconnected(.connectionLost, causedBy: cause)
        default: self = .other(causedBy: cause)
        }
    }
}

/// A failure of URLSession: its number, which is the same on every platform, and what the platform says of it.
private struct URLSessionFailure: Error, CustomStringConvertible {
    let error: URLError

    var description: String { "URLError \(error.code.rawValue): \(error.localizedDescription)" }
}
