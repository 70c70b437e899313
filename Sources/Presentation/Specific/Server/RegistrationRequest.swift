#if Server
import Domain
import Hummingbird
import NIOCore
import NIOHTTP1

/// The validated content of `POST /udids`.
struct RegistrationRequest {
    private static let sizeLimit = HTTPConnections.bodyLimit

    let kind: DeviceKind
    let key: InstallationKey?

    /// Throws a ``Refusal`` that says what is wrong, or the connection's own error if the body does not arrive.
    init(_ request: Request) async throws {
        guard Self.isJSON(request.headers[.contentType]) else { throw Refusal.notJSON }
        key = try Self.key(in: request.headers[values: .idempotencyKey])
        kind = try Self.kind(in: try await Self.body(of: request))
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        let type = contentType.utf8.prefix { !" \t;".utf8.contains($0) }
        return type.equalsIgnoringCase("application/json")
    }

    private static func key(in values: [String]) throws(Refusal) -> InstallationKey? {
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = InstallationKey(value) else {
            throw .malformed("There may be one Idempotency-Key, of 1 to 255 visible ASCII characters.")
        }
        return key
    }

    private static func body(of request: Request) async throws -> ByteBuffer {
        if let announced = request.headers[.contentLength] {
            // The decoder has checked that it is a number; one that does not fit into an `Int` is too large as well.
            guard let length = Int(announced), length <= sizeLimit else { throw Refusal.tooLarge(limit: sizeLimit) }
        }
        do {
            return try await request.body.collect(upTo: sizeLimit)
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: sizeLimit)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            throw Refusal.abandoned
        }
    }

    private static func kind(in body: ByteBuffer) throws(Refusal) -> DeviceKind {
        guard String(validating: body.readableBytesView, as: UTF8.self) != nil else {
            throw .malformed("The body is not UTF-8.")
        }
        let members: [[UInt8]: ArraySlice<UInt8>]
        do {
            members = try JSONReader.members(of: Array(body.readableBytesView))
        } catch {
            throw .malformed(
                "The body must be one JSON object with each member once; it is not from byte \(error.position) on.")
        }
        guard let text = members[Array("appDeviceKbn".utf8)], let number = JSONInteger(text),
            let kind = DeviceKind(rawValue: number.value)
        else {
            throw .malformed(#"The body must have a whole number from 0 to 9999, like {"appDeviceKbn":11}."#)
        }
        return kind
    }
}
#endif
