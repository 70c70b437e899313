#if Hummingbird
import Foundation
import Hummingbird

/// The route of the service on a free port, without any storage.
@main enum BareServer {
    static func main() async throws {
        let router = Router()
        router.post("udids") { request, context async throws -> EditedResponse<Answer> in
            let device = try await request.decode(as: Device.self, context: context)
            guard (0...9999).contains(device.appDeviceKbn) else { throw HTTPError(.badRequest) }
            return EditedResponse(status: .created, response: Answer(udid: UUID().uuidString))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
        try await application.runService()
    }
}

struct Device: Decodable {
    let appDeviceKbn: Int
}

struct Answer: ResponseEncodable {
    let udid: String
}
#else
/// The program built without the trait. It must have an entry point.
@main enum WithoutHummingbird {
    static func main() {
        print("Please build it with --traits Hummingbird.")
    }
}
#endif
