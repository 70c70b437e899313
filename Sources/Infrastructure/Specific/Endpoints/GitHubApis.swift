package import Domain
import Foundation
package import HTTPTypes
package import Usecases
package import UsecasesAPIClient

/// GitHub: https://docs.github.com/rest
package struct GitHubApis: ApiService {
    package static let json = JSONFormat(keys: .snakeCase)

    package static let addressSetting = AddressSetting("github-url", usual: "https://api.github.com")
    package static let tokenSetting = "github-token"

    package let address: BaseAddress
    package let headers: HTTPFields

    /// With a `token`, more requests are allowed.
    package init(address: BaseAddress, token: Secret? = nil) {
        self.address = address
        var headers: HTTPFields = [.accept: "application/vnd.github+json", .gitHubApiVersion: "2022-11-28"]
        if let token { headers.append(.secret(.authorization, Secret("Bearer \(token.reveal())"))) }
        self.headers = headers
    }

    /// GitHub refuses in a format of its own: `{"message": …, "documentation_url": …}`.
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
    package struct Zen: Api {
        package typealias Service = GitHubApis

        package let path: Path = "/zen"

        package init() {}

        package func deserialize(_ response: ReceivedResponse) throws -> String {
            guard let text = String(validating: response.payload, as: UTF8.self) else { throw NotASentence() }
            let sentence = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard sentence.isSentence else { throw NotASentence() }
            return sentence
        }
    }

    /// ユーザ
    package struct User: Api {
        package typealias Service = GitHubApis

        package struct Entity: Codable, Sendable {
            package let id: Int
            package let login: String
            package let name: String?
            package let company: String?
            package let location: String?
            package let bio: String?
            package let htmlUrl: String?
            package let followers: Int?
            package let publicRepos: Int?
        }

        private let login: GitHubLogin
        package var path: Path { "/users/\(login)" }

        package init(login: GitHubLogin) {
            self.login = login
        }
    }
}

extension HTTPField.Name {
    fileprivate static let gitHubApiVersion = HTTPField.Name(literal: "X-GitHub-Api-Version")
}

private struct NotASentence: Error, CustomStringConvertible {
    var description: String { "the answer is not one sentence of text in UTF-8" }
}

extension String {
    /// Whether the text can be shown unchanged on one line, and is not a document of another kind.
    fileprivate var isSentence: Bool {
        // Counted in scalars: one character can have any number of combining marks.
        guard (1...500).contains(unicodeScalars.count), !hasPrefix("{"), !hasPrefix("["), !contains("<") else {
            return false
        }
        return !unicodeScalars.contains(where: \.commandsDisplays)
    }
}
