#if canImport(Darwin)
/// The default transport of commands. It is included in the system.
public typealias NetworkTransport = URLSessionTransport

extension URLSessionTransport {
    /// `false`, because trusted certificates can only be set in the keychain.
    public static let trustsFiles = false
    /// Creates a transport. `authorities` is ignored, because this system reads trusted certificates from the keychain.
    public convenience init(authorities: String?) { self.init() }
}
#else
/// The default transport of commands. It is included in the system.
public typealias NetworkTransport = CurlTransport
#endif
