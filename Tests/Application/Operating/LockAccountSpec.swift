import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを止める】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは止めたアカウントを表示() async throws {
            let administration = StubAdministration()

            let scenario = try await LockAccount.interact(
                from: LockAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを止めてセッションを終わらせる", "アプリは止めたアカウントを表示"])
            #expect(scenario.goal == .アプリは止めたアカウントを表示(overview: .example))
            #expect(administration.calls == [.setLock(true, .example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let administration = StubAdministration(accounts: [])

            let scenario = try await LockAccount.interact(
                from: LockAccount.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントを止めてセッションを終わらせる", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
            #expect(administration.calls == [.setLock(true, .example)])
        }
    }
}
