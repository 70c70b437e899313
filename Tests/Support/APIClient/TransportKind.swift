import UsecasesAPIClient

/// The network transports in this build.
enum TransportKind: String, CaseIterable, Sendable, Codable {
    /// libcurl on Linux, URLSession on Apple's systems.
    case system

    var transport: any HTTPTransport { transport(authorities: nil) }

    func transport(authorities: String?) -> any HTTPTransport { NetworkTransport(authorities: authorities) }
}
