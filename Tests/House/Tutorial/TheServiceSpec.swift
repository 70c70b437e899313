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

/// The tenth chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct サービスの章 {
    @Test func サービスも同じユースケースを走らせる() async throws {
        let scene = RegisterDevice.initial(kind: .terminal, key: InstallationKey(fixture: "k-1"))

        let scenario = try await RegisterDevice.interact(from: scene, as: .application, with: .fixture())

        #expect(scenario.sentences.first == "サーバはUDIDを発行して冪等キーのもとに記録する")
        #expect(scenario.sentences.last == "記録した場合_サーバは新しいUDIDを返す")
    }

    /// A handler that registers by itself, instead of running the use case.
    private func handle(
        _ kind: DeviceKind, under key: InstallationKey, in registry: any DeviceRegistry
    ) async throws -> UDID {
        let udid = UDID(UUIDv7(clock: ImmediateClock(), randomSource: SeededRandomSource()))
        return try await registry.record(Registration(key: key, kind: kind, udid: udid)).udid
    }

    @Test func 受け口が自分で登録すると規則が一つ抜ける() async throws {
        let registry = InMemoryDeviceRegistry()
        let key = InstallationKey(fixture: "k-1")
        let other = try #require(DeviceKind(rawValue: 12))
        _ = try await handle(.terminal, under: key, in: registry)

        let scenario = try await RegisterDevice.interact(
            from: RegisterDevice.initial(kind: other, key: key), as: .application,
            with: .fixture(deviceRegistry: registry))

        #expect(scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する)
        #expect(try await handle(other, under: key, in: registry) == handle(.terminal, under: key, in: registry))
    }

    #if Server
    @Test func 動いているサービスがゴールを答えに変える() async throws {
        try await RunningService.run { port in
            let service = BackendAPIs(address: try BaseAddress("http://127.0.0.1:\(port)"))
            let client = LiveAPIClient(service, transport: NetworkTransport(), clock: SystemClock())
            let api = BackendAPIs.register(InstallationKey(fixture: "k-1"))

            let first = try await client.answer(to: api)
            let again = try await client.answer(to: api)

            #expect(first.response.status == 201)
            #expect(again.response.status == 200)
            #expect(first.entity == again.entity)
        }
    }
    #endif
}
