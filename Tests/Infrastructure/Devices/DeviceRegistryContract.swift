import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct デバイス登録簿の契約 {
    private let key = InstallationKey(UUIDv7(at: Timestamp(milliseconds: 0), random: (1, 1)))

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 使える間は答える(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            try await registry.check()
        }
    }

    @Test(arguments: DeviceRegistryAdapter.allCases)
    func 同時に記録しても最初のものだけが残る(adapter: DeviceRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            try await expect(registry.registration(under: key), equals: nil)

            let recorded = try await inParallel(32) { number in
                try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture(UInt64(number))))
            }

            #expect(Set(recorded).count == 1 && recorded[0].key == key && recorded[0].kind == .terminal)
            try await expect(registry.registration(under: key), equals: recorded[0])
        }
    }

    private enum Step: Sendable {
        case record(InstallationKey, DeviceKind)
        case look(InstallationKey)

        static func random(_ choices: inout RandomChoices) -> Step {
            let keys = ["a", "A", "a.b", "k'\"{}\\,", "~", String(repeating: "!", count: 255)]
            guard let key = InstallationKey(choices.one(of: keys)),
                let kind = DeviceKind(rawValue: choices.number(near: 11, 9998, 1, within: 1))
            else { preconditionFailure("all of them are within the rules") }
            return choices.isTrue() ? .look(key) : .record(key, kind)
        }
    }

    /// Compares the registry with a table that keeps the first registration of a key.
    @Test(arguments: DeviceRegistryAdapter.allCases)
    func でたらめな履歴のどこでも_鍵には初めの登録がある(adapter: DeviceRegistryAdapter) async {
        await forAll(adapter == .inMemory ? 300 : 12) {
            $0.list(0...24, of: Step.random)
        } holds: { steps in
            try await adapter.withRegistry { registry in
                var table: [InstallationKey: Registration] = [:]
                for (number, step) in steps.enumerated() {
                    switch step {
                    case .look(let key): try promise(try await registry.registration(under: key), is: table[key])
                    case .record(let key, let kind):
                        // Each UDID is issued only once.
                        let registration = Registration(key: key, kind: kind, udid: .fixture(UInt64(number)))
                        let recorded = try await registry.record(registration)
                        table[registration.key] = table[registration.key] ?? registration
                        try promise(recorded, is: table[registration.key])
                    }
                }
            }
        }
    }

    @Test func 他のプロセスがファイルのロックを離さなくても_登録済みのものは返す() async throws {
        let directory = TemporaryDirectory()
        let registry = FileDeviceRegistry(directory: directory.path, clock: ImmediateClock())
        let known = try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture()))
        let other = open(directory.path + "/registry.json.lock", O_RDWR)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)

        let again = try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture(2)))

        #expect(again == known)
        let unknown = Registration(key: try #require(InstallationKey("k")), kind: .terminal, udid: .fixture(3))
        await #expect(throws: ErrorWrapper.self) { try await registry.record(unknown) }
    }

    @Test(arguments: [
        #"{"registrations":[]}"#, #"{"registrations":{"k":1}}"#, #"{"registrations":{"k":{"udid":"u-1"}}}"#,
        #"{"registrations":{"k":{"appDeviceKbn":11,"udid":""}}}"#, "",
    ])
    func 壊れたファイルはそのまま残される(text: String) async throws {
        let directory = TemporaryDirectory()
        try directory.write(text, to: "registry.json")
        let registry = FileDeviceRegistry(directory: directory.path, clock: ImmediateClock())
        let key = try #require(InstallationKey("k"))

        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.record(Registration(key: key, kind: .terminal, udid: .fixture()))
        }

        #expect(error?.system == .dataStore(.damaged(location: directory.path + "/registry.json", content: .state)))
        try expect(directory.text(of: "registry.json"), equals: text)
    }
}
