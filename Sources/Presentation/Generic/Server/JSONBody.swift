#if Server
import Foundation
import Hummingbird
import NIOCore

/// Writes the bodies of answers.
enum JSONBody {
    static func text(of value: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return ByteBuffer(bytes: try encoder.encode(value))
        } catch {
            preconditionFailure("what the service answers can be encoded: \(error)")
        }
    }
}

extension Response {
    static func json(_ status: HTTPResponse.Status, _ body: ByteBuffer) -> Response {
        text(status, "application/json", body)
    }

    static func text(
        _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
#endif
