package import Domain
import HTTPTypes

/// Asks the status page of GitHub, through an API client.
package struct ApiStatusPage: StatusPage {
    /// 稼働状況
    struct Api: Infrastructure.Api {
        struct Entity: Codable, Sendable {
            let status: ServiceStatus
        }

        let method = HTTPRequest.Method.get
        let path = "/api/v2/status.json"
    }

    private let client: any ApiClient

    package init(client: any ApiClient) {
        self.client = client
    }

    package func status() async throws(ErrorWrapper) -> ServiceStatus {
        try await client.call(Api()).status
    }
}
