import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

/// The adapters of the port. Each test creates its own instance.
enum DataStoreAdapter: CaseIterable, Sendable {
    case inMemory, file, userDefaults

    func withStore(_ body: (any DataStore) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            try await body(InMemoryDataStore())
        case .file:
            let directory = TemporaryDirectory()
            try await body(
                FileDataStore.fixture(at: directory.path)
            )
        case .userDefaults:
            let suite = "calearning-test-" + UUID().uuidString
            let directory = TemporaryDirectory()
            try await body(UserDefaultsDataStore(suite: suite, lockedIn: directory.path, clock: PatientClock()))
            UserDefaults().removePersistentDomain(forName: suite)
        }
    }
}

@Suite struct データストアの契約 {
    @Test(arguments: DataStoreAdapter.allCases, DataStoreContract.allCases)
    func どのアダプタもどの約束も守る(adapter: DataStoreAdapter, promise: DataStoreContract) async throws {
        try await promise.check(keys: Membership.keys, tries: adapter == .inMemory ? 300 : 20) { body in
            try await adapter.withStore(body)
        }
    }
}
