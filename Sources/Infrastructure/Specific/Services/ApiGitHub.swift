package import Domain
import HTTPTypes
package import Usecases
package import UsecasesAPIClient

/// Calls GitHub through an API client.
package struct ApiGitHub: GitHub {
    private let client: any ApiClient<GitHubApis>
    private let clock: any Clock
    private let hasToken: Bool

    /// `hasToken` tells whether the client sends one.
    package init(client: any ApiClient<GitHubApis>, clock: any Clock, hasToken: Bool) {
        self.hasToken = hasToken
        self.client = client
        self.clock = clock
    }

    package func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        do {
            return .answer(try await client.call(GitHubApis.Zen()))
        } catch {
            return .rateLimited(until: try limit(in: error), hasToken: hasToken)
        }
    }

    package func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        do {
            let user = try await client.call(GitHubApis.User(login: login))
            return .answer(
                GitHubUser(
                    id: user.id, login: user.login, name: user.name, company: user.company, location: user.location,
                    bio: user.bio, url: user.htmlUrl, followers: user.followers,
                    publicRepositories: user.publicRepos))
        } catch {
            if case .service(.server(_, status: 404), _, _) = error { return .answer(nil) }
            return .rateLimited(until: try limit(in: error), hasToken: hasToken)
        }
    }

    /// When the limit that the refusal reports ends, if known; any other error is rethrown.
    ///
    /// GitHub refuses with 403 or 429, and reports in the headers how many requests remain, when there will be more, in
    /// seconds since 1970, or how many seconds to wait.
    private func limit(in error: ErrorWrapper) throws(ErrorWrapper) -> Timestamp? {
        guard let status = error.status, [403, 429].contains(status),
            let headers = error.api?.response?.headers
        else { throw error }
        if let seconds = headers[.retryAfter].flatMap({ Int64($0) }), (0...86_400).contains(seconds) {
            return Timestamp(milliseconds: clock.now.milliseconds + seconds * 1000)
        }
        guard headers[.rateLimitRemaining] == "0" || status == 429 else { throw error }
        guard let second = headers[.rateLimitReset].flatMap({ Int64($0) }), (0...253_402_300_799).contains(second)
        else { return nil }
        return Timestamp(milliseconds: second * 1000)
    }
}

extension ApiGitHub: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}
