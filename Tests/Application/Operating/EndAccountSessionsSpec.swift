import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントのセッションを終わらせる】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは終わらせたセッションの数を表示() async throws {
            let administration = StubAdministration()

            let scenario = try await EndAccountSessions.interact(
                from: EndAccountSessions.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントのセッションをすべて終わらせる", "アプリは終わらせたセッションの数を表示"])
            #expect(scenario.goal == .アプリは終わらせたセッションの数を表示(name: .example, count: 2))
            #expect(administration.calls == [.endSessions(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            let administration = StubAdministration(accounts: [])

            let scenario = try await EndAccountSessions.interact(
                from: EndAccountSessions.initial(name: .example), as: .operator, with: .operated(administration))

            #expect(scenario.sentences == ["アプリはアカウントのセッションをすべて終わらせる", "アカウントがない場合_アプリはないことを表示"])
            #expect(scenario.goal == .アカウントがない場合_アプリはないことを表示(name: .example))
            #expect(administration.calls == [.endSessions(.example)])
        }
    }
}
