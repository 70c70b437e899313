#if Server
import Foundation
public import Hummingbird
public import NIOCore
import Usecases

/// Writes the bodies of answers.
public enum JSONBody {
    /// Secrets are redacted, unless the answer goes to their owner.
    public static func text(of value: some Encodable, withSecrets: Bool = false) -> ByteBuffer {
        let encoder = JSONEncoder()
        if withSecrets { encoder.userInfo[.secretReceiver] = { @Sendable (_: String) in } }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return ByteBuffer(bytes: try encoder.encode(value))
        } catch {
            preconditionFailure("what the service answers can be encoded: \(error)")
        }
    }
}

extension Response {
    /// An answer with a body of JSON, as ``JSONBody`` writes it.
    public static func json(_ status: HTTPResponse.Status, _ body: ByteBuffer) -> Response {
        text(status, "application/json", body)
    }

    /// An answer with a body of the content type `type`, and the headers for its type and length.
    public static func text(
        _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.contentLength] = "\(body.readableBytes)"
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }
}
#endif
