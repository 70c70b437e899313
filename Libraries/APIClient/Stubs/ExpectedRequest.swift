public import HTTPTypes

/// A request that a stub expects, and the answers to it, one after the other.
public struct ExpectedRequest: Sendable {
    enum Target: Sendable {
        /// A path with its query, on any host.
        case path(String)
        case url(String)
    }

    let method: HTTPRequest.Method
    let target: Target
    /// The body as text, without secrets; `nil` for any body.
    let body: String?
    let answers: [StubAnswer]

    /// `path` is the path as it is sent, with its query. The request is expected as often as there are answers.
    public init(
        _ method: HTTPRequest.Method, _ path: String, body: String? = nil, answers: [StubAnswer]
    ) {
        self.init(method, .path(path), body: body, answers)
    }

    /// Creates a request that is expected once; `body` is `nil` for any body.
    public init(_ method: HTTPRequest.Method, _ path: String, body: String? = nil, _ answer: StubAnswer) {
        self.init(method, path, body: body, answers: [answer])
    }

    init(_ method: HTTPRequest.Method, _ target: Target, body: String?, _ answers: [StubAnswer]) {
        self.method = method
        self.target = target
        self.body = body
        self.answers = answers
    }

    func matches(_ request: HttpRequest) -> Bool {
        let isThere =
            switch target {
            case .path(let path): request.head.path == path
            case .url(let url): Redaction(request).redact(request.url) == url
            }
        return request.head.method == method && isThere && (body.map { request.body.shown(for: request) == $0 } ?? true)
    }
}

extension ExpectedRequest: CustomStringConvertible {
    /// The method, the address and the body.
    public var description: String {
        let address =
            switch target {
            case .path(let path): path
            case .url(let url): url
            }
        return "\(method.rawValue) \(address)" + (body.map { " with \($0)" } ?? "")
    }
}

extension HttpBody {
    /// The body as text, without secrets, and with a fixed name for the boundary of a form.
    func shown(for request: HttpRequest) -> String {
        guard let data else { return "‹\(length) bytes›" }
        var text = String(decoding: data, as: UTF8.self)
        let type = request.head.headerFields[.contentType] ?? ""
        if let boundary = type.firstMatch(of: #/boundary=(\S+)/#)?.output.1 { text.replace(boundary, with: "boundary") }
        return Redaction(request).redact(payload: text)
    }
}
