import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを調べる】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリはアカウントを表示() async throws {
            let administration = StubAdministration()

            let scenario = try await ShowAccount.interact(
                from: ShowAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを探す", "アプリはアカウントを表示"])
            #expect(scenario.goal == .アプリはアカウントを表示(overview: .example))
            #expect(administration.calls == [.account(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let administration = StubAdministration(accounts: [])

            let scenario = try await ShowAccount.interact(
                from: ShowAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを探す", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
            #expect(administration.calls == [.account(.example)])
        }
    }
}
