#if AsyncHTTPClient
/// The transport of the commands: AsyncHTTPClient if it is built in.
public typealias NetworkTransport = AsyncHTTPClientTransport
#elseif canImport(Darwin)
/// The transport of the commands: the one that comes with the system.
public typealias NetworkTransport = URLSessionTransport

extension URLSessionTransport {
    /// Trusted certificates can only be set in the keychain.
    public static let trustsFiles = false

    /// `authorities` is ignored: this system takes them from the keychain.
    public convenience init(authorities: String?) { self.init() }
}
#else
/// The transport of the commands: the one that comes with the system.
public typealias NetworkTransport = CurlTransport
#endif
