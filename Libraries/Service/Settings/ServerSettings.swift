#if Server
package import Logging

/// The settings from the options, the environment and the file, complete and valid.
public struct ServerSettings: Sendable {
    /// Paths of PEM files: the certificate with the rest of its chain, and its key.
    package struct Certificate: Sendable, Hashable {
        package var chain: String
        package var key: String
    }

    /// The address or the name to listen on.
    public var host = "127.0.0.1"
    /// 0 for any free port.
    public var port = 8000
    /// Requests per second for each client address; `nil` for no limit.
    public var rateLimit: Double? = 100
    /// Requests with a password per second for each client address; `nil` for no limit.
    public var passwordRateLimit: Double? = 1
    package var trustedProxies: [AddressRange] = []
    package var maximumConnections = 16_384
    /// How many of them one client may have; trusted proxies are limited by the total only.
    package var connectionsPerAddress = 1024
    /// The clients for which places are reserved when the limit of connections is reached.
    package var operators = AddressRange.loopback
    /// How long a connection may wait for the next request.
    package var idleTimeout = Duration.seconds(60)
    /// How long a request may take to arrive.
    package var requestTimeout = Duration.seconds(10)
    /// How long a client may take to accept an answer.
    package var responseTimeout = Duration.seconds(10)
    /// How long accepted requests may take to finish once the server is told to stop.
    package var shutdownTimeout = Duration.seconds(30)
    /// How long it announces its end, and accepts connections and requests as before, once it is told to stop.
    package var drainDelay = Duration.zero
    /// The path of a PEM file, as that of its key; one of the two alone is a mistake.
    package var tlsCertificate: String?
    package var tlsKey: String?
    package var logLevel = Logger.Level.info
    /// Lines per second that requests may cause; `nil` for no limit.
    package var logRate: Double? = 100

    /// Settings of the application's own, by their types.
    private var own: [ObjectIdentifier: any OwnServerSettings] = [:]

    /// The defaults.
    public init() {}

    /// The settings of the given type; the defaults until they are set.
    public subscript<Own: OwnServerSettings>(type: Own.Type) -> Own {
        get { own[ObjectIdentifier(type)] as? Own ?? Own() }
        set { own[ObjectIdentifier(type)] = newValue }
    }

    /// `nil` if the transport is not encrypted.
    package var certificate: Certificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return Certificate(chain: tlsCertificate, key: tlsKey)
    }
}
/// Settings of an application's own. They begin as the defaults.
public protocol OwnServerSettings: Sendable {
    init()
}
#endif
