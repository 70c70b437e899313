public import Foundation
public import HTTPTypes
public import UsecasesEngine

/// An endpoint of a service. Defines the request and how its response is read.
public protocol API<Service, Entity>: Sendable {
    /// The service of the endpoint.
    associatedtype Service: APIService
    /// The type of a successful result. Use a `Decodable` type for JSON, `String`, `Data` or ``NoContent``. For any
    /// other type, implement ``deserialize(_:)``.
    associatedtype Entity: Sendable

    /// The method, with its payload if it has one. `.get` by default.
    var method: Method { get }
    /// The path, relative to the service's address, such as `"/users/\(login)"`. Interpolated values are escaped.
    var path: Path { get }
    /// The query of the URL. No query by default.
    var query: Query { get }
    /// The headers of the endpoint. Each replaces the service's header of the same name.
    var headers: HTTPFields { get }

    /// Reads a response with a status from 200 to 299.
    func deserialize(_ response: ReceivedResponse) throws -> Entity
    /// Reads a response with a status of 400 or above. By default, it is in the format of the service.
    func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse
}

extension API {
    /// The method GET.
    public var method: Method { .get }
    /// No query.
    public var query: Query { .none }
    /// No headers.
    public var headers: HTTPFields { [:] }

    /// Reads an error response in the service's format.
    public func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse {
        try Service.refusal(in: response)
    }
}

extension API where Entity: Decodable {
    /// Reads the payload as JSON in the service's format. Throws if it is not valid JSON for the entity.
    public func deserialize(_ response: ReceivedResponse) throws -> Entity {
        try Service.json.decode(Entity.self, from: response.payload)
    }
}

extension API where Entity == String {
    /// Reads the payload as text. Throws if it is not UTF-8.
    public func deserialize(_ response: ReceivedResponse) throws -> String {
        guard let text = response.text else { throw ExplainedError("the text is not UTF-8") }
        return text
    }
}

extension API where Entity == Data {
    /// Returns the payload unchanged.
    public func deserialize(_ response: ReceivedResponse) throws -> Data { response.payload }
}

extension API where Entity == NoContent {
    /// Throws if the payload is not empty.
    public func deserialize(_ response: ReceivedResponse) throws -> NoContent {
        guard response.payload.isEmpty else {
            throw ExplainedError("\(response.payload.count) bytes where none were expected")
        }
        return NoContent()
    }
}

/// The entity of an endpoint that returns no content, such as a response with status 204.
public struct NoContent: Sendable, Hashable {
    /// Creates the only value of the type.
    public init() {}
}

/// An entity, with the request and the response that it came from.
public struct Answer<Entity: Sendable>: Sendable {
    /// The decoded result.
    public let entity: Entity
    /// The request as it was sent, including its secrets.
    public let request: APIRequest
    /// The response as it was received.
    public let response: ReceivedResponse
    /// All attempts, ending with the successful one. Empty if requests are not retried.
    public let attempts: [Attempt]
}

/// A service with an address and the headers of every request to it.
///
/// An endpoint can only be called on a client for its own service. Therefore credentials never reach another service.
public protocol APIService: Sendable {
    /// The format of the service's JSON.
    static var json: JSONFormat { get }
    /// Reads an error response, with a status of 400 or above. Implement it for a service whose error responses have
    /// another format. If it throws, the call fails with a system error.
    static func refusal(in response: ReceivedResponse) throws -> ErrorResponse

    /// The address that the paths of endpoints follow.
    var address: BaseAddress { get }
    /// The headers of every request. They replace the defaults, `Accept: application/json` and `User-Agent` with the
    /// client's name.
    var headers: HTTPFields { get }
}

extension APIService {
    /// JSON with the member names as written in Swift.
    public static var json: JSONFormat { JSONFormat() }

    /// Reads an ``ErrorResponse`` from JSON in the service's format. Describes the status if the body has another format.
    public static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        (try? json.decode(ErrorResponse.self, from: response.payload))
            ?? ErrorResponse(
                code: "HTTP_\(response.status)", title: "HTTP \(response.status)",
                message: "The service gave no reason in a known form.")
    }

    /// No headers in addition to the defaults.
    public var headers: HTTPFields { [:] }
}

/// The method of a request, with its payload. A safe method (RFC 9110) cannot have a payload.
public struct Method: Sendable {
    let name: HTTPRequest.Method
    let payload: Payload?

    private init(_ name: HTTPRequest.Method, _ payload: Payload? = nil) {
        self.name = name
        self.payload = payload
    }

    /// GET without a payload.
    public static let get = Method(.get)
    /// HEAD without a payload.
    public static let head = Method(.head)
    /// POST without a payload.
    public static let post = Method(.post)
    /// PUT without a payload.
    public static let put = Method(.put)
    /// PATCH without a payload.
    public static let patch = Method(.patch)
    /// DELETE without a payload.
    public static let delete = Method(.delete)

    /// POST with a payload.
    public static func post(_ payload: Payload) -> Method { Method(.post, payload) }
    /// PUT with a payload.
    public static func put(_ payload: Payload) -> Method { Method(.put, payload) }
    /// PATCH with a payload.
    public static func patch(_ payload: Payload) -> Method { Method(.patch, payload) }
    /// DELETE with a payload.
    public static func delete(_ payload: Payload) -> Method { Method(.delete, payload) }
}

/// An error that consists of its explanation.
struct ExplainedError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
