import CalearningInfrastructure
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningDomain
@testable import CalearningTestSupport

enum DeviceRegistryOutcomes: OutcomeProducer {
    static let port = Port<any DeviceRegistry>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        for adapter in DeviceRegistryAdapter.allCases {
            try await adapter.withRegistry { await ask(outcomes.port(\.deviceRegistry, $0)) }
        }
        for fault in DocumentFault.allCases {
            let directory = TemporaryDirectory()
            try fault.befall(directory.path + "/registry.json")
            let registry = FileDeviceRegistry(directory: directory.path, clock: ImmediateClock())
            await ask(outcomes.port(\.deviceRegistry, registry))
        }
        try await failInDatabases(outcomes)
    }

    private static func ask(_ registry: any DeviceRegistry) async {
        for number in 1...3 as ClosedRange<UInt64> {
            let key = InstallationKey(UUIDv7.fixture(number))
            _ = try? await registry.registration(under: key)
            for (kind, udid) in [(DeviceKind.terminal, number), (.example, 10 + number)] {
                _ = try? await registry.record(Registration(key: key, kind: kind, udid: .fixture(udid)))
            }
            _ = try? await registry.registration(under: key)
        }
        try? await registry.check()
    }
}

#if Server
extension DeviceRegistryOutcomes {
    private static func failInDatabases(_ outcomes: ProducedOutcomes) async throws {
        try await FaultyDatabases.each(faultyIn: ["registrations"]) { database, befall in
            try await database.check()
            try befall()
            await ask(outcomes.port(\.deviceRegistry, database))
        }
    }
}
#else
extension DeviceRegistryOutcomes {
    private static func failInDatabases(_ outcomes: ProducedOutcomes) async throws {}
}
#endif
