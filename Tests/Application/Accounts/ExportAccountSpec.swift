import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let usecase = AskingUsecase(
    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバにアカウントのデータを求める"
) {
    try await ExportAccount.interact(from: ExportAccount.initial, as: .user, with: $0)
}

@Suite(.behaviour) struct `ユースケース【アカウントのデータを見る】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await usecase.expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリはアカウントのデータを表示() async throws {
            try await usecase.expectAnswer(reaching: .アプリはアカウントのデータを表示(export: .example), calling: .export(.example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await usecase.expectForgotten(
                by: StubAccountBackend(export: .success(nil)), in: "export", reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
