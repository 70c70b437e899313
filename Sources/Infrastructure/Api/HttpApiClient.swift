package import Domain
import Foundation
package import HTTPTypes

/// Calls APIs over HTTP, and sorts whatever goes wrong into the errors of the Domain.
package struct HttpApiClient: ApiClient {
    /// Of a response that cannot be read, this many characters are kept in the error.
    static let excerptLength = 1000

    private let address: BaseAddress
    private let headers: HTTPFields
    private let transport: any HttpTransport
    private let clock: any Clock
    private let timeout: Duration

    /// `headers` go with every request, and may hold secrets: no error tells them. `timeout` is for one exchange, from
    /// the first attempt to connect to the last byte of the response.
    package init(
        address: BaseAddress, headers: HTTPFields = [:], transport: any HttpTransport, clock: any Clock,
        timeout: Duration
    ) {
        self.address = address
        self.headers = headers
        self.transport = transport
        self.clock = clock
        self.timeout = timeout
    }

    package func call<A: Api>(_ api: A) async throws(ErrorWrapper) -> A.Entity {
        var args = ["method": api.method.rawValue, "url": "\(address)\(api.path)"]
        let body: Data?
        do {
            body = try api.parameters.map { try JSONEncoder.iso8601.encode($0) }
        } catch {
            throw .system(error: .api(.その他のエラー(statusCode: nil)), args: args, causedBy: error)
        }
        args["params"] = body.map { String(decoding: $0, as: UTF8.self) }

        let response: HTTPResponse
        let payload: Data
        do {
            (response, payload) = try await exchange(request(for: api, hasBody: body != nil), body)
        } catch {
            throw Self.wrap(error, args)
        }
        return try Self.read(api, response, payload, args)
    }

    private func request<A: Api>(for api: A, hasBody: Bool) -> HTTPRequest {
        var fields: HTTPFields = [.accept: "application/json", .userAgent: "calearning"]
        if hasBody { fields[.contentType] = "application/json" }
        for field in headers + api.headers { fields[field.name] = field.value }
        return HTTPRequest(
            method: api.method, scheme: address.scheme, authority: address.authority,
            path: address.path + api.path, headerFields: fields)
    }

    /// The exchange, or its deadline, whichever comes first.
    private func exchange(_ request: HTTPRequest, _ body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        typealias Outcome = Result<(HTTPResponse, Data), TransportError>
        let outcome = await withTaskGroup(of: Outcome.self) { [transport, clock, timeout] group in
            group.addTask {
                do throws(TransportError) {
                    return .success(try await transport.exchange(request, body: body))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do {
                    try await clock.sleep(for: timeout)
                    return .failure(.disconnected(.timedOut, causedBy: DeadlineExceeded(timeout: timeout)))
                } catch {
                    return .failure(.cancelled)
                }
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.cancelled)
        }
        return try outcome.get()
    }

    private static func wrap(_ error: TransportError, _ args: [String: String]) -> ErrorWrapper {
        switch error {
        case .disconnected: .service(error: .client(.ネットワーク接続不可), args: args, causedBy: error)
        case .tooLarge(_, let status): .system(error: .api(.その他のエラー(statusCode: status)), args: args, causedBy: error)
        case .other: .system(error: .api(.その他のエラー(statusCode: nil)), args: args, causedBy: error)
        case .cancelled: .system(error: .task(.中断), args: args)
        }
    }

    private static func read<A: Api>(
        _ api: A, _ response: HTTPResponse, _ payload: Data, _ args: [String: String]
    ) throws(ErrorWrapper) -> A.Entity {
        let status = response.status.code
        let excerpt = String(String(decoding: payload, as: UTF8.self).prefix(excerptLength))
        func failure(_ error: SystemErrors.Api, _ cause: (any Error)?) -> ErrorWrapper {
            .system(error: .api(error), args: args, causedBy: ReceivedResponse(response: response, causedBy: cause))
        }
        switch status {
        case 200..<300:
            do {
                return try api.deserialize(payload)
            } catch {
                throw failure(.レスポンスのデシリアライズに失敗(status: status, responseJson: excerpt), error)
            }
        case 400...:
            let errorResponse: ErrorResponse
            do {
                errorResponse = try api.deserializeErrorResponse(payload)
            } catch {
                throw failure(.エラーレスポンスのデシリアライズに失敗(status: status, responseJson: excerpt), error)
            }
            throw .service(
                error: .server(errorResponse, status: status), args: args,
                causedBy: ReceivedResponse(response: response, causedBy: nil))
        default:
            throw failure(.その他のエラー(statusCode: status), nil)
        }
    }
}
