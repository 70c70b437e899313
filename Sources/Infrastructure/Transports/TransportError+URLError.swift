import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// Sorts what URLSession reports, by its number alone.
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
            // On Linux, these are an empty answer, and whatever libcurl meets between connecting and the last byte.
            case .badServerResponse, .unknown: .disconnected(.connectionLost)
            default: .other
            }
        self.init(kind, causedBy: kind == .cancelled ? nil : URLSessionFailure(error: error))
    }
}

/// A failure of URLSession: its number, which is the same on every platform, and libcurl's words where it is behind it,
/// which are the same in every language.
private struct URLSessionFailure: Error, CustomStringConvertible {
    let error: URLError

    var description: String { "URLError \(error.code.rawValue)" + (wordsOfLibcurl.map { ": \($0)" } ?? "") }
}

#if canImport(FoundationNetworking)
extension URLSessionFailure {
    fileprivate var wordsOfLibcurl: String? { error.userInfo[NSLocalizedDescriptionKey] as? String }
}
#else
extension URLSessionFailure {
    fileprivate var wordsOfLibcurl: String? { nil }
}
#endif
