import Domain
import Testing

@Suite struct 依存の一式 {
    private let bare = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource())

    @Test func 設定されていないデータストアは名前を挙げて失敗する() async throws {
        let store = bare.dataStore
        let expected = SystemErrors.dependency(.未設定(port: "DataStore"))

        let get = await #expect(throws: ErrorWrapper.self) { try await store.get(DeviceMemory.keys.udid) }
        let getOrSave = await #expect(throws: ErrorWrapper.self) {
            try await store.get(DeviceMemory.keys.udid, orSave: "u-1")
        }
        let save = await #expect(throws: ErrorWrapper.self) { try await store.save(DeviceMemory.keys.udid.with("u-1")) }
        let delete = await #expect(throws: ErrorWrapper.self) { try await store.delete(DeviceMemory.keys.udid) }

        #expect([get, getOrSave, save, delete].map(\.?.system) == [expected, expected, expected, expected])
    }

    @Test func 設定されていないバックエンドは名前を挙げて失敗する() async throws {
        let key = try #require(InstallationKey("k-1"))

        let error = await #expect(throws: ErrorWrapper.self) { try await bare.backend.publishUdid(for: key) }

        #expect(error?.system == .dependency(.未設定(port: "Backend")))
    }

    @Test func 設定されていない外部サービスは名前を挙げて失敗する() async throws {
        let login = try #require(GitHubLogin("octocat"))

        let zen = await #expect(throws: ErrorWrapper.self) { try await bare.gitHub.zen() }
        let user = await #expect(throws: ErrorWrapper.self) { try await bare.gitHub.user(login) }
        let status = await #expect(throws: ErrorWrapper.self) { try await bare.statusPage.status() }
        let version = await #expect(throws: ErrorWrapper.self) { try await bare.versionedApi.version() }

        #expect(
            [zen, user, status, version].map(\.?.system)
                == ["GitHub", "GitHub", "StatusPage", "VersionedApi"].map { .dependency(.未設定(port: $0)) })
    }

    @Test func 写しのバックエンドを差し替えても元は変わらない() async throws {
        let key = try #require(InstallationKey("k-1"))
        var copy = bare

        copy.backend = StubBackend(.success(.fixture()))

        #expect(try await copy.backend.publishUdid(for: key) == .fixture())
        await #expect(throws: ErrorWrapper.self) { try await bare.backend.publishUdid(for: key) }
    }
}
