import HTTPTypes
import Usecases

/// Sends requests with a bearer token (RFC 6750), and retries once with a new token if it is refused.
///
/// Only requests to `service` get the token, wherever a redirect or a link may lead.
package struct BearerTransport: HttpTransport {
    private let base: any HttpTransport
    private let origin: String
    private let tokens: BearerTokens

    package init(_ base: any HttpTransport, tokens: BearerTokens, for service: BaseAddress) {
        self.base = base
        self.tokens = tokens
        origin =
            HttpRequest(HTTPRequest(method: .get, scheme: service.scheme, authority: service.authority, path: "/"))
            .origin
    }

    package func exchange(_ request: HttpRequest) async throws(TransportError) -> HttpResponse {
        guard request.origin == origin else { return try await base.exchange(request) }
        let token = try await token(for: request, insteadOf: nil)
        let response = try await base.exchange(request.carrying(token))
        guard response.head.status == .unauthorized else { return response }
        response.discard()
        let newer = try await self.token(for: request, insteadOf: token)
        return try await base.exchange(request.carrying(newer))
    }

    private func token(
        for request: HttpRequest, insteadOf refused: BearerToken?
    ) async throws(TransportError) -> BearerToken {
        do {
            return try await tokens.token(insteadOf: refused)
        } catch {
            let kind: TransportError.Kind = Task.isCancelled ? .cancelled : .unauthenticated
            throw TransportError(kind, causedBy: kind == .cancelled ? nil : error, request: request)
        }
    }
}

extension HttpRequest {
    fileprivate func carrying(_ token: BearerToken) -> HttpRequest {
        var request = self
        request.head.headerFields[.authorization] = nil
        request.head.headerFields.append(.secret(.authorization, Secret("Bearer \(token.secret.reveal())")))
        return request
    }
}
