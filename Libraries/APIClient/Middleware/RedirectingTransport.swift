import HTTPTypes
import UsecasesEngine

/// Follows redirects to the same scheme, host and port. A redirect that is not followed is returned as the response.
public struct RedirectingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let limit: Int

    /// `limit` is the maximum number of redirects for one request.
    package init(_ base: any HTTPTransport, limit: Int) {
        self.base = base
        self.limit = limit
    }

    /// Sends the request and follows redirects.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        var request = request
        var count = 0
        while true {
            var response = try await base.exchange(request)
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
        guard next.origin == request.origin else {
            let isDowngrade = request.head.scheme == "https" && next.head.scheme == "http"
            throw NotFollowed(flaw: isDowngrade ? .insecure : .otherOrigin)
        }
        return next
    }
}
