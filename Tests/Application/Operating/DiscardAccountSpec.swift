import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを取り除く】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは消したアカウントを表示() async throws {
            let administration = StubAdministration()

            let scenario = try await DiscardAccount.interact(
                from: DiscardAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントに属するものをすべて消す", "アプリは消したアカウントを表示"])
            #expect(scenario.goal == .アプリは消したアカウントを表示(account: .example))
            #expect(administration.calls == [.delete(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let administration = StubAdministration(accounts: [])

            let scenario = try await DiscardAccount.interact(
                from: DiscardAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントに属するものをすべて消す", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
            #expect(administration.calls == [.delete(.example)])
        }
    }
}
