#if Server
public import Hummingbird
import NIOCore
import NIOHTTP1

/// The body of a request, one JSON object of at most 16 KiB.
public struct JSONRequest {
    private let members: [[UInt8]: ArraySlice<UInt8>]

    /// Reads the body. Throws a ``Refusal`` with the problem, or the connection's error if the body does not arrive.
    public init(_ request: Request) async throws {
        guard Self.isJSON(request.headers[.contentType]) else { throw Refusal.notJSON }
        members = try Self.members(of: try await request.wholeBody())
    }

    /// The value of a member as JSON, or `nil` without such a member.
    public subscript(member: some CodingKey) -> ArraySlice<UInt8>? { members[Array(member.stringValue.utf8)] }

    /// Returns the text of the member. Throws a ``Refusal`` if the member is missing or is not a text.
    public func text(_ member: some CodingKey) throws(Refusal) -> String {
        guard let text = self[member].flatMap({ JSONText.string($0) }) else {
            throw .malformed("The body must have a text as \"\(member.stringValue)\".")
        }
        return text
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        let type = contentType.utf8.prefix { !" \t;".utf8.contains($0) }
        return type.equalsIgnoringCase("application/json")
    }

    private static func members(of body: ByteBuffer) throws(Refusal) -> [[UInt8]: ArraySlice<UInt8>] {
        guard String(validating: body.readableBytesView, as: UTF8.self) != nil else {
            throw .malformed("The body is not UTF-8.")
        }
        do {
            return try JSONReader.members(of: Array(body.readableBytesView))
        } catch {
            throw .malformed(
                "The body must be one JSON object with each member once; it is not from byte \(error.position) on.")
        }
    }
}

extension Request {
    /// Reads the body. Throws a ``Refusal`` for a body over the limit, and for a client that disconnects early.
    /// Rethrows errors of the HTTP parser.
    func wholeBody() async throws -> ByteBuffer {
        let sizeLimit = HTTPConnections.bodyLimit
        if let announced = headers[.contentLength] {
            // The decoder accepts only digits here. A length beyond `Int` is too large as well.
            guard let length = Int(announced), length <= sizeLimit else { throw Refusal.tooLarge(limit: sizeLimit) }
        }
        do {
            return try await body.collect(upTo: sizeLimit)
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: sizeLimit)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            throw Refusal.abandoned
        }
    }
}
#endif
