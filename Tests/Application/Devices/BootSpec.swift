import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

@MainActor
@Suite(.behaviour) struct `ユースケース【アプリを起動する】` {
    @MainActor
    @Suite struct UDIDが保存されている場合 {
        @MainActor
        @Suite struct チュートリアル完了の記録がある場合 {
            @Test func アプリはログイン画面を表示() async {
                let backend = StubBackend()
                let store = InMemoryDataStore(
                    DeviceMemory.keys.udid.with("u-1"), DeviceMemory.keys.hasCompletedTutorial.with(true))
                let presenter = ScreenPresenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.screen == .login(udid: UDID("u-1")))
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がある場合_アプリはログイン画面を表示",
                    ])
                #expect(report.exitStatus == .success)
                #expect(backend.installations.isEmpty)
            }
        }

        @MainActor
        @Suite struct チュートリアル完了の記録がない場合 {
            @Test(arguments: [[], [DeviceMemory.keys.hasCompletedTutorial.with(false)]])
            func アプリはチュートリアル画面を表示(record: [KeyValue]) async throws {
                let backend = StubBackend()
                let store = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
                for keyValue in record { await store.save(keyValue) }
                let presenter = ScreenPresenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.screen == .tutorial)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
                    ])
                #expect(report.exitStatus == .success)
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
            private let presenter: ScreenPresenter

            init() {
                presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
            }

            @Test func チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示() async throws {
                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.screen == .tutorial)
                #expect(report.values["udid"] as? UDID == .fixture())
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
                    ])
                #expect(report.exitStatus == .success)
                try await expect(dataStore.get(DeviceMemory.keys.udid), equals: UDID.fixture().rawValue)
                #expect(backend.installations.count == 1)
            }

            @Test func チュートリアル完了の記録がある場合_アプリはログイン画面を表示() async throws {
                await dataStore.save(DeviceMemory.keys.hasCompletedTutorial.with(true))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.screen == .login(udid: .fixture()))
                #expect(report.values["udid"] as? UDID == .fixture())
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                        "チュートリアル完了の記録がある場合_アプリはログイン画面を表示",
                    ])
                #expect(report.exitStatus == .success)
                try await expect(dataStore.contents[DeviceMemory.keys.hasCompletedTutorial], equals: true)
            }
        }
    }
}

@MainActor
@Suite struct `ユースケース【アプリを起動する】の約束` {
    @Test func 取得したUDIDを保存し次からはサーバに尋ねない() async throws {
        let backend = StubBackend()
        let dataStore = InMemoryDataStore()
        let presenter = ScreenPresenter(dependencies: .fixture(dataStore: dataStore, backend: backend))

        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Boot.initial)

        try await expect(dataStore.get(DeviceMemory.keys.udid), equals: UDID.fixture().rawValue)
        #expect(backend.installations.count == 1)
    }

    @Test func サーバに接続できなければもう一度起動しても同じインストールキーで尋ねる() async {
        let backend = StubBackend(.failure(.service(error: .client(.networkUnreachable))))
        let presenter = ScreenPresenter(dependencies: .fixture(backend: backend))

        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Boot.initial)

        #expect(backend.installations.count == 2)
        #expect(Set(backend.installations).count == 1)
    }

    @Test func 別のプロセスが先にUDIDを保存した場合は保存されているUDIDで続ける() async {
        let other = UDID.fixture(2)
        let report = await ScreenPresenter(dependencies: overtaken(by: other.rawValue)).dispatch(Boot.initial)

        #expect(report.values["udid"] as? UDID == other)
    }

    @Test(arguments: ["", "u 1"]) func 保存されているUDIDが正しくなければ壊れているものとして失敗し手を加えない(udid: String) async throws {
        let backend = StubBackend()
        let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with(udid))
        let stored = ScreenPresenter(dependencies: .fixture(dataStore: dataStore, backend: backend))
        let overtaken = ScreenPresenter(dependencies: overtaken(by: udid))

        let reports = [await stored.dispatch(Boot.initial), await overtaken.dispatch(Boot.initial)]

        #expect(reports.map(\.failure?.name) == ["内容が壊れています", "内容が壊れています"])
        #expect(reports.map(\.exitStatus) == [.badData, .badData])
        #expect(stored.screen == reports[0].failure.map(Screen.error))
        #expect(backend.installations.isEmpty)
        try await expect(dataStore.contents, equals: StoredContents(DeviceMemory.keys.udid.with(udid)))
    }

    /// Another process saves its UDID right before this one saves its own.
    private func overtaken(by udid: String) -> Dependencies {
        let dataStore = InMemoryDataStore()
        return Dependencies.fixture(dataStore: dataStore).before("DataStore.get(_:orSave:)") {
            await dataStore.save(DeviceMemory.keys.udid.with(udid))
        }
    }
}
