package import StarterDomain
package import Usecases
package import UsecasesAPIClient

/// The status page of GitHub: https://www.githubstatus.com/api
package struct StatusApis: ApiService {
    package static let addressSetting = AddressSetting("status-url", usual: "https://www.githubstatus.com")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }

    /// `GET /api/v2/status.json`
    package struct Status: Api {
        package typealias Service = StatusApis

        package struct Entity: Codable, Sendable {
            package let status: ServiceStatus
        }

        package let path: Path = "/api/v2/status.json"

        package init() {}
    }
}

/// The adapter that asks the status page over HTTP.
package struct ApiStatusPage: StatusPage {
    private let client: any ApiClient<StatusApis>

    package init(client: any ApiClient<StatusApis>) {
        self.client = client
    }

    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await client.call(StatusApis.Status()).status
    }
}

extension ApiStatusPage: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
