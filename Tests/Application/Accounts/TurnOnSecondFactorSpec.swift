import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func turningOn(_ code: SecondCode = .time(.example)) -> AskingUsecase<TurnOnSecondFactor> {
    AskingUsecase("アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに鍵の確認を頼む") {
        try await TurnOnSecondFactor.interact(from: TurnOnSecondFactor.initial(code: code), as: .user, with: $0)
    }
}

@Suite(.behaviour) struct `ユースケース【二つ目の要素を使いはじめる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await turningOn().expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct コードが合う場合 {
        @Test func アプリはバックアップコードを表示() async throws {
            let codes = (1...10).map { RecoveryCode(randomSource: SeededRandomSource(seed: $0)) }

            try await turningOn().expectAnswer(
                from: StubAccountBackend(confirmSecondFactor: .success(.on(codes))),
                reaching: .アプリは使いはじめたこととバックアップコードを表示(codes: codes),
                calling: .confirmSecondFactor(.time(.example), .example))
        }
    }

    @Suite struct サーバが断る場合 {
        private static let refusals: [(SecondFactorAnswer, TurnOnSecondFactor.Goals)] = [
            (.unproved(.wrong), .コードが違う場合_アプリは違うことを表示),
            (.hindered(.isNotBegun), .確認を待つ鍵がない場合_アプリはやり直すよう表示),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: nil)),
            (.tooOften(until: .example), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: .init(timestamp: .example))),
        ]

        @Test(arguments: SecondCode.examples, refusals)
        func アプリはわけを表示し_ログイン状態は残る(
            code: SecondCode, refusal: (answer: SecondFactorAnswer, goal: TurnOnSecondFactor.Goals)
        ) async throws {
            try await turningOn(code).expectAnswer(
                from: StubAccountBackend(confirmSecondFactor: .success(refusal.answer)), reaching: refusal.goal,
                calling: .confirmSecondFactor(code, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await turningOn().expectForgotten(
                by: StubAccountBackend(confirmSecondFactor: .success(.loggedOut)), in: "confirmSecondFactor",
                reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
