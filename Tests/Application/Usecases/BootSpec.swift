import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
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
                let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .login(udid: UDID("u-1")))
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
                let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .tutorial)
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

        @MainActor
        @Suite struct チュートリアル完了の記録を読めない場合 {
            @Test(arguments: PortFailure.whenRead)
            func エラーとそれまでのシーンを伝えサーバには尋ねない(failure: PortFailure) async throws {
                let backend = StubBackend()
                let store = InMemoryDataStore(
                    DeviceMemory.keys.udid.with("u-1"), DeviceMemory.keys.hasCompletedTutorial.with(true))
                let failing = FailingDataStore(
                    over: store, at: .get, DeviceMemory.keys.hasCompletedTutorial, with: failure)
                let presenter = Presenter(dependencies: .fixture(dataStore: failing, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == failure.name)
                #expect(report.failure?.args == failure.error.args)
                #expect(report.exitStatus == failure.exitStatus)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                    ])
                #expect(backend.installations.isEmpty)
                try await expect(
                    store.contents,
                    equals: StoredContents(
                        DeviceMemory.keys.udid.with("u-1"), DeviceMemory.keys.hasCompletedTutorial.with(true)))
            }
        }

        @MainActor
        @Suite struct 保存されているUDIDが正しくない場合 {
            /// Stores with values saved by another program, or with damage that the store itself detects.
            private nonisolated static let damaged: [any DataStore] = [
                InMemoryDataStore(DeviceMemory.keys.udid.with("")),
                InMemoryDataStore(DeviceMemory.keys.udid.with("u 1")),
                FailingDataStore(at: .get, DeviceMemory.keys.udid, with: .damaged),
            ]

            @Test(arguments: damaged) func 壊れているものとして失敗しサーバには尋ねない(store: any DataStore) async throws {
                let backend = StubBackend()
                let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == "内容が壊れています")
                #expect(report.exitStatus == .badData)
                #expect(report.sentences == ["アプリはサーバで発行したUDIDが保存されていないかを調べる"])
                #expect(backend.installations.isEmpty)
                try await expect(store.get(DeviceMemory.keys.installationKey), equals: nil)
            }
        }
    }

    @MainActor
    @Suite struct UDIDが保存されているかを読めない場合 {
        @Test func エラーとそれまでのシーンを伝えサーバには尋ねない() async throws {
            let backend = StubBackend()
            let store = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
            let failing = FailingDataStore(over: store, at: .get, DeviceMemory.keys.udid, with: .unreadable)
            let presenter = Presenter(dependencies: .fixture(dataStore: failing, backend: backend))

            let report = await presenter.dispatch(Boot.initial)

            #expect(presenter.store.screen == report.failure.map(Screen.error))
            #expect(report.failure?.name == "読み込みに失敗")
            #expect(report.failure?.args == PortFailure.unreadable.error.args)
            #expect(report.exitStatus == .storeFailure)
            #expect(report.sentences == ["アプリはサーバで発行したUDIDが保存されていないかを調べる"])
            #expect(backend.installations.isEmpty)
            try await expect(store.contents, equals: StoredContents(DeviceMemory.keys.udid.with("u-1")))
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

            @Test func チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示() async throws {
                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == .tutorial)
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

                #expect(presenter.store.screen == .login(udid: .fixture()))
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

            @Test(arguments: PortFailure.whenRead)
            func チュートリアル完了の記録を読めない場合_取得したUDIDは残る(failure: PortFailure) async throws {
                let failing = FailingDataStore(
                    over: dataStore, at: .get, DeviceMemory.keys.hasCompletedTutorial, with: failure)
                let presenter = Presenter(dependencies: .fixture(dataStore: failing, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == failure.name)
                #expect(report.failure?.args == failure.error.args)
                #expect(report.exitStatus == failure.exitStatus)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                        "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                    ])
                #expect(backend.installations.count == 1)
                try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: UDID.fixture().rawValue)
                try await expect(dataStore.contents[DeviceMemory.keys.hasCompletedTutorial], equals: nil)
            }
        }

        @MainActor
        @Suite struct サーバから取得できない場合 {
            @Test(arguments: PortFailure.whenAsked)
            func エラーとそれまでのシーンを伝えUDIDは保存しない(failure: PortFailure) async throws {
                let backend = StubBackend(.failure(failure.error))
                let dataStore = InMemoryDataStore(DeviceMemory.keys.hasCompletedTutorial.with(true))
                let presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == failure.name)
                #expect(report.failure?.args == failure.error.args)
                #expect(report.exitStatus == failure.exitStatus)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                    ])
                #expect(backend.installations.count == 1)
                try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: nil)
                try await expect(dataStore.contents[DeviceMemory.keys.hasCompletedTutorial], equals: true)
                try await expect(
                    dataStore.contents[DeviceMemory.keys.installationKey]?.rawValue,
                    equals: backend.installations.first?.rawValue)
            }
        }

        @MainActor
        @Suite struct インストールキーかUDIDを残せない場合 {
            @Test(arguments: Obstacle.allCases, [PortFailure.unreadable, PortFailure.unwritable])
            func エラーとそれまでのシーンを伝えUDIDは保存しない(obstacle: Obstacle, failure: PortFailure) async throws {
                let backend = obstacle.backend(failing: failure)
                let dataStore = InMemoryDataStore(DeviceMemory.keys.hasCompletedTutorial.with(true))
                let failing = obstacle.dataStore(over: dataStore, failing: failure)
                let presenter = Presenter(dependencies: .fixture(dataStore: failing, backend: backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == failure.name)
                #expect(report.failure?.args == failure.error.args)
                #expect(report.exitStatus == .storeFailure)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                    ])
                #expect(backend.installations.count == obstacle.requests)
                try await expect(dataStore.contents[DeviceMemory.keys.udid], equals: nil)
                try await expect(dataStore.contents[DeviceMemory.keys.hasCompletedTutorial], equals: true)
            }
        }

        @MainActor
        @Suite struct インストールキーかUDIDが壊れている場合 {
            @Test(arguments: Damage.all) func 壊れているものとして失敗し手を加えない(damage: Damage) async throws {
                let presenter = Presenter(
                    dependencies: .fixture(dataStore: damage.dataStore, backend: damage.backend))

                let report = await presenter.dispatch(Boot.initial)

                #expect(presenter.store.screen == report.failure.map(Screen.error))
                #expect(report.failure?.name == "内容が壊れています")
                #expect(report.exitStatus == .badData)
                #expect(
                    report.sentences == [
                        "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                        "UDIDがない場合_アプリはUDIDを取得する",
                    ])
                #expect(damage.backend.installations.count == damage.requests)
                try await expect(damage.dataStore.contents[DeviceMemory.keys.udid], equals: damage.udid)
                try await expect(damage.dataStore.contents[DeviceMemory.keys.hasCompletedTutorial], equals: nil)
            }
        }
    }
}

@MainActor
@Suite struct `ユースケース【アプリを起動する】の約束` {
    @Test func 取得したUDIDを保存し次からはサーバに尋ねない() async throws {
        let backend = StubBackend()
        let dataStore = InMemoryDataStore()
        let presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: backend))

        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Boot.initial)

        try await expect(dataStore.get(DeviceMemory.keys.udid), equals: UDID.fixture().rawValue)
        #expect(backend.installations.count == 1)
    }

    @Test func サーバに接続できなければもう一度起動しても同じインストールキーで尋ねる() async {
        let backend = StubBackend(.failure(.service(error: .client(.ネットワーク接続不可))))
        let presenter = Presenter(dependencies: .fixture(backend: backend))

        await presenter.dispatch(Boot.initial)
        await presenter.dispatch(Boot.initial)

        #expect(backend.installations.count == 2)
        #expect(Set(backend.installations).count == 1)
    }

    @Test func 別のプロセスが先にUDIDを保存した場合は保存されているUDIDで続ける() async {
        let other = UDID.fixture(2)
        let dataStore = OvertakenDataStore(by: DeviceMemory.keys.udid.with(other.rawValue))
        let presenter = Presenter(dependencies: .fixture(dataStore: dataStore, backend: StubBackend()))

        let report = await presenter.dispatch(Boot.initial)

        #expect(report.values["udid"] as? UDID == other)
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
            return await presenter.dispatch(Boot.initial).values["udid"] as? UDID
        }
    }
}
