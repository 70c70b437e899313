import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 内蔵のバックエンド {
    private let backend = EmbeddedBackend(
        server: Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) {
            $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
        })

    @Test func 同じインストールには同じUDIDを発行する() async throws {
        let key = try #require(InstallationKey("k-1"))

        let first = try await backend.publishUDID(for: key)
        let second = try await backend.publishUDID(for: key)

        #expect(first == second)
    }

    @Test func 登録簿に別の種類が書かれていればサーバと同じように拒否する() async throws {
        let key = try #require(InstallationKey("k-1"))
        let registration = Registration(key: key, kind: try #require(DeviceKind(rawValue: 12)), udid: .fixture())
        let backend = EmbeddedBackend(
            server: Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) {
                $0.deviceRegistry.adapter = InMemoryDeviceRegistry([registration])
            })

        let error = await #expect(throws: ErrorWrapper.self) { try await backend.publishUDID(for: key) }
        #expect(error?.status == 422)
    }

    @Test func 別のインストールには別のUDIDを発行する() async throws {
        let first = try await backend.publishUDID(for: try #require(InstallationKey("k-1")))
        let second = try await backend.publishUDID(for: try #require(InstallationKey("k-2")))

        #expect(first != second)
    }
}
