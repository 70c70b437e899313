import Application
import Domain
import Infrastructure
import Presentation
import Testing

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリを起動する】` {
    @MainActor
    @Suite struct UDIDが保存されている場合 {
        @MainActor
        @Suite struct チュートリアル完了の記録がある場合 {
            private let backend = StubBackend()
            private let presenter: Presenter

            init() {
                let store = InMemoryDataStore(
                    .string(key: .udid, value: "u-1"), .bool(key: .hasCompletedTutorial, value: true))
                presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))
            }

            @Test func アプリはログイン画面を表示() async {
                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .login)
                #expect(presenter.store.udid == UDID("u-1"))
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がある場合_アプリはログイン画面を表示",
                    ])
                #expect(report.exitStatus == .success)
            }

            @Test func サーバには尋ねない() async {
                await presenter.dispatch(Boot.initial)

                #expect(backend.installations.isEmpty)
            }
        }

        @MainActor
        @Suite struct チュートリアル完了の記録がない場合 {
            @Test(arguments: [[], [KeyValue.bool(key: .hasCompletedTutorial, value: false)]])
            func アプリはチュートリアル画面を表示(record: [KeyValue]) async throws {
                let store = InMemoryDataStore(.string(key: .udid, value: "u-1"))
                for keyValue in record { await store.save(keyValue) }
                let presenter = Presenter(dependencies: .fixture(dataStore: store))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .tutorial)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
                    ])
            }
        }

        @MainActor
        @Suite struct 保存されているUDIDが正しくない場合 {
            @Test func 壊れているものとして失敗しサーバには尋ねない() async {
                let backend = StubBackend()
                let store = InMemoryDataStore(.string(key: .udid, value: ""))
                let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(report.failure?.name == "内容が壊れています")
                #expect(report.exitStatus == .badData)
                #expect(backend.installations.isEmpty)
            }
        }
    }

    @MainActor
    @Suite struct UDIDがない場合 {
        @MainActor
        @Suite struct アプリはUDIDを取得する {
            private let backend = StubBackend()
            private let dataStore = InMemoryDataStore()
            private let presenter: Presenter

            init() {
                presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
            }

            @Test func チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示() async {
                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .tutorial)
                #expect(presenter.store.udid == .fixture())
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
                    ])
            }

            @Test func チュートリアル完了の記録がある場合_アプリはログイン画面を表示() async {
                await dataStore.save(.bool(key: .hasCompletedTutorial, value: true))

                await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .login)
            }

            @Test func 取得したUDIDを保存し次からはサーバに尋ねない() async throws {
                await presenter.dispatch(Boot.initial)
                await presenter.dispatch(Boot.initial)

                #expect(try await dataStore.get(KeyValue.StringKey.udid) == UDID.fixture().rawValue)
                #expect(backend.installations.count == 1)
            }
        }

        @MainActor
        @Suite struct サーバに接続できない場合 {
            private let backend = StubBackend(.failure(.service(error: .client(.ネットワーク接続不可), args: ["method": "POST"])))
            private let dataStore = InMemoryDataStore()
            private let presenter: Presenter

            init() {
                presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
            }

            @Test func エラーとそれまでのシーンを伝えUDIDは保存しない() async throws {
                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Store.Screen.error))
                #expect(report.failure?.name == "ネットワーク接続不可")
                #expect(report.failure?.args == ["method": "POST"])
                #expect(report.exitStatus == .unavailable)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                    ])
                #expect(try await dataStore.get(KeyValue.StringKey.udid) == nil)
            }

            @Test func もう一度起動しても同じインストールキーで尋ねる() async {
                await presenter.dispatch(Boot.initial)
                await presenter.dispatch(Boot.initial)

                #expect(backend.installations.count == 2)
                #expect(Set(backend.installations).count == 1)
            }
        }

        @MainActor
        @Suite struct 別のプロセスが先にUDIDを保存した場合 {
            @Test func 保存されているUDIDで続ける() async {
                let presenter = Presenter(
                    dependencies: .fixture(dataStore: OvertakenDataStore(with: .fixture(2)), backend: StubBackend()))

                await presenter.dispatch(Boot.initial)

                #expect(presenter.store.udid == .fixture(2))
            }
        }
    }

    @MainActor
    @Suite struct 差し替えたバックエンド {
        @Test func 同時に千回ずつ起動しても互いに見えない() async {
            await withTaskGroup { group in
                for number in 0..<UInt64(2_000) {
                    group.addTask { (await Self.boot(withBackendIssuing: .fixture(number)), UDID.fixture(number)) }
                }
                for await (booted, issued) in group {
                    #expect(booted == issued)
                }
            }
        }

        private static func boot(withBackendIssuing udid: UDID) async -> UDID? {
            let presenter = Presenter(dependencies: .fixture(backend: StubBackend(.success(udid))))
            await presenter.dispatch(Boot.initial)
            return presenter.store.udid
        }
    }
}
