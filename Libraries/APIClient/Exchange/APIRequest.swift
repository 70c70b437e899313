import Foundation
public import HTTPTypes
import UsecasesEngine

/// A request to a server, with options for the delivery of its response.
public struct APIRequest: Sendable, Hashable {
    /// The default limit on responses, 1 MiB.
    public static let defaultResponseLimit = 1 << 20

    /// The method, the address and the header fields.
    public var head: HTTPRequest
    /// The body. Empty by default.
    public var body: HTTPBody
    /// The secret values in the address and in the body. For secrets in headers, see ``HTTPTypes/HTTPField/isSecret``.
    public var secrets: [String]
    /// The maximum size of the response, in bytes after decompression.
    public var responseLimit: Int
    /// Whether the body of the response is delivered piece by piece. If not, the response is returned when it is
    /// complete.
    public var isStreamed: Bool

    /// Creates a request. `responseLimit` is in bytes after decompression.
    public init(
        _ head: HTTPRequest, body: HTTPBody = .empty, secrets: [String] = [],
        responseLimit: Int = APIRequest.defaultResponseLimit, isStreamed: Bool = false
    ) {
        self.head = head
        self.body = body
        self.secrets = secrets
        self.responseLimit = responseLimit
        self.isStreamed = isStreamed
    }

    /// Whether the request can be repeated without repeating its effect. This requires an idempotent method (RFC 9110,
    /// 9.2.2) or an idempotency key.
    public var isRepeatable: Bool {
        [.get, .head, .put, .delete, .options, .trace].contains(head.method)
            || head.headerFields[.idempotencyKey] != nil
    }

    /// The reason that transports refuse to send the request. `nil` if it is valid. Line breaks in values need no
    /// check, because HTTPTypes replaces them with spaces.
    var flaw: ExchangeFault.RequestFlaw? {
        for field in head.headerFields where !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
            return .header(name: field.name.rawName)
        }
        return head.authority?.isEmpty ?? true ? .noHost : nil
    }

    /// The scheme, host and port. Credentials are only sent to this origin.
    public var origin: String {
        let scheme = head.scheme?.lowercased() ?? ""
        let authority = head.authority?.lowercased() ?? ""
        let standardPort = scheme == "https" ? ":443" : ":80"
        return scheme + "://"
            + (authority.hasSuffix(standardPort) ? authority.dropLast(standardPort.count) : authority[...])
    }

    /// The whole URL, including its secrets.
    public var url: String { "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")" }
}

extension APIRequest {
    /// Returns a copy of the request to an absolute or relative address. Returns `nil` if the address is not valid.
    func redirected(to reference: String) -> APIRequest? {
        guard let base = URL(string: url), let target = URL(string: reference, relativeTo: base)?.absoluteURL,
            let components = URLComponents(url: target, resolvingAgainstBaseURL: true),
            let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
            components.user == nil, let host = components.encodedHost, !host.isEmpty
        else { return nil }
        var request = self
        request.head.scheme = scheme
        request.head.authority = components.port.map { "\(host):\($0)" } ?? host
        let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
        request.head.path = path + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
        return request
    }
}
