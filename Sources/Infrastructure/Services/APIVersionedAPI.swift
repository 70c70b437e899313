package import CalearningDomain
package import UsecasesAPIClient
package import UsecasesEngine

/// The Data API of MovableType.net: https://movabletype.net/.data-api
package struct MovableTypeAPIs: APIService {
    package static let addressSetting = AddressSetting("movabletype-url", usual: "https://movabletype.net")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension MovableTypeAPIs {
    /// バージョン
    package struct GetVersion: API {
        package typealias Service = MovableTypeAPIs
        package typealias Entity = Version

        package let path: Path = "/.data-api/version"

        package init() {}
    }
}

/// Requests the version of the Data API of MovableType.net with an API client.
package struct APIVersionedAPI: VersionedAPI {
    private let client: any APIClient<MovableTypeAPIs>

    package init(client: any APIClient<MovableTypeAPIs>) {
        self.client = client
    }

    package func version() async throws(ErrorWrapper) -> Version {
        try await client.call(MovableTypeAPIs.GetVersion())
    }
}

extension APIVersionedAPI: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
