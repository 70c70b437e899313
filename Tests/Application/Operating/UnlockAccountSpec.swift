import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを使えるように戻す】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは使えるアカウントを表示() async throws {
            let administration = StubAdministration()

            let scenario = try await UnlockAccount.interact(
                from: UnlockAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを使えるように戻す", "アプリは使えるアカウントを表示"])
            #expect(scenario.goal == .アプリは使えるアカウントを表示(overview: .example))
            #expect(administration.calls == [.setLock(false, .example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let administration = StubAdministration(accounts: [])

            let scenario = try await UnlockAccount.interact(
                from: UnlockAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを使えるように戻す", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
            #expect(administration.calls == [.setLock(false, .example)])
        }
    }
}
