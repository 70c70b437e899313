/// A status page that is read through a tap.
struct TappedStatusPage: StatusPage {
    let base: any StatusPage
    let tap: any RunTap

    func status() async throws(ErrorWrapper) -> ServiceStatus {
        let operation = PortOperation<ServiceStatus>(
            "StatusPage", "status()",
            outcomes: [
                PossibleOutcome(
                    "operational", ServiceStatus(indicator: "none", description: "All Systems Operational")),
                PossibleOutcome(
                    "degraded", ServiceStatus(indicator: "minor", description: "Partially Degraded Service")),
            ] + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.status() }
    }
}
