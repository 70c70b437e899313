import Domain
import Foundation
import HTTPTypes

/// The endpoints of GitHub.
enum GitHubApis {
    /// What every request to GitHub carries; `token` lets it ask more often.
    static func headers(token: String?) -> HTTPFields {
        var headers: HTTPFields = [.accept: "application/vnd.github+json", .gitHubApiVersion: "2022-11-28"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        return headers
    }

    /// GitHub refuses in a form of its own: `{"message": …, "documentation_url": …}`.
    static func errorResponse(_ body: Data) throws -> ErrorResponse {
        struct Refusal: Decodable {
            let message: String
            let documentation_url: String?
        }
        let refusal = try JSONDecoder.iso8601.decode(Refusal.self, from: body)
        return ErrorResponse(code: "GITHUB", title: "GitHub", message: refusal.message)
    }

    /// 禅の言葉
    struct Zen: Api {
        typealias Entity = String

        let method = HTTPRequest.Method.get
        let path = "/zen"

        func deserialize(_ body: Data) throws -> String {
            struct NotASentence: Error {}
            let text = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard (1...500).contains(text.count), !text.contains("<") else { throw NotASentence() }
            return text
        }

        func deserializeErrorResponse(_ body: Data) throws -> ErrorResponse { try errorResponse(body) }
    }

    /// ユーザ
    struct User: Api {
        struct Entity: Codable, Sendable {
            let id: Int
            let login: String
            let name: String?
            let company: String?
            let location: String?
            let bio: String?
            let html_url: String?
            let followers: Int?
            let public_repos: Int?
        }

        let method = HTTPRequest.Method.get
        let path: String

        init(login: GitHubLogin) {
            path = "/users/\(login)"
        }

        func deserializeErrorResponse(_ body: Data) throws -> ErrorResponse { try errorResponse(body) }
    }
}
