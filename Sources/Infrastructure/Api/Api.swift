package import Domain
package import Foundation
package import HTTPTypes

/// One endpoint: all that a request to it and its answer are made of, in one definition.
package protocol Api: Sendable {
    /// What a success is decoded to.
    associatedtype Entity: Codable, Sendable

    var method: HTTPRequest.Method { get }
    /// Below the base address, such as `/udids`.
    var path: String { get }
    /// Those of its own; `Accept`, `Content-Type` and `User-Agent` come by themselves.
    var headers: HTTPFields { get }
    /// The payload, sent as JSON; `nil` for none.
    var parameters: (any Encodable & Sendable)? { get }

    func deserialize(_ body: Data) throws -> Entity
    func deserializeErrorResponse(_ body: Data) throws -> ErrorResponse
}

extension Api {
    package var headers: HTTPFields { [:] }
    package var parameters: (any Encodable & Sendable)? { nil }

    package func deserialize(_ body: Data) throws -> Entity {
        try JSONDecoder.iso8601.decode(Entity.self, from: body)
    }

    package func deserializeErrorResponse(_ body: Data) throws -> ErrorResponse {
        try JSONDecoder.iso8601.decode(ErrorResponse.self, from: body)
    }
}

extension JSONDecoder {
    /// Reads dates as `2026-11-20T12:00:00Z`.
    static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension JSONEncoder {
    /// Writes dates as `2026-11-20T12:00:00Z`, and members in alphabetical order.
    static var iso8601: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
