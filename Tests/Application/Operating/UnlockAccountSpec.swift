import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.behaviour) struct `ユースケース【アカウントを使えるように戻す】` {
    @Suite struct アカウントがある場合 {
        @Test func アプリは使えるアカウントを表示() async throws {
            try await expectOperation(
                UnlockAccount.initial(name: .example), reaching: .アプリは使えるアカウントを表示(overview: .example),
                calling: [.setLock(false, .example)])
        }
    }

    @Suite struct アカウントがない場合 {
        @Test func アプリはないことを表示() async throws {
            try await expectOperation(
                UnlockAccount.initial(name: .example), reaching: .アカウントがない場合_アプリはないことを表示(name: .example),
                calling: [.setLock(false, .example)], on: StubAdministration(accounts: []))
        }
    }
}
