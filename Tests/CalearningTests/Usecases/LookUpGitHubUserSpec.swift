import Application
import Domain
import Infrastructure
import Presentation
import Testing

@MainActor
@Suite(.behaviour) struct `ユースケース【GitHubユーザを調べる】` {
    @MainActor
    @Suite struct ユーザがいる場合 {
        @Test func アプリはユーザを表示() async throws {
            let login = try #require(GitHubLogin("octocat"))
            let presenter = Presenter(dependencies: .fixture())

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.store.screen == .user(.fixture()))
            #expect(report.sentences == ["アプリはGitHubにユーザを尋ねる", "アプリはユーザを表示"])
            #expect(report.values["user"] as? GitHubUser == .fixture())
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct ユーザがいない場合 {
        @Test func アプリはいないことを表示() async throws {
            let login = try #require(GitHubLogin("nobody"))
            let presenter = Presenter(
                dependencies: .fixture(gitHub: StubGitHub(userAnswer: .success(.answer(nil)))))

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.store.screen == .noSuchUser)
            #expect(report.sentences.last == "ユーザがいない場合_アプリはいないことを表示")
            #expect(report.exitStatus == .noSuchUser)
        }
    }

    @MainActor
    @Suite struct 利用制限に達している場合 {
        @Test func アプリは制限が終わる時刻を表示() async throws {
            let login = try #require(GitHubLogin("octocat"))
            let presenter = Presenter(
                dependencies: .fixture(gitHub: StubGitHub(userAnswer: .success(.rateLimited(until: nil)))))

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.store.screen == .rateLimit(until: nil))
            #expect(report.sentences.last == "利用制限に達している場合_アプリは制限が終わる時刻を表示")
            #expect(report.exitStatus == .tryAgainLater)
        }
    }

    @MainActor
    @Suite struct 接続できない場合 {
        @Test func エラーとそれまでのシーンを伝える() async throws {
            let login = try #require(GitHubLogin("octocat"))
            let presenter = Presenter(
                dependencies: .fixture(gitHub: StubGitHub(userAnswer: .failure(.service(error: .client(.ネットワーク接続不可))))))

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.store.screen == report.failure.map(Store.Screen.error))
            #expect(report.sentences == ["アプリはGitHubにユーザを尋ねる"])
            #expect(report.exitStatus == .unavailable)
        }
    }
}
