package import UsecasesEngine

/// The status page of a service.
package protocol StatusPage: Sendable {
    /// Throws `networkUnreachable` or the server's error as a service error. Throws a system error of the API for any
    /// other failure.
    func status() async throws(ErrorWrapper) -> ServiceStatus
}

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

/// The status of a service, from its status page.
package struct ServiceStatus: Sendable, Hashable, Codable {
    /// The severity. It is `none`, `minor`, `major`, `critical`, `maintenance` or another value of the page.
    package let indicator: String
    /// A short description, such as `All Systems Operational`.
    package let description: String

    package init(indicator: String, description: String) {
        self.indicator = indicator
        self.description = description
    }

    /// Whether the page reports no problems.
    package var isOperational: Bool { indicator == "none" }
}
