import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let usecase = AskingUsecase(
    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにログイン状態を確かめる"
) {
    try await RestoreSession.interact(from: RestoreSession.initial, as: .user, with: $0)
}

@Suite(.behaviour) struct `ユースケース【ログイン状態を確かめる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await usecase.expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示(udid: nil))
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはホーム画面を表示() async throws {
            try await usecase.expectAnswer(reaching: .アプリはホーム画面を表示(loggedIn: .example), calling: .session(.example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await usecase.expectForgotten(
                by: StubAccountBackend(session: .success(nil)), in: "session",
                reaching: .ログインしていない場合_アプリはログイン画面を表示(udid: UDID("u-1")))
        }
    }
}
