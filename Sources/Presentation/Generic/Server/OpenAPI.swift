#if Server
import Hummingbird
import NIOCore

/// The contract of the service, from `openapi.json` among what is specific.
enum OpenAPI {
    static let document = ByteBuffer(bytes: PackageResources.openapi_json)

    static var answer: Response {
        .json(.ok, document)
    }
}
#endif
