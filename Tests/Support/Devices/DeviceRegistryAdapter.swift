import CalearningDomain
import CalearningInfrastructure
import UsecasesSystem

/// The adapters of the port in this build. Each test creates its own instance.
enum DeviceRegistryAdapter: CaseIterable, Sendable {
    case inMemory
    case file
    #if Server
    case sqlite, postgreSQL
    #endif

    func withRegistry(_ body: (any DeviceRegistry) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        try await withRegistry(in: directory, body)
    }
}

extension DeviceRegistryAdapter {
    private func withRegistry(
        in directory: TemporaryDirectory, _ body: (any DeviceRegistry) async throws -> Void
    ) async throws {
        switch self {
        case .inMemory: try await body(InMemoryDeviceRegistry())
        case .file: try await body(FileDeviceRegistry(directory: directory.path, clock: PatientClock()))
        #if Server
        case .sqlite: try await SQLiteDeviceRegistry.withRegistry(in: directory, body)
        case .postgreSQL: try await PostgreSQLDeviceRegistry.withRegistry(body)
        #endif
        }
    }
}
