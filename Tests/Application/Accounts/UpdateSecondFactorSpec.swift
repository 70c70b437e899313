import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func updating(_ wish: SecondFactorWish = .backupCodes) -> AskingUsecase<UpdateSecondFactor> {
    AskingUsecase("アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに二つ目の要素の変更を頼む") {
        try await UpdateSecondFactor.interact(
            from: UpdateSecondFactor.initial(wish: wish, proof: .secondExample), as: .user, with: $0)
    }
}

@Suite(.behaviour) struct `ユースケース【二つ目の要素を変える】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await updating().expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct サーバが変える場合 {
        private static let changes: [(SecondFactorWish, SecondFactorAnswer, UpdateSecondFactor.Goals)] = [
            (.setUp, .begun(.example), .アプリは認証アプリに渡す鍵を表示(offer: .example)),
            (.off, .off, .アプリは使わなくなったことを表示),
            (.backupCodes, .on([.example, .example]), .アプリはバックアップコードを表示(codes: [.example, .example])),
        ]

        @Test(arguments: changes)
        func アプリは結果を表示(
            wish: SecondFactorWish, answer: SecondFactorAnswer, goal: UpdateSecondFactor.Goals
        ) async throws {
            try await updating(wish).expectAnswer(
                from: StubAccountBackend(changeSecondFactor: .success(answer)), reaching: goal,
                calling: .changeSecondFactor(wish, .secondExample, .example))
        }
    }

    @Suite struct サーバが断る場合 {
        private static let refusals: [(SecondFactorAnswer, UpdateSecondFactor.Goals)] =
            [
                (.refused, .パスワードが違う場合_アプリは違うことを表示), (.unproved(.needed), .コードが要る場合_アプリはコードを尋ねる),
                (.unproved(.wrong), .コードが違う場合_アプリは違うことを表示),
                (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil)),
                (.tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example))),
            ] + SecondFactorHindrance.allCases.map { (.hindered($0), .変えられない場合_アプリはわけを表示(hindrance: $0)) }

        @Test(arguments: refusals)
        func アプリはわけを表示し_ログイン状態は残る(
            answer: SecondFactorAnswer, goal: UpdateSecondFactor.Goals
        ) async throws {
            try await updating().expectAnswer(
                from: StubAccountBackend(changeSecondFactor: .success(answer)), reaching: goal,
                calling: .changeSecondFactor(.backupCodes, .secondExample, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await updating().expectForgotten(
                by: StubAccountBackend(changeSecondFactor: .success(.loggedOut)), in: "changeSecondFactor",
                reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
