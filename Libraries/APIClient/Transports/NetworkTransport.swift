#if AsyncHTTPClient
/// The transport of the commands: AsyncHTTPClient if it is built in.
package typealias NetworkTransport = AsyncHTTPClientTransport
#elseif canImport(Darwin)
/// The transport of the commands: the one that comes with the system.
package typealias NetworkTransport = URLSessionTransport

extension URLSessionTransport {
    /// Trusted certificates can only be set in the keychain.
    package static let trustsFiles = false

    package convenience init(authorities: String?) { self.init() }
}
#else
/// The transport of the commands: the one that comes with the system.
package typealias NetworkTransport = CurlTransport
#endif
