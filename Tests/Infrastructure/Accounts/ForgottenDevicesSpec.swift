#if Server
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct デバイスを忘れる運用 {
    private static let now = Timestamp.example
    private let random = SeededRandomSource.unpredictable()

    private func register(_ times: [Timestamp], in registry: any DeviceRegistry) async throws -> [InstallationKey] {
        var keys: [InstallationKey] = []
        for (number, time) in times.enumerated() {
            let key = try #require(InstallationKey("k-\(number)"))
            let udid = UDID(UUIDv7(at: time, random: (UInt64.max, UInt64(number))))
            _ = try await registry.record(Registration(key: key, kind: .terminal, udid: udid))
            keys.append(key)
        }
        return keys
    }

    private func check(_ database: any RegistryDatabase, _ times: [Timestamp], before limit: Timestamp) async throws {
        let keys = try await register(times, in: database)
        let old = times.count { $0 < limit }

        let forgotten = try await database.accountRegistry.forgetDevices(registeredBefore: limit)
        let again = try await database.accountRegistry.forgetDevices(registeredBefore: limit)

        #expect(forgotten == old)
        #expect(again == 0)
        for (key, time) in zip(keys, times) {
            let isKnown = try await database.registration(under: key) != nil
            #expect(isKnown == (time >= limit), "\(random.comment) \(time), and the limit is \(limit)")
        }
    }

    /// Random ages around the limit, to the millisecond.
    private var times: [Timestamp] {
        var random = random
        return [Self.now, Self.now - 1, Self.now + 1]
            + (0..<60).map { _ in Self.now + .milliseconds(Int.random(in: -3...3, using: &random)) }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 登録の時刻が限りより前のものだけを忘れる(kind: DatabaseKind) async throws {
        try await DatabasePlace(kind).withDatabase { try await check($0, times, before: Self.now) }
    }

    /// More than one transaction removes.
    @Test func 一度に消す数より多くても残さず忘れる() async throws {
        let times = Array(repeating: Self.now - 1, count: 1_001)
        try await DatabasePlace(.sqlite).withDatabase { try await check($0, times, before: Self.now) }
    }

    @Test(arguments: [0, -1, Int64.min / 1_000_000])
    func 一九七〇年より前の限りでは何も忘れない(milliseconds: Int64) async throws {
        try await DatabasePlace(.sqlite).withDatabase {
            try await check($0, [Timestamp(milliseconds: 0), Self.now], before: Timestamp(milliseconds: milliseconds))
        }
    }

    @Test func 日数がなければ掃除はデバイスを忘れない() async throws {
        try await DatabasePlace(.sqlite).withDatabase { database in
            _ = try await register([Timestamp(milliseconds: 1), Self.now], in: database)
            let registry = database.accountRegistry

            try await expect(registry.sweep(at: Self.now, keepingDevices: nil).devices, equals: 0)
            try await expect(registry.sweep(at: Self.now, keepingDevices: 3650).devices, equals: 1)
        }
    }
}
#endif
