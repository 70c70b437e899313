import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let usecase = AskingUsecase(
    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末の名前を伝える"
) {
    try await NameDevice.interact(from: NameDevice.initial(name: .example, list: .example), as: .user, with: $0)
}

@Suite(.behaviour) struct `ユースケース【端末に名前を付ける】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await usecase.expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test func アプリは端末に名前が付いたことを表示() async throws {
            let list = SessionList(
                own: Session.example.id, sessions: [Session.example.named(.example), .otherExample])
            try await usecase.expectAnswer(
                reaching: .アプリは端末に名前が付いたことを表示(name: .example, list: list),
                calling: .nameDevice(.example, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await usecase.expectForgotten(
                by: StubAccountBackend(nameDevice: .success(false)), in: "nameDevice",
                reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
