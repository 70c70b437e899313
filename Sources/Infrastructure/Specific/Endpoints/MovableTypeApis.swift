package import Domain
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
