import Application
import Domain
import Presentation
import Testing

@MainActor
@Suite struct GitHubが利用制限の終わる時刻を伝える場合 {
    @Test func ユーザを調べるアプリは制限が終わる時刻を表示() async throws {
        let login = try #require(GitHubLogin("octocat"))
        let gitHub = StubGitHub(userAnswer: .success(.rateLimited(until: Timestamp(milliseconds: 0))))
        let presenter = Presenter(dependencies: .fixture(gitHub: gitHub))

        await presenter.dispatch(LookUpGitHubUser.initial(login: login))

        #expect(presenter.store.screen == .rateLimit(until: "1970-01-01T00:00:00.000Z"))
    }
}
