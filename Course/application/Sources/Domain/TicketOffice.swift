package import UsecasesEngine

/// Sells tickets for a reading.
///
/// Each operation throws `networkUnreachable` or the refusal of the server as a service error, and a system error of
/// the API for any other failure.
package protocol TicketOffice: Sendable {
    /// The number of a new ticket, a different one each time.
    func issue() async throws(ErrorWrapper) -> String
    /// Confirms that the ticket is wanted. It may be confirmed any number of times.
    func confirm(_ ticket: String) async throws(ErrorWrapper)
}

extension Port: TicketOffice where Adapter == any TicketOffice {
    package func issue() async throws(ErrorWrapper) -> String {
        try await call(
            "issue()", changes: true, outcomes: [PossibleOutcome("issued", "A7")] + PossibleOutcome.apiErrors
        ) { (office) async throws(ErrorWrapper) in try await office.issue() }
    }

    package func confirm(_ ticket: String) async throws(ErrorWrapper) {
        try await call(
            "confirm(_:)", [ticket], changes: true,
            outcomes: [PossibleOutcome("confirmed", Done())] + PossibleOutcome.apiErrors
        ) { (office) async throws(ErrorWrapper) in try await office.confirm(ticket) }
    }
}

extension Dependencies {
    package var ticketOffice: Port<any TicketOffice> {
        get { self[(any TicketOffice).self] }
        set { self[(any TicketOffice).self] = newValue }
    }
}
