#if Server
import Hummingbird
import NIOCore

/// The contract of the service, as it is checked in beside this file.
enum OpenAPI {
    static let document = ByteBuffer(bytes: PackageResources.openapi_json)

    static var answer: Response {
        .json(.ok, document)
    }
}
#endif
