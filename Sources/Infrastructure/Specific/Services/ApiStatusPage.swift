package import Domain
package import Usecases
package import UsecasesAPIClient

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
