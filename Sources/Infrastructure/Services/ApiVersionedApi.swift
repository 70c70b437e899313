package import CalearningDomain
package import Usecases
package import UsecasesAPIClient

/// The Data API of MovableType.net: https://movabletype.net/.data-api
package struct MovableTypeApis: ApiService {
    package static let addressSetting = AddressSetting("movabletype-url", usual: "https://movabletype.net")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension MovableTypeApis {
    /// バージョン
    package struct GetVersion: Api {
        package typealias Service = MovableTypeApis
        package typealias Entity = Version

        package let path: Path = "/.data-api/version"

        package init() {}
    }
}

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
