import Domain

/// The Data API of MovableType.net: https://movabletype.net/.data-api
package struct MovableTypeApis: ApiService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension MovableTypeApis {
    /// バージョン
    struct GetVersion: Api {
        typealias Service = MovableTypeApis
        typealias Entity = Version

        let path: Path = "/.data-api/version"
    }
}
