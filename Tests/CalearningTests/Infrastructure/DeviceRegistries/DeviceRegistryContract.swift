import Domain
import Foundation
import Infrastructure
import Testing

@Suite struct デバイス登録簿の契約 {
    private let key = InstallationKey(UUIDv7(at: Timestamp(milliseconds: 0), random: (1, 1)))

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 知らないキーには何もない(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let registration = try await registry.registration(under: key)

            #expect(registration == nil)
        }
    }

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 記録したものを返す(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let registration = Registration(key: key, kind: .terminal, udid: .fixture())

            let recorded = try await registry.record(registration)

            #expect(recorded == registration)
            #expect(try await registry.registration(under: key) == registration)
        }
    }

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 使える間は答える(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            try await registry.check()
        }
    }

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 同時に記録しても最初のものだけが残る(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            let recorded = try await withThrowingTaskGroup(of: Registration.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        try await registry.record(
                            Registration(key: key, kind: .terminal, udid: .fixture(UInt64(number))))
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }

            #expect(recorded.count == 1)
            #expect(try await registry.registration(under: key) == recorded.first)
        }
    }

    @Test(arguments: [
        #"{"registrations":[]}"#, #"{"registrations":{"k":1}}"#, #"{"registrations":{"k":{"udid":"u-1"}}}"#,
        #"{"registrations":{"k":{"appDeviceKbn":11,"udid":""}}}"#, "",
    ])
    func 壊れたファイルはそのまま残される(text: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "registry.json")
        let registry = FileDeviceRegistry(directory: directory.path, clock: ImmediateClock())
        let key = try #require(InstallationKey("k"))

        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture()))
        }

        #expect(error?.system == .dataStore(.内容が壊れています(location: directory.path + "/registry.json")))
        #expect(try directory.text(of: "registry.json") == text)
    }
}
