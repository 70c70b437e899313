import Foundation
import HTTPTypes
import UsecasesEngine

/// The address of a service. It has the scheme `http` or `https`, a host, and optionally a port and a path.
public struct BaseAddress: Sendable, Hashable {
    /// The reason that a text is not a valid address.
    public enum Flaw: Error, Hashable, CustomStringConvertible {
        /// The text is not a URL.
        case unreadable
        /// The scheme is neither http nor https.
        case scheme
        /// The address has no host.
        case host
        /// The port is not from 1 to 65535.
        case port
        /// The address contains a name or a password.
        case userinfo
        /// The address continues after its path.
        case queryOrFragment

        /// The reason as a clause that can follow the address.
        public var description: String {
            switch self {
            case .unreadable: "it is not a URL"
            case .scheme: "it must begin with http:// or https://"
            case .host: "it names no host"
            case .port: "its port must be from 1 to 65535"
            case .userinfo: "a name or a password has no place in it"
            case .queryOrFragment: "it must end after the path"
            }
        }
    }

    let scheme: String
    private let host: String
    /// The host, followed by the port if the address has one.
    let authority: String
    /// The path without a slash at its end. Either empty or begins with a slash.
    let path: String

    /// Parses a URL and ignores slashes at its end. Throws the first flaw found.
    public init(_ text: String) throws(Flaw) {
        guard let components = URLComponents(string: text) else { throw .unreadable }
        guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme) else { throw .scheme }
        guard components.user == nil, components.password == nil else { throw .userinfo }
        guard let host = components.encodedHost, !host.isEmpty else { throw .host }
        guard components.query == nil, components.fragment == nil else { throw .queryOrFragment }
        if let port = components.port {
            guard (1...65535).contains(port) else { throw .port }
            authority = "\(host):\(port)"
        } else {
            authority = host
        }
        (self.scheme, self.host) = (scheme, host)
        let written = components.percentEncodedPath
        path = written.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(written[...$0]) } ?? ""
    }

    /// Creates an `http` address. The host name must be valid.
    public init(host: String) {
        (scheme, self.host, authority, path) = ("http", host, host, "")
    }
}

extension BaseAddress {
    /// A folder name for the origin (scheme, host and port). Different origins have different names.
    public var folderName: String {
        let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
        return APIRequest(head).origin.replacing("//", with: "")
    }

    /// Whether requests leave this machine without encryption.
    package var isExposed: Bool { scheme == "http" && LoopbackHost(host) == nil }
}

extension BaseAddress: CustomStringConvertible {
    /// The address as a URL, without a slash at its end.
    public var description: String { "\(scheme)://\(authority)\(path)" }
}

/// The setting of a service's address, for tests and proxies.
public struct AddressSetting: Sendable, Hashable {
    /// The name, such as `github-url`. The name of the environment variable is derived from it.
    public let name: String
    /// The default address.
    public let usual: String

    /// Creates the setting `name`. `usual` is the default address.
    public init(_ name: String, usual: String) {
        self.name = name
        self.usual = usual
    }
}
