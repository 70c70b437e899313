import Foundation

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

/// The proxies in the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. They follow the
/// rules of curl.
package struct ProxyVariables: Sendable {
    /// The address of a proxy, with the credentials for it.
    public struct Server: Sendable, Hashable {
        /// The host name or address.
        public let host: String
        /// The port, from 1 to 65535. 1080 by default.
        public let port: Int
        /// A name and a password, separated by a colon. `nil` if the address has no credentials.
        public let credentials: String?
    }

    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    private static let standardPort = 1080

    private let environment: [String: String]
    /// Whether no proxy is set for any address.
    let isEmpty: Bool

    package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
        isEmpty = environment.allSatisfy { $0.value.isEmpty || !$0.key.lowercased().hasSuffix("_proxy") }
    }

    /// Returns the proxy for a host. Returns `nil` for a direct connection.
    package func server(forScheme scheme: String, host: String) throws(Unusable) -> Server? {
        // A client of a CGI script can set `HTTP_PROXY` in capitals.
        let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let name = (names + ["all_proxy", "ALL_PROXY"]).first(where: { !(environment[$0] ?? "").isEmpty }),
            let text = environment[name], !isExempt(host)
        else { return nil }
        let address = text.contains("://") ? text : "http://" + text
        guard let components = URLComponents(string: address), components.scheme?.lowercased() == "http",
            let host = components.host, !host.isEmpty, (1...65_535).contains(components.port ?? Self.standardPort)
        else { throw Unusable(description: "\(name) names no proxy that can be used") }
        return Server(
            host: host, port: components.port ?? Self.standardPort,
            credentials: components.user.map { "\($0):\(components.password ?? "")" })
    }

    private func isExempt(_ host: String) -> Bool {
        let host = host.lowercased()
        let list = [environment["no_proxy"], environment["NO_PROXY"]].compactMap { $0 }.first { !$0.isEmpty } ?? ""
        return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            let domain = entry.lowercased().drop { $0 == "." }
            return entry == "*" || (!domain.isEmpty && (host == domain || host.hasSuffix("." + domain)))
        }
    }
}
