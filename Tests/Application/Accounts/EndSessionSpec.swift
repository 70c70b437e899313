import CalearningApplication
import CalearningDomain
import Testing
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

private func end(
    _ ended: EndedSessions = .others, with dependencies: Dependencies
) async throws -> Scenario<EndSession> {
    try await EndSession.interact(
        from: EndSession.initial(ended: ended, password: .example), as: .user, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【端末をログアウトさせる】` {
    @Suite struct ログイン状態が保存されていない場合 {
        @Test func アプリはログイン画面を表示し_サーバには尋ねない() async throws {
            try await expectNoRequest(reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる"]) {
                try await end(with: $0)
            }
        }
    }

    @Suite struct セッションが続いている場合 {
        @Test(arguments: [EndedSessions.others, .one(Session.otherExample.id)])
        func アプリは端末がログアウトしたことを表示(ended: EndedSessions) async throws {
            let accounts = StubAccountBackend()
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await end(ended, with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .アプリは端末がログアウトしたことを表示(list: nil))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末をログアウトさせるよう頼む", "アプリは端末がログアウトしたことを表示",
                ])
            #expect(accounts.calls == [.end(ended, .example, .example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct そのセッションがない場合 {
        @Test func アプリはないことを表示し_ログイン状態は残る() async throws {
            let accounts = StubAccountBackend(end: .success(.unknown))
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await end(
                .one(.fixture(9)), with: .fixture(dataStore: dataStore, accountBackend: accounts))

            #expect(scenario.goal == .セッションがない場合_アプリはないことを表示(list: nil))
            #expect(
                scenario.sentences == [
                    "アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末をログアウトさせるよう頼む", "セッションがない場合_アプリはないことを表示",
                ])
            #expect(accounts.calls == [.end(.one(.fixture(9)), .example, .example)])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct サーバが断る場合 {
        private static let refusals: [(EndAnswer, EndSession.Goals, String)] = [
            (.refused, .パスワードが違う場合_アプリは違うことを表示(ended: .others, list: nil), "パスワードが違う場合_アプリは違うことを表示"),
            (
                .tooOften(until: .example),
                .間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: .others, list: nil, until: .init(timestamp: .example)),
                "間違いが多すぎる場合_アプリは次に試せる時刻を表示"
            ),
            (
                .tooOften(until: nil), .間違いが多すぎる場合_アプリは次に試せる時刻を表示(ended: .others, list: nil, until: nil),
                "間違いが多すぎる場合_アプリは次に試せる時刻を表示"
            ),
        ]

        @Test(arguments: refusals)
        func アプリはわけを表示し_ログイン状態は残る(answer: EndAnswer, goal: EndSession.Goals, sentence: String) async throws {
            let dataStore = InMemoryDataStore(session.with(.example))

            let scenario = try await end(
                with: .fixture(dataStore: dataStore, accountBackend: StubAccountBackend(end: .success(answer))))

            #expect(scenario.goal == goal)
            #expect(scenario.sentences == ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末をログアウトさせるよう頼む", sentence])
            try await expect(dataStore.contents, equals: StoredContents(session.with(.example)))
        }
    }

    @Suite struct セッションが終わっている場合 {
        @Test func アプリはログイン状態を忘れ_ログイン画面を表示() async throws {
            try await expectForgotten(
                reaching: .ログインしていない場合_アプリはログイン画面を表示, after: ["アプリはログイン状態が保存されていないかを調べる", "アプリはサーバに端末をログアウトさせるよう頼む"],
                StubAccountBackend(end: .success(.loggedOut)), "end"
            ) { try await end(with: $0) }
        }
    }
}
