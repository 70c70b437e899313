import Infrastructure

/// The transports that go over a network, of those that were built in.
enum TransportKind: String, CaseIterable, Sendable, Codable {
    case urlSession
    #if AsyncHTTPClient
    case asyncHTTPClient
    #endif
}

#if AsyncHTTPClient
extension TransportKind {
    var transport: any HttpTransport {
        switch self {
        case .urlSession: URLSessionTransport()
        case .asyncHTTPClient: AsyncHTTPClientTransport()
        }
    }
}
#else
extension TransportKind {
    var transport: any HttpTransport { URLSessionTransport() }
}
#endif
