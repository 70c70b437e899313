import CalearningDomain
import UsecasesEngine

/// GitHub with prepared answers.
struct StubGitHub: GitHub {
    var zenAnswer: GitHubAnswer<String> = .answer("Keep it logically awesome.")
    var userAnswer: GitHubAnswer<GitHubUser?> = .answer(.fixture())

    func zen() -> GitHubAnswer<String> { zenAnswer }

    func user(_ login: GitHubLogin) -> GitHubAnswer<GitHubUser?> { userAnswer }
}

/// A status page with a prepared answer.
struct StubStatusPage: StatusPage {
    let answer: ServiceStatus

    func status() -> ServiceStatus { answer }
}

/// An API with a prepared version.
struct StubVersionedAPI: VersionedAPI {
    let answer: Version

    func version() -> Version { answer }
}
