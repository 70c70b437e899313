import UsecasesAPIClient

/// The network transports in this build.
enum TransportKind: String, CaseIterable, Sendable, Codable {
    /// libcurl on Linux, URLSession on Apple's systems.
    case system
    #if AsyncHTTPClient
    case asyncHTTPClient
    #endif
}

#if os(Linux)
typealias SystemTransport = CurlTransport
#else
typealias SystemTransport = URLSessionTransport
#endif

#if AsyncHTTPClient
extension TransportKind {
    var transport: any HTTPTransport { transport(authorities: nil) }

    func transport(authorities: String?) -> any HTTPTransport {
        switch self {
        case .system: SystemTransport(authorities: authorities)
        case .asyncHTTPClient: AsyncHTTPClientTransport(authorities: authorities)
        }
    }
}
#else
extension TransportKind {
    var transport: any HTTPTransport { transport(authorities: nil) }

    func transport(authorities: String?) -> any HTTPTransport { SystemTransport(authorities: authorities) }
}
#endif
