package import StarterDomain
package import UsecasesAPIClient
package import UsecasesEngine

/// The status page of GitHub: https://www.githubstatus.com/api
package struct StatusAPIs: APIService {
    package static let addressSetting = AddressSetting("status-url", usual: "https://www.githubstatus.com")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }

    /// `GET /api/v2/status.json`
    package struct Status: API {
        package typealias Service = StatusAPIs

        package struct Entity: Codable, Sendable {
            package let status: ServiceStatus
        }

        package let path: Path = "/api/v2/status.json"

        package init() {}
    }
}

/// The adapter that asks the status page over HTTP.
package struct APIStatusPage: StatusPage {
    private let client: any APIClient<StatusAPIs>

    package init(client: any APIClient<StatusAPIs>) {
        self.client = client
    }

    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await client.call(StatusAPIs.Status()).status
    }
}

/// A status page in memory, for worlds and specs.
package struct PreparedStatusPage: StatusPage {
    private let indicator: String

    package init(indicator: String) { self.indicator = indicator }

    package func status() -> ServiceStatus { ServiceStatus(indicator: indicator, description: "As it is") }
}

extension APIStatusPage: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
