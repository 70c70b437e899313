import Domain

/// The status page of GitHub: https://www.githubstatus.com/api
package struct GitHubStatusApis: ApiService {
    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension GitHubStatusApis {
    /// 稼働状況
    struct Status: Api {
        typealias Service = GitHubStatusApis

        struct Entity: Codable, Sendable {
            let status: ServiceStatus
        }

        let path: Path = "/api/v2/status.json"
    }
}
