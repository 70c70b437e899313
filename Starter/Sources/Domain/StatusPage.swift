package import UsecasesEngine

/// The page on which a service reports its status. Use cases access it through this port.
package protocol StatusPage: Sendable {
    func status() async throws(ErrorWrapper) -> ServiceStatus
}

/// The port for use cases. The laboratory explores its outcomes.
extension Port: StatusPage where Adapter == any StatusPage {
    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await call(
            "status()",
            outcomes: [
                PossibleOutcome(
                    "operational", ServiceStatus(indicator: "none", description: "All Systems Operational")),
                PossibleOutcome(
                    "degraded", ServiceStatus(indicator: "minor", description: "Partially Degraded Service")),
            ] + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.status() }
    }
}

extension Dependencies {
    package var statusPage: Port<any StatusPage> {
        get { self[(any StatusPage).self] }
        set { self[(any StatusPage).self] = newValue }
    }
}
