import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func ending(_ ended: EndedSessions = .others) -> AskingUsecase<EndSession> {
    AskingUsecase("アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末をログアウトさせるよう頼む") {
        try await EndSession.interact(
            from: EndSession.initial(ended: ended, proof: .secondExample), as: .user, with: $0)
    }
}

@Suite(.behaviour) struct `ユースケース【端末をログアウトさせる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await ending().expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test(arguments: [EndedSessions.others, .one(Session.otherExample.id)])
        func アプリは端末がログアウトしたことを表示(ended: EndedSessions) async throws {
            try await ending(ended).expectAnswer(
                reaching: .アプリは端末がログアウトしたことを表示(list: nil), calling: .end(ended, .secondExample, .example))
        }
    }

    @Suite struct そのセッションがない場合 {
        @Test func アプリはないことを表示し_ログイン状態は残る() async throws {
            try await ending(.one(.fixture(9))).expectAnswer(
                from: StubAccountBackend(end: .success(.unknown)), reaching: .セッションがない場合_アプリはないことを表示(list: nil),
                calling: .end(.one(.fixture(9)), .secondExample, .example))
        }
    }

    @Suite struct サーバが断る場合 {
        private static let refusals: [(EndAnswer, EndSession.Goals)] = [
            (.refused, .パスワードが違う場合_アプリは違うことを表示(ended: .others, list: nil)),
            (.unproved(.needed), .コードが要る場合_アプリはコードを尋ねる(ended: .others, list: nil)),
            (.unproved(.wrong), .コードが違う場合_アプリは違うことを表示(ended: .others, list: nil)),
            (
                .tooOften(until: .example),
                .間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: .others, list: nil, until: .init(timestamp: .example))
            ),
            (.tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: .others, list: nil, until: nil)),
        ]

        @Test(arguments: refusals)
        func アプリはわけを表示し_ログイン状態は残る(answer: EndAnswer, goal: EndSession.Goals) async throws {
            try await ending().expectAnswer(
                from: StubAccountBackend(end: .success(answer)), reaching: goal,
                calling: .end(.others, .secondExample, .example))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await ending().expectForgotten(
                by: StubAccountBackend(end: .success(.loggedOut)), in: "end", reaching: .ログインしていない場合_アプリはログイン画面を表示)
        }
    }
}
