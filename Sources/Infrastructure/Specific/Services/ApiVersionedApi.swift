package import Domain
package import Usecases
package import UsecasesAPIClient

/// Requests the version of the Data API of MovableType.net, through an API client.
package struct ApiVersionedApi: VersionedApi {
    private let client: any ApiClient<MovableTypeApis>

    package init(client: any ApiClient<MovableTypeApis>) {
        self.client = client
    }

    package func version() async throws(ErrorWrapper) -> Version {
        try await client.call(MovableTypeApis.GetVersion())
    }
}

extension ApiVersionedApi: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
