import CourseDomain
import CourseInfrastructure
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTerminal

extension CompositionRoot {
    /// The adapter of the port `TicketOffice`; `TICKETS_URL` says where the service is.
    static func ticketOffice(timeout: Duration, clock: any Clock) -> any TicketOffice {
        let text = Environment.process["TICKETS_URL"] ?? "http://127.0.0.1:9000"
        guard let address = try? BaseAddress(text) else { return NoTicketOffice() }
        return APITicketOffice(
            client: LiveAPIClient(
                TicketAPIs(address: address), transport: NetworkTransport(), clock: clock, timeout: timeout))
    }
}

/// Stands in for a service whose address is not valid.
private struct NoTicketOffice: TicketOffice {
    private static let error = ErrorWrapper.system(error: .api(.clientUnusable))

    func issue() async throws(ErrorWrapper) -> String { throw Self.error }

    func confirm(_ ticket: String) async throws(ErrorWrapper) { throw Self.error }
}
