/// GitHub, called through a tap.
struct TappedGitHub: GitHub {
    let base: any GitHub
    let tap: any RunTap

    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> {
        let operation = PortOperation<GitHubAnswer<String>>(
            "GitHub", "zen()",
            outcomes: [PossibleOutcome("answered", .answer("Keep it logically awesome."))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.zen() }
    }

    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> {
        let user = GitHubUser(id: 583_231, login: login.rawValue, name: "The Octocat")
        let operation = PortOperation<GitHubAnswer<GitHubUser?>>(
            "GitHub", "user(_:)", ["\(login)"],
            outcomes: [PossibleOutcome("found", .answer(user)), PossibleOutcome("absent", .answer(nil))]
                + PossibleOutcome.rateLimits() + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.user(login) }
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
