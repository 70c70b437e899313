import HTTPTypes

/// Follows redirects, and never carries credentials to another origin. What it does not follow is the response.
package struct RedirectingTransport: HttpTransport {
    package enum Reach: Sendable, Hashable {
        /// To the same scheme, host and port.
        case sameOrigin
        /// Anywhere but from https to http; headers with credentials stay behind, and so does the whole request if there
        /// are secrets in a body that would go along.
        case anywhere
    }

    private let base: any HttpTransport
    private let reach: Reach
    private let limit: Int

    /// At most `limit` redirects are followed for one request.
    package init(_ base: any HttpTransport, reach: Reach = .sameOrigin, limit: Int = 5) {
        self.base = base
        self.reach = reach
        self.limit = limit
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        var request = request
        var count = 0
        while true {
            let response = try await base.exchange(request)
            guard count < limit, let next = next(after: response, to: request) else { return response }
            response.discard()
            request = next
            count += 1
        }
    }

    /// `nil` if the redirect is not followed, or is none.
    private func next(after response: HttpResponse, to request: HttpRequest) -> HttpRequest? {
        guard let location = response.head.headerFields[.location], var next = request.redirected(to: location)
        else { return nil }
        switch response.head.status.code {
        case 301, 302:
            guard [.get, .head].contains(request.head.method) else { return nil }
        case 303:
            if request.head.method != .head { next.head.method = .get }
            next.body = .empty
            next.head.headerFields[.contentType] = nil
        case 307, 308: break
        default: return nil
        }
        guard next.origin != request.origin else { return next }
        guard reach == .anywhere, !(request.head.scheme == "https" && next.head.scheme == "http") else { return nil }
        guard next.body.isEmpty || request.secrets.isEmpty else { return nil }
        next.head.headerFields = HTTPFields(request.head.headerFields.filter { !$0.isSecret })
        if next.body.isEmpty { next.head.headerFields[.contentType] = nil }
        return next
    }
}
