import HTTPTypes
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

struct ExampleAPIs: APIService {
    let address: BaseAddress

    static func client(
        _ transport: any HTTPTransport, clock: any Clock = ManualClock(), at address: String = "http://host",
        timeout: Duration = .seconds(3)
    ) throws -> LiveAPIClient<ExampleAPIs> {
        LiveAPIClient(
            ExampleAPIs(address: try BaseAddress(address)), transport: transport, clock: clock, timeout: timeout)
    }
}

extension ClosureTransport {
    static func answering(_ status: Int = 200, _ text: String = "", headers: HTTPFields = [:]) -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in
            .fixture(status, text, headers: headers, to: request)
        }
    }
}
