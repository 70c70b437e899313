import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【二つ目の要素を外す】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは二つ目の要素のないアカウントを表示() async throws {
            try await expectOperation(
                RemoveSecondFactor.initial(name: .example), reaching: .アプリは二つ目の要素のないアカウントを表示(overview: .example),
                calling: [.removeSecondFactor(.example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                RemoveSecondFactor.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.removeSecondFactor(.example)], on: StubAdministration(accounts: []))
        }
    }
}
