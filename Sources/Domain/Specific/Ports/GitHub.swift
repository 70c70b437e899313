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
    /// `until` is when requests are accepted again, if GitHub says so.
    case rateLimited(until: Timestamp?)
}

struct UnprovidedGitHub: GitHub {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "GitHub")))

    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> { throw Self.error }

    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> { throw Self.error }
}
