import CalearningDomain
import UsecasesEngine

struct StubGitHub: GitHub {
    var zenAnswer: GitHubAnswer<String> = .answer("Keep it logically awesome.")
    var userAnswer: GitHubAnswer<GitHubUser?> = .answer(.fixture())

    func zen() -> GitHubAnswer<String> { zenAnswer }

    func user(_ login: GitHubLogin) -> GitHubAnswer<GitHubUser?> { userAnswer }
}

struct StubStatusPage: StatusPage {
    let answer: ServiceStatus

    func status() -> ServiceStatus { answer }
}

struct StubVersionedAPI: VersionedAPI {
    let answer: Version

    func version() -> Version { answer }
}
