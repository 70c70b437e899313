package import CalearningDomain
package import UsecasesAPIClient
package import UsecasesEngine

/// The status page of GitHub: https://www.githubstatus.com/api
package struct GitHubStatusAPIs: APIService {
    package static let addressSetting = AddressSetting("github-status-url", usual: "https://www.githubstatus.com")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension GitHubStatusAPIs {
    /// 稼働状況
    package struct Status: API {
        package typealias Service = GitHubStatusAPIs

        package struct Entity: Codable, Sendable {
            package let status: ServiceStatus
        }

        package let path: Path = "/api/v2/status.json"

        package init() {}
    }
}

/// Calls the status page of GitHub with an API client.
package struct APIStatusPage: StatusPage {
    private let client: any APIClient<GitHubStatusAPIs>

    package init(client: any APIClient<GitHubStatusAPIs>) {
        self.client = client
    }

    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await client.call(GitHubStatusAPIs.Status()).status
    }
}

extension APIStatusPage: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
