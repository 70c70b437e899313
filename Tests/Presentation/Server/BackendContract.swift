import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// An adapter of the ports `Backend` and `AccountBackend` in this build.
enum BackendAdapter: CaseIterable {
    case embedded
    #if Server
    case service
    #endif

    /// Calls the body with a backend whose server has these ports. The device has this automatic name.
    func withBackend(
        _ server: Dependencies, named name: DeviceName? = nil,
        _ body: @Sendable (any Backend & AccountBackend) async throws -> Void
    ) async throws {
        switch self {
        case .embedded: try await body(EmbeddedBackend(server: server, deviceName: { name }))
        #if Server
        case .service:
            try await RunningService.run(dependencies: server) { port in
                let client = LiveAPIClient(
                    BackendAPIs(address: try BaseAddress("http://127.0.0.1:\(port)")), transport: NetworkTransport(),
                    clock: SystemClock(), timeout: .seconds(60))
                try await body(APIBackend(client: client, clock: server.clock, deviceName: { name }))
            }
        #endif
        }
    }
}

@Suite struct バックエンドの契約 {
    private let first = InstallationKey(fixture: "k-1")
    private let second = InstallationKey(fixture: "k-2")

    @Test(arguments: BackendAdapter.allCases)
    func 同じインストールには同じUDIDを_別のインストールには別のUDIDを発行する(adapter: BackendAdapter) async throws {
        try await adapter.withBackend(.fixture(clock: ManualClock())) { backend in
            let udid = try await backend.publishUDID(for: first)
            let other = try await backend.publishUDID(for: second)

            try await expect(backend.publishUDID(for: first), equals: udid)
            try await expect(backend.publishUDID(for: second), equals: other)
            #expect(udid != other)
        }
    }

    @Test(arguments: BackendAdapter.allCases)
    func 登録簿に別の種類が書かれていれば拒否する(adapter: BackendAdapter) async throws {
        let kind = try #require(DeviceKind(rawValue: DeviceKind.terminal.rawValue + 1))
        let registry = InMemoryDeviceRegistry([Registration(key: first, kind: kind, udid: .fixture())])
        try await adapter.withBackend(.fixture(clock: ManualClock(), deviceRegistry: registry)) { backend in
            let error = await #expect(throws: ErrorWrapper.self) { try await backend.publishUDID(for: first) }

            guard case .service(.server(let response, let status), _, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(status == 422 && response.code == ErrorResponse.keyReused)
        }
    }

    @Test(arguments: BackendAdapter.allCases)
    func 登録簿が使えなければ失敗する(adapter: BackendAdapter) async throws {
        let server = Dependencies.fixture(clock: ManualClock()).failing("DeviceRegistry.record", with: .unwritable)
        try await adapter.withBackend(server) { backend in
            await #expect(throws: ErrorWrapper.self) { try await backend.publishUDID(for: first) }
        }
    }
}
