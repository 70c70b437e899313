import HTTPTypes
package import UsecasesAPIClient
import UsecasesSystem

extension ApiBackend {
    /// A service that answers one request for a UDID with this. Nothing leaves the process.
    package static func stub(_ answer: StubAnswer) -> ApiBackend {
        // The clock measures the time limit of the call: one that stands still would let it run out at once.
        let clock = SystemClock()
        let transport = StubTransport([ExpectedRequest(.post, "/udids", answer)], clock: clock)
        return ApiBackend(
            client: HttpApiClient(
                Apis(address: BaseAddress(host: "service.example")), transport: transport, clock: clock),
            clock: clock)
    }
}
