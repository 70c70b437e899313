import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを止める】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは止めたアカウントを表示() async throws {
            try await expectOperation(
                LockAccount.initial(name: .example), reaching: .アプリは止めたアカウントを表示(overview: .example),
                calling: [.setLock(true, .example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                LockAccount.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.setLock(true, .example)], on: StubAdministration(accounts: []))
        }
    }
}
