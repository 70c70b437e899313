package import Domain
import Foundation
package import HTTPTypes

/// GitHub: https://docs.github.com/rest
package struct GitHubApis: ApiService {
    package static let json = JSONFormat(keys: .snakeCase)

    package let address: BaseAddress
    package let headers: HTTPFields

    /// A `token` lets it ask more often.
    package init(address: BaseAddress, token: Secret? = nil) {
        self.address = address
        var headers: HTTPFields = [.accept: "application/vnd.github+json", .gitHubApiVersion: "2022-11-28"]
        if let token { headers.append(.secret(.authorization, Secret("Bearer \(token.reveal())"))) }
        self.headers = headers
    }

    /// GitHub refuses in a form of its own: `{"message": …, "documentation_url": …}`.
    package static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        struct Refusal: Decodable {
            let message: String
        }
        let refusal = try json.decode(Refusal.self, from: response.payload)
        return ErrorResponse(code: "GITHUB", title: "GitHub", message: refusal.message)
    }
}

extension GitHubApis {
    /// 禅の言葉
    struct Zen: Api {
        typealias Service = GitHubApis

        let path: Path = "/zen"

        func deserialize(_ response: ReceivedResponse) throws -> String {
            struct NotASentence: Error {}
            let text = String(decoding: response.payload, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard (1...500).contains(text.count), !text.contains("<") else { throw NotASentence() }
            return text
        }
    }

    /// ユーザ
    struct User: Api {
        typealias Service = GitHubApis

        struct Entity: Codable, Sendable {
            let id: Int
            let login: String
            let name: String?
            let company: String?
            let location: String?
            let bio: String?
            let htmlUrl: String?
            let followers: Int?
            let publicRepos: Int?
        }

        let login: GitHubLogin
        var path: Path { "/users/\(login)" }
    }
}
