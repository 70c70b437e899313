import CalearningDomain
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 依存の一式 {
    private let bare = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource())

    @Test func 設定されていないポートは名前を挙げて失敗する() async throws {
        let key = try #require(InstallationKey("k-1"))

        let store = await #expect(throws: ErrorWrapper.self) { try await bare.dataStore.delete(DeviceMemory.keys.udid) }
        let backend = await #expect(throws: ErrorWrapper.self) { try await bare.backend.publishUDID(for: key) }
        let journal = await #expect(throws: ErrorWrapper.self) { try await bare.journal.discard() }

        #expect(
            [store, backend, journal].map(\.?.system)
                == ["DataStore", "Backend", "Journal"].map { .dependency(.未設定(port: $0)) })
    }

    @Test func 写しのバックエンドを差し替えても元は変わらない() async throws {
        let key = try #require(InstallationKey("k-1"))
        var copy = bare

        copy.backend.adapter = StubBackend(.success(.fixture()))

        try await expect(copy.backend.publishUDID(for: key), equals: .fixture())
        await #expect(throws: ErrorWrapper.self) { try await bare.backend.publishUDID(for: key) }
    }
}
