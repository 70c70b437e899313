import Foundation
import HTTPTypes
import Synchronization
public import UsecasesEngine
import UsecasesSystem

/// A client that calls the endpoints of a service over HTTP and maps every failure to an error of the Domain.
public struct LiveAPIClient<Service: APIService>: APIClient {
    private let service: Service
    private let transport: any HTTPTransport
    private let clock: any Clock
    private let timeout: Duration
    private let userAgent: String

    /// `userAgent` names the program in each request. `timeout` limits a whole call, from the first connection attempt
    /// to the last byte of the last response. For a streamed response, it limits the wait for the head and for each
    /// piece.
    public init(
        _ service: Service, transport: any HTTPTransport, clock: any Clock, timeout: Duration = .seconds(8),
        userAgent: String = "UsecasesAPIClient"
    ) {
        self.service = service
        self.transport = transport
        self.clock = clock
        self.timeout = timeout
        self.userAgent = userAgent
    }

    /// The timeout of a call.
    public var longest: Duration? { timeout }

    /// Sends one request, with the retries of the transport, and returns the entity of the answer.
    public func call<A: API>(_ api: A) async throws(ErrorWrapper) -> A.Entity where A.Service == Service {
        try await answer(to: api).entity
    }

    /// Returns the entity together with the request as it was sent, the response as it was received, and the attempts.
    public func answer<A: API>(to api: A) async throws(ErrorWrapper) -> Answer<A.Entity> where A.Service == Service {
        let response = try await exchange(request(for: api))
        guard response.head.status.kind == .successful else { throw refusal(of: api, response) }
        let received = response.received
        do {
            return Answer(
                entity: try api.deserialize(received), request: response.request, response: received,
                attempts: response.attempts)
        } catch {
            let failure = APIError(
                .reading, request: response.request, response: received, attempts: response.attempts,
                causedBy: UnreadableJSON.explained(error, reading: received.payload))
            let excerpt = failure.redaction.excerpt(of: received.payload)
            throw failure.wrapped(.api(.responseUndecodable(status: received.status, responseJSON: excerpt)))
        }
    }

    /// Returns a response whose body arrives piece by piece. Reads only as much as the caller requests.
    public func stream<A: API>(_ api: A) async throws(ErrorWrapper) -> StreamedAnswer where A.Service == Service {
        var request = try request(for: api)
        request.isStreamed = true
        let response = try await exchange(request)
        guard response.head.status.kind == .successful else {
            throw refusal(
                of: api,
                try await bounded(request) { () async throws(TransportError) in try await response.collected() })
        }
        switch response.body {
        case .stream(let stream): return StreamedAnswer(response, stream.limiting(eachPieceTo: timeout, on: clock))
        case .complete(let data): return StreamedAnswer(response, HTTPBodyStream(of: data))
        }
    }

    private func request<A: API>(for api: A) throws(ErrorWrapper) -> APIRequest where A.Service == Service {
        do {
            return try RequestBuilder(service: service, userAgent: userAgent).request(for: api)
        } catch {
            let head = HTTPRequest(
                method: api.method.name, scheme: service.address.scheme, authority: service.address.authority,
                path: service.address.path + api.path.text)
            let request = APIRequest(head, secrets: api.path.secrets)
            throw APIError(.building, request: request, causedBy: error).wrapped(.api(.exchangeFailed(statusCode: nil)))
        }
    }

    private func exchange(_ request: APIRequest) async throws(ErrorWrapper) -> APIResponse {
        do throws(TransportError) {
            let response = try await withDeadline(timeout, on: clock) { () async throws(TransportError) in
                try await transport.exchange(request)
            }
            guard response.head.status != .partialContent || response.request.head.headerFields[.range] != nil else {
                response.discard()
                var error = TransportError(.malformed(.partial), request: response.request)
                error.attempts = response.attempts
                throw error
            }
            return response
        } catch {
            throw ErrorWrapper(error, request)
        }
    }

    /// Performs the operation within the timeout, and attaches the request to its errors.
    private func bounded(
        _ request: APIRequest, _ operation: @escaping @Sendable () async throws(TransportError) -> APIResponse
    ) async throws(ErrorWrapper) -> APIResponse {
        do {
            return try await withDeadline(timeout, on: clock, operation)
        } catch {
            throw ErrorWrapper(error, request)
        }
    }

    private func refusal<A: API>(of api: A, _ response: APIResponse) -> ErrorWrapper {
        let received = response.received
        func failure(_ cause: (any Error)?) -> APIError {
            APIError(
                .refused, request: response.request, response: received, attempts: response.attempts,
                fault: response.redirectFlaw.map { .redirect($0) }, causedBy: cause)
        }
        guard received.status >= 400 else {
            return failure(response.bodyError).wrapped(.api(.exchangeFailed(statusCode: received.status)))
        }
        do {
            if let bodyError = response.bodyError { throw bodyError }
            let refusal = try api.deserializeErrorResponse(received)
            let failure = failure(nil)
            let redacted = ErrorResponse(
                code: failure.redact(refusal.code), title: failure.redact(refusal.title),
                message: failure.redact(refusal.message))
            return .service(error: .server(redacted, status: received.status), args: failure.args, causedBy: failure)
        } catch {
            let failure = failure(UnreadableJSON.explained(error, reading: received.payload))
            let excerpt = failure.redaction.excerpt(of: received.payload)
            return failure.wrapped(.api(.errorResponseUndecodable(status: received.status, responseJSON: excerpt)))
        }
    }
}

/// Builds the request for an endpoint.
struct RequestBuilder<Service: APIService> {
    let service: Service
    let userAgent: String

    func request<A: API>(for api: A) throws -> APIRequest where A.Service == Service {
        let apiPath = api.path
        let (query, method) = (api.query, api.method)
        if let flaw = apiPath.flaw { throw ExplainedError(flaw) }
        var path = service.address.path + apiPath.text
        if !query.pairs.isEmpty { path += "?" + query.text }
        // A request without a payload, like most read requests, has no secrets to collect.
        let secrets = method.payload.map { _ in SecretCollector() }
        let body = try method.payload.map { try $0.body(Service.json) { secrets?.receive($0) } } ?? .empty

        var fields: HTTPFields = [.accept: "application/json", .userAgent: userAgent]
        fields.replace(with: service.headers)
        if let payload = method.payload { fields[.contentType] = payload.contentType }
        fields.replace(with: api.headers)
        let head = HTTPRequest(
            method: method.name, scheme: service.address.scheme, authority: service.address.authority,
            path: path.isEmpty ? "/" : path, headerFields: fields)
        return APIRequest(head, body: body, secrets: apiPath.secrets + query.secrets + (secrets?.values ?? []))
    }
}

extension HTTPFields {
    /// Replaces the fields that have the same names as `others`. Repeated fields in `others` are kept.
    mutating func replace(with others: HTTPFields) {
        for field in others { self[field.name] = nil }
        for field in others { append(field) }
    }
}

/// Collects the secrets that were written.
private final class SecretCollector: Sendable {
    private let state = Mutex<[String]>([])

    var values: [String] { state.withLock { $0 } }

    func receive(_ secret: String) {
        state.withLock { $0.append(secret) }
    }
}
