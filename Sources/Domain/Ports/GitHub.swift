package import Usecases

/// The public information of GitHub.
///
/// Each operation throws `ネットワーク接続不可` or the server's refusal as a service error, and a system error of the API for any
/// other failure.
package protocol GitHub: Sendable {
    /// A sentence of the zen of GitHub.
    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String>
    /// `nil` if there is no such user.
    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?>
}

/// An answer of GitHub, or a notice that the rate limit has been reached.
package enum GitHubAnswer<Value: Sendable & Codable>: Sendable, Codable {
    case answer(Value)
    /// `until` is when requests are accepted again, if GitHub says so; `hasToken` tells whether the limit is that of a token,
    /// and is `nil` in recordings of earlier versions.
    case rateLimited(until: Timestamp?, hasToken: Bool? = nil)
}

extension Port: GitHub where Adapter == any GitHub {
    package func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        try await call(
            "zen()",
            outcomes: [PossibleOutcome("answered", .answer("Keep it logically awesome."))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.zen() }
    }

    package func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        let user = GitHubUser(id: 583_231, login: login.rawValue, name: "The Octocat")
        return try await call(
            "user(_:)", ["\(login)"],
            outcomes: [PossibleOutcome("found", .answer(user)), PossibleOutcome("absent", .answer(nil))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.user(login) }
    }
}

extension Dependencies {
    package var gitHub: Port<any GitHub> {
        get { self["GitHub"] }
        set { self["GitHub"] = newValue }
    }
}

extension PossibleOutcome {
    /// GitHub does not always say when the limit ends.
    fileprivate static func rateLimits<Answer>() -> [PossibleOutcome] where Value == GitHubAnswer<Answer> {
        [
            PossibleOutcome("rate-limited", .rateLimited(until: nil)),
            PossibleOutcome("rate-limited-until", .rateLimited(until: Timestamp(milliseconds: 1_800_000_000_000))),
        ]
    }
}
