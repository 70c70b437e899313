import HTTPTypes
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

/// A service for the endpoints of specs.
struct ExampleAPIs: APIService {
    let address: BaseAddress

    /// Returns a client of the service over the transport.
    static func client(
        _ transport: any HTTPTransport, clock: any Clock = ManualClock(), at address: String = "http://host",
        timeout: Duration = .seconds(3)
    ) throws -> LiveAPIClient<ExampleAPIs> {
        LiveAPIClient(
            ExampleAPIs(address: try BaseAddress(address)), transport: transport, clock: clock, timeout: timeout)
    }
}

extension ClosureTransport {
    /// Returns a transport that gives each request the same answer.
    static func answering(_ status: Int = 200, _ text: String = "", headers: HTTPFields = [:]) -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in
            .fixture(status, text, headers: headers, to: request)
        }
    }
}
