#if Server
import Hummingbird
import NIOCore

/// The contract of the service, as it is checked in beside this file.
enum OpenAPI {
    static let document = ByteBuffer(bytes: PackageResources.openapi_json)

    static var answer: Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .contentLength: "\(document.readableBytes)"],
            body: .init(byteBuffer: document))
    }
}
#endif
