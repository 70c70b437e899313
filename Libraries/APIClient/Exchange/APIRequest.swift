import Foundation
package import HTTPTypes

/// A request to a server, and how its response is to be delivered.
public struct APIRequest: Sendable, Hashable {
    /// 1 MiB.
    package static let defaultResponseLimit = 1 << 20

    package var head: HTTPRequest
    package var body: HTTPBody
    /// The values in the address and in the body that must be kept secret; for those in headers see
    /// ``HTTPTypes/HTTPField/isSecret``.
    package var secrets: [String]
    /// The largest accepted response, in bytes after decompression.
    package var responseLimit: Int
    /// Whether the body of the response is delivered piece by piece; otherwise the response is complete when it is
    /// returned.
    package var isStreamed: Bool

    package init(
        _ head: HTTPRequest, body: HTTPBody = .empty, secrets: [String] = [],
        responseLimit: Int = APIRequest.defaultResponseLimit, isStreamed: Bool = false
    ) {
        self.head = head
        self.body = body
        self.secrets = secrets
        self.responseLimit = responseLimit
        self.isStreamed = isStreamed
    }

    /// Whether the request can be repeated without repeating its effect: its method is idempotent by RFC 9110, 9.2.2,
    /// or it carries an idempotency key.
    package var isRepeatable: Bool {
        [.get, .head, .put, .delete, .options, .trace].contains(head.method)
            || head.headerFields[.idempotencyKey] != nil
    }

    /// Why transports refuse to send the request; `nil` if they do not. Values never contain line breaks here:
    /// HTTPTypes replaces them with spaces.
    var flaw: String? {
        for field in head.headerFields where !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
            return "the value of the header \(field.name) is not ASCII"
        }
        return head.authority?.isEmpty ?? true ? "it has no host" : nil
    }

    /// The scheme, host and port, to which credentials are bound.
    package var origin: String {
        let scheme = head.scheme?.lowercased() ?? ""
        let authority = head.authority?.lowercased() ?? ""
        let standardPort = scheme == "https" ? ":443" : ":80"
        return scheme + "://"
            + (authority.hasSuffix(standardPort) ? authority.dropLast(standardPort.count) : authority[...])
    }

    /// The whole address, including its secrets.
    package var url: String { "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")" }
}

extension APIRequest {
    /// The same request to another address of the same origin; `nil` for any other origin.
    func following(_ reference: String) -> APIRequest? {
        guard let next = redirected(to: reference), next.origin == origin else { return nil }
        return next
    }

    /// The same request to another address, which may be relative to this one; `nil` if it is not a valid address.
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
