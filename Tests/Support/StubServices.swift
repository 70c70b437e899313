import CalearningDomain
import Usecases

/// GitHub with prepared answers.
struct StubGitHub: GitHub {
    var zenAnswer: Result<GitHubAnswer<String>, ErrorWrapper> = .success(.answer("Keep it logically awesome."))
    var userAnswer: Result<GitHubAnswer<GitHubUser?>, ErrorWrapper> = .success(.answer(.fixture()))

    func zen() async throws(ErrorWrapper) -> GitHubAnswer<String> { try zenAnswer.get() }

    func user(_ login: GitHubLogin) async throws(ErrorWrapper) -> GitHubAnswer<GitHubUser?> { try userAnswer.get() }
}

/// A status page with a prepared answer.
struct StubStatusPage: StatusPage {
    let answer: Result<ServiceStatus, ErrorWrapper>

    func status() async throws(ErrorWrapper) -> ServiceStatus { try answer.get() }
}

/// An API with a prepared version.
struct StubVersionedAPI: VersionedAPI {
    let answer: Result<Version, ErrorWrapper>

    func version() async throws(ErrorWrapper) -> Version { try answer.get() }
}
