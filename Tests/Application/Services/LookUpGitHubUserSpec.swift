import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【GitHubユーザを調べる】` {
    @MainActor
    @Suite struct ユーザがいる場合 {
        @Test func アプリはユーザを表示() async throws {
            let login = try #require(GitHubLogin("octocat"))
            let presenter = ScreenPresenter(dependencies: .fixture())

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.screen == .user(.fixture()))
            #expect(report.sentences == ["アプリはGitHubにユーザを尋ねる", "アプリはユーザを表示"])
            #expect(report.values["user"] as? GitHubUser == .fixture())
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct ユーザがいない場合 {
        @Test func アプリはいないことを表示() async throws {
            let login = try #require(GitHubLogin("nobody"))
            let presenter = ScreenPresenter(
                dependencies: .fixture { $0.gitHub.adapter = StubGitHub(userAnswer: .answer(nil)) })

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(presenter.screen == .noSuchUser)
            #expect(report.sentences.last == "ユーザがいない場合_アプリはいないことを表示")
            #expect(report.exitStatus == .notFound)
        }
    }

    @MainActor
    @Suite struct 利用制限に達している場合 {
        @Test(arguments: [nil, Timestamp(milliseconds: 0)])
        func アプリは制限が終わる時刻を表示(until: Timestamp?) async throws {
            let login = try #require(GitHubLogin("octocat"))
            let presenter = ScreenPresenter(
                dependencies: .fixture {
                    $0.gitHub.adapter = StubGitHub(userAnswer: .rateLimited(until: until))
                })

            let report = await presenter.dispatch(LookUpGitHubUser.initial(login: login))

            #expect(
                presenter.screen == .rateLimit(until: until.map(WrittenTime.init), at: .example, hasToken: nil))
            #expect(report.sentences.last == "利用制限に達している場合_アプリは制限が終わる時刻を表示")
            #expect(report.exitStatus == .tryAgainLater)
        }
    }
}
