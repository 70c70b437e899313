package import HTTPTypes

/// A request on its way to a server, and how its response is wanted.
package struct HttpRequest: Sendable, Hashable {
    /// 1 MiB.
    package static let defaultResponseLimit = 1 << 20

    package var head: HTTPRequest
    package var body: HttpBody
    /// The values in the address and in the body that nobody else may see; for those in headers see
    /// ``HTTPTypes/HTTPField/isSecret``.
    package var secrets: [String]
    /// The largest response that is taken, in bytes, after it was decompressed.
    package var responseLimit: Int
    /// Whether the body of the response comes piece by piece; else the response is complete when it comes.
    package var isStreamed: Bool

    package init(
        _ head: HTTPRequest, body: HttpBody = .empty, secrets: [String] = [],
        responseLimit: Int = HttpRequest.defaultResponseLimit, isStreamed: Bool = false
    ) {
        self.head = head
        self.body = body
        self.secrets = secrets
        self.responseLimit = responseLimit
        self.isStreamed = isStreamed
    }

    /// May be sent a second time without doing a second time what it asks for: RFC 9110, 9.2.2, or it carries an
    /// idempotency key.
    package var isRepeatable: Bool {
        [.get, .head, .put, .delete, .options, .trace].contains(head.method)
            || head.headerFields[.idempotencyKey] != nil
    }

    /// Why no transport sends it; `nil` if they do. Line breaks in values never get here: HTTPTypes makes them spaces.
    var flaw: String? {
        for field in head.headerFields where !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
            return "the value of the header \(field.name) is not ASCII"
        }
        return head.authority?.isEmpty ?? true ? "it has no host" : nil
    }

    /// Scheme, host and port, to which credentials belong.
    package var origin: String {
        let scheme = head.scheme?.lowercased() ?? ""
        let authority = head.authority?.lowercased() ?? ""
        let standardPort = scheme == "https" ? ":443" : ":80"
        return scheme + "://"
            + (authority.hasSuffix(standardPort) ? authority.dropLast(standardPort.count) : authority[...])
    }

    /// The whole address, with its secrets.
    package var url: String { "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")" }
}
