package import Domain
import HTTPTypes

/// Asks the Data API of MovableType.net for its version, through an API client.
package struct ApiVersionedApi: VersionedApi {
    /// バージョン
    struct Api: Infrastructure.Api {
        typealias Entity = Version

        let method = HTTPRequest.Method.get
        let path = "/.data-api/version"
    }

    private let client: any ApiClient

    package init(client: any ApiClient) {
        self.client = client
    }

    package func version() async throws(ErrorWrapper) -> Version {
        try await client.call(Api())
    }
}
