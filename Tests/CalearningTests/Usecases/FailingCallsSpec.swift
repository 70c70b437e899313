import Application
import Domain
import Infrastructure
import Presentation
import Testing

/// Whichever call fails, the scenario ends there, and nothing goes on as if it had gone well.
@MainActor
@Suite struct 途中の呼び出しが失敗した場合 {
    @MainActor
    @Suite struct アプリを起動する {
        @Test(arguments: [
            FailingCall(operation: "get(_:)", argument: "udid"),
            FailingCall(operation: "get(_:orSave:)", argument: "installationKey"),
            FailingCall(operation: "publishUdid(for:)"),
            FailingCall(operation: "get(_:orSave:)", argument: "udid"),
            FailingCall(operation: "get(_:)", argument: "hasCompletedTutorial"),
        ])
        func エラーを伝えどの画面にも進まない(call: FailingCall) async {
            let presenter = Presenter(dependencies: .fixture().tapped(by: call))

            let report = await presenter.dispatch(Boot.initial)

            #expect(report.failure?.name == "書き込みに失敗")
            #expect(presenter.store.screen == report.failure.map(Store.Screen.error))
        }

        @Test func 保存されているインストールキーが正しくなければサーバには尋ねない() async {
            let backend = StubBackend()
            let store = InMemoryDataStore(.secret(key: .installationKey, value: ""))
            let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

            let report = await presenter.dispatch(Boot.initial)

            #expect(report.failure?.name == "内容が壊れています")
            #expect(backend.installations.isEmpty)
        }

        @Test func 別のプロセスが先に正しくないUDIDを保存したならば壊れているものとして失敗する() async {
            let store = InMemoryDataStore()
            let backend = OvertakenBackend(store: store, by: .string(key: .udid, value: ""))
            let presenter = Presenter(dependencies: .fixture(dataStore: store, backend: backend))

            let report = await presenter.dispatch(Boot.initial)

            #expect(report.failure?.name == "内容が壊れています")
        }
    }

    @MainActor
    @Suite struct アプリを初期状態に戻す {
        struct Deletion: Sendable {
            let call: FailingCall
            let rest: Set<String>

            init(failing operation: String, _ argument: String? = nil, rest: Set<String>) {
                call = FailingCall(operation: operation, argument: argument)
                self.rest = rest
            }
        }

        /// What is deleted last is what the application still works with, if the rest is gone.
        @Test(arguments: [
            Deletion(failing: "discard()", rest: ["installationKey", "hasCompletedTutorial", "udid"]),
            Deletion(
                failing: "delete(_:)", "installationKey", rest: ["installationKey", "hasCompletedTutorial", "udid"]),
            Deletion(failing: "delete(_:)", "hasCompletedTutorial", rest: ["hasCompletedTutorial", "udid"]),
            Deletion(failing: "delete(_:)", "udid", rest: ["udid"]),
        ])
        func エラーを伝えその先は消さない(deletion: Deletion) async throws {
            let store = InMemoryDataStore(
                .secret(key: .installationKey, value: "k-1"), .bool(key: .hasCompletedTutorial, value: true),
                .string(key: .udid, value: "u-1"))
            let presenter = Presenter(dependencies: .fixture(dataStore: store).tapped(by: deletion.call))

            let report = await presenter.dispatch(Reset.initial)

            #expect(report.failure?.name == "書き込みに失敗")
            #expect(try await names(in: store) == deletion.rest)
        }

        private func names(in store: InMemoryDataStore) async throws -> Set<String> {
            let isKept = [
                "installationKey": try await store.get(KeyValue.SecretKey.installationKey) != nil,
                "hasCompletedTutorial": try await store.get(KeyValue.BoolKey.hasCompletedTutorial) != nil,
                "udid": try await store.get(KeyValue.StringKey.udid) != nil,
            ]
            return Set(isKept.filter(\.value).keys)
        }
    }

    @Suite struct 端末を登録する {
        @Test(arguments: ["registration(under:)", "record(_:)"])
        func エラーを伝え何も記録しない(operation: String) async {
            let registry = InMemoryDeviceRegistry()
            let dependencies = Dependencies.fixture(deviceRegistry: registry)
                .tapped(by: FailingCall(operation: operation))

            let unfinished = await #expect(throws: UnfinishedScenario<RegisterDevice>.self) {
                try await register(with: dependencies)
            }

            #expect(unfinished?.error.system == .dataStore(.書き込みに失敗(location: "a broken disk")))
            #expect(await registry.registrations == [])
        }
    }
}

private func register(with dependencies: Dependencies) async throws -> Scenario<RegisterDevice> {
    try await RegisterDevice.interact(
        from: RegisterDevice.initial(kind: .terminal, key: .example), as: .application, with: dependencies)
}

extension Dependencies {
    fileprivate func tapped(by call: FailingCall) -> Dependencies {
        var dependencies = self
        dependencies.taps = [call]
        return dependencies
    }
}

/// A backend while whose answer is on its way another process saves something.
private struct OvertakenBackend: Backend {
    private let store: InMemoryDataStore
    private let saved: KeyValue

    init(store: InMemoryDataStore, by saved: KeyValue) {
        self.store = store
        self.saved = saved
    }

    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        await store.save(saved)
        return .fixture()
    }
}
