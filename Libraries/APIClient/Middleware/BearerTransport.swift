import Foundation
import HTTPTypes
public import UsecasesEngine

/// Sends requests with a bearer token (RFC 6750). If the server refuses the token, retries once with a new token.
///
/// Only requests to the origin of `service` carry the token, even after redirects and links.
public struct BearerTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let origin: String
    private let tokens: BearerTokens

    package init(_ base: any HTTPTransport, tokens: BearerTokens, for service: BaseAddress) {
        self.base = base
        self.tokens = tokens
        origin =
            APIRequest(HTTPRequest(method: .get, scheme: service.scheme, authority: service.authority, path: "/"))
            .origin
    }

    /// Sends the request with the token, and once more with a new token if it is refused with 401.
    public func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
        guard request.origin == origin else { return try await base.exchange(request) }
        let token = try await token(for: request, insteadOf: nil)
        let response = try await base.exchange(request.carrying(token))
        guard response.head.status == .unauthorized else { return response }
        response.discard()
        let newer = try await self.token(for: request, insteadOf: token)
        return try await base.exchange(request.carrying(newer))
    }

    private func token(
        for request: APIRequest, insteadOf refused: BearerToken?
    ) async throws(TransportError) -> BearerToken {
        do {
            return try await tokens.token(insteadOf: refused)
        } catch {
            let kind: TransportError.Kind = Task.isCancelled ? .cancelled : .unauthenticated
            throw TransportError(kind, causedBy: kind == .cancelled ? nil : error, request: request)
        }
    }
}

extension APIRequest {
    fileprivate func carrying(_ token: BearerToken) -> APIRequest {
        var request = self
        request.head.headerFields[.authorization] = nil
        request.head.headerFields.append(.secret(.authorization, Secret("Bearer \(token.secret.reveal())")))
        return request
    }
}

/// A bearer token and its expiry, if known.
public struct BearerToken: Sendable, Hashable {
    /// The token itself.
    public let secret: Secret
    /// The time when the token expires. `nil` if it is unknown.
    public let expiry: Timestamp?

    /// Creates a token.
    public init(_ secret: Secret, expiry: Timestamp? = nil) {
        self.secret = secret
        self.expiry = expiry
    }
}

/// The token that all requests share. If several requests need a new token at the same time, it is refreshed once.
public actor BearerTokens {
    private typealias Answer = Result<BearerToken, any Error>

    private let clock: any Clock
    private let refresh: @Sendable () async throws -> BearerToken
    private var current: BearerToken?
    private var refreshing: Task<Void, Never>?
    private var waiters: [UUID: AsyncStream<Answer>.Continuation] = [:]

    /// Creates the shared token. `refresh` gets a new token. If it fails, every waiting request fails with its error as
    /// the cause, and the next request tries again. It is cancelled when no request waits for it.
    public init(
        _ current: BearerToken? = nil, clock: any Clock, refresh: @escaping @Sendable () async throws -> BearerToken
    ) {
        self.clock = clock
        self.refresh = refresh
        self.current = current
    }

    /// The number of requests that are waiting for a new token.
    package var waitingCount: Int { waiters.count }

    /// Returns a token that has not expired and is not `refused`.
    func token(insteadOf refused: BearerToken?) async throws -> BearerToken {
        try Task.checkCancellation()
        if let current, current != refused, current.expiry.map({ clock.now < $0 }) ?? true { return current }
        let (answers, waiter) = AsyncStream.makeStream(of: Answer.self)
        let identifier = UUID()
        waiters[identifier] = waiter
        if refreshing == nil { refreshing = Task { await run() } }
        defer {
            waiters[identifier] = nil
            if waiters.isEmpty { refreshing?.cancel() }
        }
        for await answer in answers { return try answer.get() }
        // The wait ends without an answer if the request is cancelled.
        throw CancellationError()
    }

    private func run() async {
        let answer = await Result(of: refresh)
        if case .success(let token) = answer { current = token }
        for waiter in waiters.values { waiter.yield(answer) }
        waiters = [:]
        refreshing = nil
    }
}
