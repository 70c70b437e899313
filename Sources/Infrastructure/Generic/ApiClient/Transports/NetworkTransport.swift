#if AsyncHTTPClient
/// What the commands exchange by: AsyncHTTPClient where it was built in.
package typealias NetworkTransport = AsyncHTTPClientTransport
#elseif canImport(Darwin)
/// What the commands exchange by: what comes with the system.
package typealias NetworkTransport = URLSessionTransport

extension URLSessionTransport {
    /// Whom to trust is said in the keychain alone.
    package static let trustsFiles = false

    package convenience init(authorities: String?) { self.init() }
}
#else
/// What the commands exchange by: what comes with the system.
package typealias NetworkTransport = CurlTransport
#endif
