public import Foundation
public import HTTPTypes
public import Usecases

/// One endpoint: everything that defines a request to it and its answer, in one place.
public protocol API<Service, Entity>: Sendable {
    associatedtype Service: APIService
    /// The type that a success is read as: a `Decodable` from JSON, a `String`, the raw `Data`, or ``NoContent``; for
    /// anything else implement ``deserialize(_:)``.
    associatedtype Entity: Sendable

    /// `.get` by default. Carries the payload if the method allows one.
    var method: Method { get }
    /// Relative to the service's address, such as `"/users/\(login)"`; interpolated values are escaped.
    var path: Path { get }
    var query: Query { get }
    /// The endpoint's own headers; each replaces the service's header of the same name.
    var headers: HTTPFields { get }

    /// Reads a response with a status from 200 to 299.
    func deserialize(_ response: ReceivedResponse) throws -> Entity
    /// Reads a response with a status of 400 or above; in the service's format by default.
    func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse
}

extension API {
    /// GET.
    public var method: Method { .get }
    /// No query.
    public var query: Query { .none }
    /// No headers of the endpoint's own.
    public var headers: HTTPFields { [:] }

    /// Reads the agreed form of a refusal. Throws if the body has another form.
    public func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse {
        try Service.refusal(in: response)
    }
}

extension API where Entity: Decodable {
    /// Reads the payload as JSON in the service's format; throws if it is not the JSON of an entity.
    public func deserialize(_ response: ReceivedResponse) throws -> Entity {
        try Service.json.decode(Entity.self, from: response.payload)
    }
}

extension API where Entity == String {
    /// Reads the payload as text; throws if it is not UTF-8.
    public func deserialize(_ response: ReceivedResponse) throws -> String {
        guard let text = String(data: response.payload, encoding: .utf8) else { throw NotUTF8() }
        return text
    }
}

extension API where Entity == Data {
    /// Returns the payload as it is.
    public func deserialize(_ response: ReceivedResponse) throws -> Data { response.payload }
}

extension API where Entity == NoContent {
    /// Throws if the payload is not empty.
    public func deserialize(_ response: ReceivedResponse) throws -> NoContent {
        guard response.payload.isEmpty else { throw UnexpectedContent(length: response.payload.count) }
        return NoContent()
    }
}

/// The entity of an endpoint that returns no content, as with 204.
public struct NoContent: Sendable, Hashable {
    /// Creates the one value of the type.
    public init() {}
}

private struct NotUTF8: Error, CustomStringConvertible {
    var description: String { "the text is not UTF-8" }
}

private struct UnexpectedContent: Error, CustomStringConvertible {
    let length: Int
    var description: String { "\(length) bytes where none were expected" }
}

/// An entity together with the whole exchange that brought it.
public struct Answer<Entity: Sendable>: Sendable {
    package let entity: Entity
    /// The request as it was sent, including its secrets.
    public let request: APIRequest
    /// The response as it was received, before the entity was read from it.
    public let response: ReceivedResponse
    /// The attempts that were made, the successful one last; empty if requests are not retried.
    public let attempts: [Attempt]
}

/// A service whose endpoints belong together: its address, and what every request to it carries.
///
/// An endpoint can only be called on a client of its own service, so credentials never reach another service.
public protocol APIService: Sendable {
    /// The format of the service's JSON.
    static var json: JSONFormat { get }
    /// Reads a refusal, a response with a status of 400 or above. Throws if it is not in the agreed format.
    static func refusal(in response: ReceivedResponse) throws -> ErrorResponse

    var address: BaseAddress { get }
    /// The headers of every request. They replace the defaults, `Accept: application/json` and
    /// `User-Agent` with the name that the client has.
    var headers: HTTPFields { get }
}

extension APIService {
    /// Names of members as they are written in Swift.
    public static var json: JSONFormat { JSONFormat() }

    /// Reads an ``ErrorResponse`` from JSON in the service's format.
    public static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        try json.decode(ErrorResponse.self, from: response.payload)
    }

    /// No headers besides the defaults.
    public var headers: HTTPFields { [:] }
}

/// The method of a request and its payload: a method that is safe by RFC 9110 cannot have one.
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
    /// OPTIONS without a payload.
    public static let options = Method(.options)
    /// TRACE without a payload.
    public static let trace = Method(.trace)
    /// POST without a payload.
    public static let post = Method(.post)
    /// PUT without a payload.
    public static let put = Method(.put)
    package static let patch = Method(.patch)
    /// DELETE without a payload.
    public static let delete = Method(.delete)

    /// POST with a payload.
    public static func post(_ payload: Payload) -> Method { Method(.post, payload) }
    /// PUT with a payload.
    public static func put(_ payload: Payload) -> Method { Method(.put, payload) }
    package static func patch(_ payload: Payload) -> Method { Method(.patch, payload) }
    /// DELETE with a payload.
    public static func delete(_ payload: Payload) -> Method { Method(.delete, payload) }
}
