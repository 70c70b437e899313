import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

/// A custom backend.
private struct SatelliteBackend: Backend {
    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        guard let udid = UDID("satellite-\(installation.rawValue)") else {
            throw .system(error: .api(.exchangeFailed(statusCode: nil)))
        }
        return udid
    }
}

/// A backend that behaves correctly in a single call.
private struct ForgetfulBackend: Backend {
    let randomSource = SeededRandomSource()

    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        UDID(UUIDv7(clock: ImmediateClock(), randomSource: randomSource))
    }
}

/// The fourth chapter of the tutorial.
@Suite struct バックエンドを差し替える章 {
    @Test func 写しのプロパティを一つ変える() async throws {
        let original = Dependencies.fixture()
        var dependencies = original
        dependencies.backend.adapter = SatelliteBackend()

        _ = try await Boot.interact(from: Boot.initial, with: dependencies)

        let udid = try await dependencies.dataStore.get(DeviceMemory.keys.udid)
        #expect(udid?.hasPrefix("satellite-") == true)
    }

    /// Checks the guarantee in the port's doc comment. An installation always gets the same UDID.
    private func keepsItsPromise(_ backend: any Backend) async throws -> Bool {
        let key = InstallationKey(fixture: "k-1")
        let first = try await backend.publishUDID(for: key)
        let second = try await backend.publishUDID(for: key)
        let other = try await backend.publishUDID(for: InstallationKey(fixture: "k-2"))
        return first == second && first != other
    }

    @Test func どのバックエンドも同じ約束を守る() async throws {
        #expect(try await keepsItsPromise(EmbeddedBackend(server: .fixture())))
        #expect(try await keepsItsPromise(SatelliteBackend()))
    }

    @Test func 約束を確かめなければ本物と食い違う() async throws {
        let backend = ForgetfulBackend()

        let scenario = try await Boot.interact(from: Boot.initial, with: .fixture(backend: backend))

        #expect(scenario.goal == .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
        #expect(try await !keepsItsPromise(backend))
    }
}
