package import CalearningDomain
import Foundation
package import HTTPTypes
package import UsecasesAPIClient
package import UsecasesEngine

/// The API of GitHub: https://docs.github.com/rest
package struct GitHubAPIs: APIService {
    package static let json = JSONFormat(keys: .snakeCase)

    package static let addressSetting = AddressSetting("github-url", usual: "https://api.github.com")
    package static let tokenSetting = "github-token"

    package let address: BaseAddress
    package let headers: HTTPFields

    /// Creates the API. A `token` raises the rate limit.
    package init(address: BaseAddress, token: Secret? = nil) {
        self.address = address
        var headers: HTTPFields = [.accept: "application/vnd.github+json", .gitHubApiVersion: "2022-11-28"]
        if let token { headers.append(.secret(.authorization, Secret("Bearer \(token.reveal())"))) }
        self.headers = headers
    }

    /// Reads GitHub's error format, `{"message": …, "documentation_url": …}`.
    package static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
        struct Refusal: Decodable {
            let message: String
        }
        let refusal = try json.decode(Refusal.self, from: response.payload)
        return ErrorResponse(code: "GITHUB", title: "GitHub", message: refusal.message)
    }
}

extension GitHubAPIs {
    /// 禅の言葉
    package struct Zen: API {
        package typealias Service = GitHubAPIs

        package let path: Path = "/zen"

        package init() {}

        package func deserialize(_ response: ReceivedResponse) throws -> String {
            guard let text = response.text else { throw NotASentence() }
            let sentence = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard sentence.isSentence else { throw NotASentence() }
            return sentence
        }
    }

    /// ユーザ
    package struct User: API {
        package typealias Service = GitHubAPIs

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

/// Calls GitHub with an API client.
package struct APIGitHub: GitHub {
    private let client: any APIClient<GitHubAPIs>
    private let clock: any Clock
    private let hasToken: Bool

    /// Creates the adapter. `hasToken` is whether the client sends a token.
    package init(client: any APIClient<GitHubAPIs>, clock: any Clock, hasToken: Bool) {
        self.hasToken = hasToken
        self.client = client
        self.clock = clock
    }

    package func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        do {
            return .answer(try await client.call(GitHubAPIs.Zen()))
        } catch {
            return .rateLimited(until: try limit(in: error), hasToken: hasToken)
        }
    }

    package func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        do {
            guard let user = try await client.find(GitHubAPIs.User(login: login)) else { return .answer(nil) }
            return .answer(
                GitHubUser(
                    id: user.id, login: user.login, name: user.name, company: user.company, location: user.location,
                    bio: user.bio, url: user.htmlUrl, followers: user.followers,
                    publicRepositories: user.publicRepos))
        } catch {
            return .rateLimited(until: try limit(in: error), hasToken: hasToken)
        }
    }

    /// Returns the end of the rate limit that GitHub reported, or `nil` if it is unknown. Rethrows any other error.
    ///
    /// GitHub answers with 403 or 429. Its headers report the number of remaining requests. They also report the end of
    /// the limit in seconds since 1970, or as `Retry-After`.
    private func limit(in error: ErrorWrapper) throws(ErrorWrapper) -> Timestamp? {
        guard let status = error.status, [403, 429].contains(status),
            let response = error.api?.response
        else { throw error }
        let now = clock.now
        if let time = response.retryTime(from: now) { return time }
        let headers = response.headers
        guard headers[.rateLimitRemaining] == "0" || status == 429 else { throw error }
        guard let second = headers[.rateLimitReset].flatMap({ Int64($0) }), (0...253_402_300_799).contains(second)
        else { return nil }
        let time = Timestamp(milliseconds: second * 1000)
        // A time that has passed says nothing about the limit that is still in effect.
        return time > now ? time : nil
    }
}

extension APIGitHub: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}

extension HTTPField.Name {
    fileprivate static let gitHubApiVersion = HTTPField.Name(literal: "X-GitHub-Api-Version")
}

private struct NotASentence: Error, CustomStringConvertible {
    var description: String { "the answer is not one sentence of text in UTF-8" }
}

extension String {
    /// Whether the text is a sentence that fits on one line unchanged, and not another kind of document.
    fileprivate var isSentence: Bool {
        // The limit counts scalars, because one character can have any number of combining marks.
        guard (1...500).contains(unicodeScalars.count), !hasPrefix("{"), !hasPrefix("["), !contains("<") else {
            return false
        }
        return !unicodeScalars.contains(where: \.commandsDisplays)
    }
}
