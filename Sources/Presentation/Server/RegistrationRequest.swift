#if Server
import Domain
import Foundation
import Hummingbird
import NIOCore

/// What `POST /udids` is sent, checked.
struct RegistrationRequest {
    /// Of the body, in bytes.
    static let sizeLimit = 16 * 1024

    private struct Parameters: Decodable {
        let appDeviceKbn: Int
    }

    let kind: DeviceKind
    let key: InstallationKey?

    /// Throws a ``Refusal`` that says what is wrong, and the connection's own error where the body does not come.
    init(_ request: Request) async throws {
        guard Self.isJSON(request.headers[.contentType]) else { throw Refusal.notJSON }
        key = try Self.key(in: request.headers[values: .idempotencyKey])
        kind = try Self.kind(in: try await Self.body(of: request))
    }

    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return type?.lowercased() == "application/json"
    }

    private static func key(in values: [String]) throws(Refusal) -> InstallationKey? {
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = InstallationKey(value) else {
            throw .malformed("There may be one Idempotency-Key, of 1 to 255 visible ASCII characters.")
        }
        return key
    }

    private static func body(of request: Request) async throws -> ByteBuffer {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= sizeLimit else { throw Refusal.tooLarge(limit: sizeLimit) }
        do {
            return try await request.body.collect(upTo: sizeLimit)
        } catch is NIOTooManyBytesError {
            throw Refusal.tooLarge(limit: sizeLimit)
        }
    }

    private static func kind(in body: ByteBuffer) throws(Refusal) -> DeviceKind {
        // Other encodings would be taken for what they are, and JSON is UTF-8.
        guard String(validating: body.readableBytesView, as: UTF8.self) != nil else {
            throw .malformed("The body is not UTF-8.")
        }
        let parameters: Parameters
        do {
            parameters = try JSONDecoder().decode(Parameters.self, from: Data(body.readableBytesView))
        } catch {
            throw .malformed(#"The body must be a JSON object with a whole number, like {"appDeviceKbn":11}."#)
        }
        guard let kind = DeviceKind(rawValue: parameters.appDeviceKbn) else {
            throw .malformed("appDeviceKbn is \(parameters.appDeviceKbn), and must be 0 to 9999.")
        }
        return kind
    }
}
#endif
