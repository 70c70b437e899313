package import Domain
package import UsecasesAPIClient

/// The status page of GitHub: https://www.githubstatus.com/api
package struct GitHubStatusApis: ApiService {
    package static let addressSetting = AddressSetting("github-status-url", usual: "https://www.githubstatus.com")

    package let address: BaseAddress

    package init(address: BaseAddress) {
        self.address = address
    }
}

extension GitHubStatusApis {
    /// 稼働状況
    package struct Status: Api {
        package typealias Service = GitHubStatusApis

        package struct Entity: Codable, Sendable {
            package let status: ServiceStatus
        }

        package let path: Path = "/api/v2/status.json"

        package init() {}
    }
}
