package import Domain
package import Foundation
package import HTTPTypes

/// One endpoint: all that a request to it and its answer are made of, in one definition.
package protocol Api<Service, Entity>: Sendable {
    associatedtype Service: ApiService
    /// What a success is read as: a `Decodable` from JSON, a `String`, `Data` as it came, or ``NoContent``; for
    /// anything else write ``deserialize(_:)``.
    associatedtype Entity: Sendable

    /// `.get` unless said otherwise. It brings the payload along, where the method can have one.
    var method: Method { get }
    /// Below the service's address, such as `"/users/\(login)"`; what is put in is escaped.
    var path: Path { get }
    var query: Query { get }
    /// Those of its own; each replaces the service's of the same name.
    var headers: HTTPFields { get }

    /// Reads a response from 200 to 299.
    func deserialize(_ response: ReceivedResponse) throws -> Entity
    /// Reads a response of 400 or above; the service's form unless said otherwise.
    func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse
}

extension Api {
    package var method: Method { .get }
    package var query: Query { .none }
    package var headers: HTTPFields { [:] }

    package func deserializeErrorResponse(_ response: ReceivedResponse) throws -> ErrorResponse {
        try Service.refusal(in: response)
    }
}

extension Api where Entity: Decodable {
    package func deserialize(_ response: ReceivedResponse) throws -> Entity {
        try Service.json.decode(Entity.self, from: response.payload)
    }
}

extension Api where Entity == String {
    package func deserialize(_ response: ReceivedResponse) throws -> String {
        guard let text = String(data: response.payload, encoding: .utf8) else { throw NotUTF8() }
        return text
    }
}

extension Api where Entity == Data {
    package func deserialize(_ response: ReceivedResponse) throws -> Data { response.payload }
}

extension Api where Entity == NoContent {
    package func deserialize(_ response: ReceivedResponse) throws -> NoContent {
        guard response.payload.isEmpty else { throw UnexpectedContent(length: response.payload.count) }
        return NoContent()
    }
}

/// The entity of an endpoint that answers nothing, as with 204.
package struct NoContent: Sendable, Hashable {
    package init() {}
}

private struct NotUTF8: Error, CustomStringConvertible {
    var description: String { "the text is not UTF-8" }
}

private struct UnexpectedContent: Error, CustomStringConvertible {
    let length: Int
    var description: String { "\(length) bytes where none were expected" }
}
