import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private func register(
    kind: DeviceKind = .terminal, key: InstallationKey?, with dependencies: Dependencies
) async throws -> Scenario<RegisterDevice> {
    try await RegisterDevice.interact(
        from: RegisterDevice.initial(kind: kind, key: key), as: .application, with: dependencies)
}

@Suite(.behaviour) struct `ユースケース【端末を登録する】` {
    @Suite struct 発行済みのUDIDがない場合 {
        @Test(arguments: [InstallationKey("k-1"), nil])
        func サーバはUDIDを発行して記録し_新しいUDIDを返す(key: InstallationKey?) async throws {
            let registry = InMemoryDeviceRegistry()
            let dependencies = Dependencies.fixture(deviceRegistry: registry)

            let scenario = try await register(key: key, with: dependencies)

            let udid = try #require(await registry.registrations.first?.udid)
            #expect(
                scenario.scenes == [
                    .basic(.サーバはUDIDを発行して冪等キーのもとに記録する(kind: .terminal, key: key)),
                    .last(.記録した場合_サーバは新しいUDIDを返す(udid: udid)),
                ])
            await expect(registry.registrations.count, equals: 1)
        }
    }

    @Suite struct 発行済みの場合 {
        @Test func サーバは同じUDIDを返す() async throws {
            let key = try #require(InstallationKey("k-1"))
            let registration = Registration(key: key, kind: .terminal, udid: .fixture())
            let registry = InMemoryDeviceRegistry([registration])

            let scenario = try await register(key: key, with: .fixture(deviceRegistry: registry))

            #expect(
                scenario.scenes == [
                    .basic(.サーバはUDIDを発行して冪等キーのもとに記録する(kind: .terminal, key: key)),
                    .last(.発行済みの場合_サーバは同じUDIDを返す(udid: .fixture())),
                ])
            await expect(registry.registrations, equals: [registration])
        }
    }

    @Suite struct 冪等キーが別の内容で使われている場合 {
        @Test func サーバは拒否する() async throws {
            let key = try #require(InstallationKey("k-1"))
            let registration = Registration(key: key, kind: .terminal, udid: .fixture())
            let registry = InMemoryDeviceRegistry([registration])
            let kind = try #require(DeviceKind(rawValue: 12))

            let scenario = try await register(kind: kind, key: key, with: .fixture(deviceRegistry: registry))

            #expect(scenario.goal == .冪等キーが別の内容で使われている場合_サーバは拒否する)
            #expect(scenario.scenes.count == 2)
            await expect(registry.registrations, equals: [registration])
        }
    }
}

@Suite struct `ユースケース【端末を登録する】の約束` {
    @Test func 冪等キーのない要求はそのたびに新しいUDIDを得る() async throws {
        let dependencies = Dependencies.fixture()

        let first = try await register(key: nil, with: dependencies)
        let second = try await register(key: nil, with: dependencies)

        #expect(first.goal != second.goal)
    }
}
