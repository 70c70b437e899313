import HTTPTypes
import Usecases

/// Follows redirects, but never sends credentials to a different origin. A redirect that is not followed is returned as
/// the response.
public struct RedirectingTransport: TimedTransport {
    /// The addresses that redirects may lead to.
    public enum Reach: Sendable, Hashable {
        /// Addresses with the same scheme, host and port.
        case sameOrigin
        /// Any address, except from https to http. Headers with credentials are removed for a different origin. A
        /// request with a body and secrets is not redirected to a different origin.
        case anywhere
    }

    private let base: any HTTPTransport
    private let reach: Reach
    private let limit: Int

    /// `limit` is the maximum number of redirects for one request.
    package init(_ base: any HTTPTransport, reach: Reach = .sameOrigin, limit: Int = 5) {
        self.base = base
        self.reach = reach
        self.limit = limit
    }

    /// Sends the request and follows redirects. The deadline applies to all requests together.
    package func send(_ request: APIRequest, until deadline: Deadline?) async throws(TransportError) -> APIResponse {
        var request = request
        var count = 0
        while true {
            var response = try await base.exchange(request, until: deadline)
            switch next(after: response, to: request, count) {
            case nil: return response
            case .failure(let flaw)?:
                response.redirectFlaw = flaw.flaw
                return response
            case .success(let next)?:
                response.discard()
                request = next
                count += 1
            }
        }
    }

    private struct NotFollowed: Error {
        let flaw: ExchangeFault.RedirectFlaw
    }

    /// Returns the next request. Returns `nil` if the response is not a redirect.
    private func next(
        after response: APIResponse, to request: APIRequest, _ count: Int
    ) -> Result<APIRequest, NotFollowed>? {
        guard [301, 302, 303, 307, 308].contains(response.head.status.code) else { return nil }
        return Result { () throws(NotFollowed) in
            guard count < limit else { throw NotFollowed(flaw: .tooMany(limit: limit)) }
            return try next(response, request)
        }
    }

    private func next(_ response: APIResponse, _ request: APIRequest) throws(NotFollowed) -> APIRequest {
        guard let location = response.head.headerFields[.location], var next = request.redirected(to: location)
        else { throw NotFollowed(flaw: .noAddress) }
        // The server may have put a token into the address, so reports must not show it.
        next.secrets += location.secretsOfAddress
        switch response.head.status.code {
        case 301, 302:
            guard [.get, .head].contains(request.head.method) else { throw NotFollowed(flaw: .otherMethod) }
        case 303:
            if request.head.method != .head { next.head.method = .get }
            next.body = .empty
            next.head.headerFields[.contentType] = nil
        default: break
        }
        guard next.origin != request.origin else { return next }
        guard !(request.head.scheme == "https" && next.head.scheme == "http") else {
            throw NotFollowed(flaw: .insecure)
        }
        guard reach == .anywhere else { throw NotFollowed(flaw: .otherOrigin) }
        guard next.body.isEmpty || request.secrets.isEmpty else { throw NotFollowed(flaw: .secrets) }
        next.head.headerFields = HTTPFields(request.head.headerFields.filter { !$0.isSecret })
        if next.body.isEmpty { next.head.headerFields[.contentType] = nil }
        return next
    }
}
