/// A ticket office that is asked through a tap.
struct TappedTicketOffice: TicketOffice {
    let base: any TicketOffice
    let tap: any RunTap

    func issue() async throws(ErrorWrapper) -> String {
        let operation = PortOperation<String>(
            "TicketOffice", "issue()", changes: true,
            outcomes: [PossibleOutcome("issued", "A7")] + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.issue() }
    }

    func confirm(_ ticket: String) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "TicketOffice", "confirm(_:)", [ticket], changes: true,
            outcomes: [PossibleOutcome("confirmed", Done())] + PossibleOutcome.apiErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.confirm(ticket)
            return Done()
        }
    }
}
