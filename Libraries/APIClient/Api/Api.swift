public import Foundation
public import HTTPTypes
public import Usecases

/// One endpoint: everything that defines a request to it and its answer, in one place.
public protocol Api<Service, Entity>: Sendable {
    associatedtype Service: ApiService
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

extension Api {
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

extension Api where Entity: Decodable {
    /// Reads the payload as JSON in the service's format; throws if it is not the JSON of an entity.
    public func deserialize(_ response: ReceivedResponse) throws -> Entity {
        try Service.json.decode(Entity.self, from: response.payload)
    }
}

extension Api where Entity == String {
    /// Reads the payload as text; throws if it is not UTF-8.
    public func deserialize(_ response: ReceivedResponse) throws -> String {
        guard let text = String(data: response.payload, encoding: .utf8) else { throw NotUTF8() }
        return text
    }
}

extension Api where Entity == Data {
    /// Returns the payload as it is.
    public func deserialize(_ response: ReceivedResponse) throws -> Data { response.payload }
}

extension Api where Entity == NoContent {
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
