package import Usecases

/// The page on which a service reports its status.
package protocol StatusPage: Sendable {
    /// Throws `ネットワーク接続不可` or the server's refusal as a service error, and a system error of the API for any other
    /// failure.
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
        get { self["StatusPage"] }
        set { self["StatusPage"] = newValue }
    }
}

/// The status of a service, as its status page reports it.
package struct ServiceStatus: Sendable, Hashable, Codable {
    /// The severity: `none`, `minor`, `major`, `critical` or `maintenance`; a page may use others.
    package let indicator: String
    /// A few words for a person, such as `All Systems Operational`.
    package let description: String

    package init(indicator: String, description: String) {
        self.indicator = indicator
        self.description = description
    }

    /// Whether the page reports no problems.
    package var isOperational: Bool { indicator == "none" }
}
