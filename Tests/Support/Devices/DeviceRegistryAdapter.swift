import CalearningDomain
import CalearningInfrastructure
import UsecasesSystem
import UsecasesTestSupport

/// The adapters of the port in this build. Each test creates its own instance.
enum DeviceRegistryAdapter: CaseIterable, Sendable {
    case inMemory
    case file
    #if Server
    case sqlite, postgreSQL
    #endif

    func withRegistry(_ body: (any DeviceRegistry) async throws -> Void) async throws {
        let directory = TemporaryDirectory()
        switch self {
        case .inMemory: try await body(InMemoryDeviceRegistry())
        case .file: try await body(FileDeviceRegistry(directory: directory.path, clock: PatientClock()))
        #if Server
        case .sqlite:
            let devices = try SQLiteDeviceRegistry.fixture(in: directory)
            try await body(devices)
            try devices.close()
        case .postgreSQL:
            let sandbox = try PostgreSQLSandbox()
            let devices = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
            try await body(devices)
            devices.close()
        #endif
        }
    }
}
