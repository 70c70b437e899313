#if Server
import Foundation
import Hummingbird
import NIOCore

/// What answers are written as.
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
    static func json(_ status: HTTPResponse.Status, _ value: some Encodable) -> Response {
        let body = JSONBody.text(of: value)
        let headers: HTTPFields = [.contentType: "application/json", .contentLength: "\(body.readableBytes)"]
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
#endif
