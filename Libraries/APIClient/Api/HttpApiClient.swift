import Foundation
import HTTPTypes
public import Usecases
import UsecasesSystem

/// Calls the endpoints of a service over HTTP, and maps every failure to an error of the Domain.
public struct HttpApiClient<Service: ApiService>: ApiClient {
    private let service: Service
    private let transport: any HttpTransport
    private let clock: any Clock
    private let timeout: Duration
    private let userAgent: String

    /// `userAgent` names the program in each request. `timeout` limits a whole call, including everything the transport
    /// does for it: from the first connection attempt to the last byte of the last response. For a streamed response it
    /// limits the wait for the head and for each piece.
    public init(
        _ service: Service, transport: any HttpTransport, clock: any Clock, timeout: Duration = .seconds(8),
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
    public func call<A: Api>(_ api: A) async throws(ErrorWrapper) -> A.Entity where A.Service == Service {
        try await answer(to: api).entity
    }

    /// Returns the entity together with the request as it was sent, the response as it was received, and the attempts.
    public func answer<A: Api>(to api: A) async throws(ErrorWrapper) -> Answer<A.Entity> where A.Service == Service {
        try await answer(to: api, request(for: api))
    }

    /// Returns the response piece by piece as it arrives; no more is taken from the server than is requested.
    package func stream<A: Api>(_ api: A) async throws(ErrorWrapper) -> StreamedAnswer where A.Service == Service {
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
        case .complete(let data): return StreamedAnswer(response, HttpBodyStream(of: data))
        }
    }

    func answer<A: Api>(to api: A, _ request: HttpRequest) async throws(ErrorWrapper) -> Answer<A.Entity> {
        let response = try await exchange(request)
        guard response.head.status.kind == .successful else { throw refusal(of: api, response) }
        let received = response.received
        do {
            return Answer(
                entity: try api.deserialize(received), request: response.request, response: received,
                attempts: response.attempts)
        } catch {
            let failure = ApiError(
                .reading, request: response.request, response: received, attempts: response.attempts,
                causedBy: UnreadableJSON.told(error))
            let excerpt = failure.redaction.excerpt(of: received.payload)
            throw failure.wrapped(.api(.レスポンスのデシリアライズに失敗(status: received.status, responseJson: excerpt)))
        }
    }

    func request<A: Api>(for api: A) throws(ErrorWrapper) -> HttpRequest where A.Service == Service {
        do {
            return try RequestBuilder(service: service, userAgent: userAgent).request(for: api)
        } catch {
            let head = HTTPRequest(
                method: api.method.name, scheme: service.address.scheme, authority: service.address.authority,
                path: service.address.path + api.path.text)
            let request = HttpRequest(head, secrets: api.path.secrets)
            throw ApiError(.building, request: request, causedBy: error).wrapped(.api(.その他のエラー(statusCode: nil)))
        }
    }

    private func exchange(_ request: HttpRequest) async throws(ErrorWrapper) -> HttpResponse {
        do {
            return try await transport.exchange(request, within: timeout, on: clock)
        } catch {
            throw ErrorWrapper(error, request)
        }
    }

    /// Performs the operation within the timeout, and attaches the request to its errors.
    private func bounded(
        _ request: HttpRequest, _ operation: @escaping @Sendable () async throws(TransportError) -> HttpResponse
    ) async throws(ErrorWrapper) -> HttpResponse {
        do {
            return try await withDeadline(timeout, on: clock, operation)
        } catch {
            throw ErrorWrapper(error, request)
        }
    }

    private func refusal<A: Api>(of api: A, _ response: HttpResponse) -> ErrorWrapper {
        let received = response.received
        func failure(_ cause: (any Error)?) -> ApiError {
            ApiError(
                .refused, request: response.request, response: received, attempts: response.attempts,
                fault: response.redirectFlaw.map { .redirect($0) }, causedBy: cause)
        }
        guard received.status >= 400 else {
            return failure(nil).wrapped(.api(.その他のエラー(statusCode: received.status)))
        }
        do {
            let refusal = try api.deserializeErrorResponse(received)
            let failure = failure(nil)
            let shown = ErrorResponse(
                code: failure.redact(refusal.code), title: failure.redact(refusal.title),
                message: failure.redact(refusal.message))
            return .service(error: .server(shown, status: received.status), args: failure.args, causedBy: failure)
        } catch {
            let failure = failure(UnreadableJSON.told(error))
            let excerpt = failure.redaction.excerpt(of: received.payload)
            return failure.wrapped(.api(.エラーレスポンスのデシリアライズに失敗(status: received.status, responseJson: excerpt)))
        }
    }
}
