package import CalearningDomain
package import Usecases
package import UsecasesAPIClient

/// The status page of GitHub: https://www.githubstatus.com/api
package struct GitHubStatusApis: ApiService {
    package static let addressSetting = AddressSetting("github-status-url", usual: "https://www.githubstatus.com")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension GitHubStatusApis {
    /// 稼働状況
    package struct Status: Api {
        package typealias Service = GitHubStatusApis

        package struct Entity: Codable, Sendable {
            package let status: ServiceStatus
        }

        package let path: Path = "/api/v2/status.json"

        package init() {}
    }
}

/// Calls the status page of GitHub through an API client.
package struct ApiStatusPage: StatusPage {
    private let client: any ApiClient<GitHubStatusApis>

    package init(client: any ApiClient<GitHubStatusApis>) {
        self.client = client
    }

    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await client.call(GitHubStatusApis.Status()).status
    }
}

extension ApiStatusPage: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
