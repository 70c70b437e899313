import CalearningDomain
import Usecases
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

/// A step that can fail to store a value while the application gets a UDID.
enum Obstacle: CaseIterable {
    case インストールキーの保存, サーバの登録簿, UDIDの保存

    /// The number of requests to the server until this step.
    var requests: Int {
        switch self {
        case .インストールキーの保存: 0
        case .サーバの登録簿, .UDIDの保存: 1
        }
    }

    func dataStore(over base: InMemoryDataStore, failing failure: PortFailure) -> any DataStore {
        switch self {
        case .インストールキーの保存:
            FailingDataStore(over: base, at: .getOrSave, DeviceMemory.keys.installationKey, with: failure)
        case .サーバの登録簿: base
        case .UDIDの保存: FailingDataStore(over: base, at: .getOrSave, DeviceMemory.keys.udid, with: failure)
        }
    }

    func backend(failing failure: PortFailure) -> StubBackend {
        switch self {
        case .インストールキーの保存, .UDIDの保存: StubBackend()
        case .サーバの登録簿: StubBackend(.failure(failure.error))
        }
    }
}

/// Damaged data that the application encounters while it gets a UDID.
struct Damage: Sendable {
    let dataStore: any DataStore
    let backend: StubBackend
    /// The number of requests to the server when the damage is found.
    let requests: Int
    /// The stored UDID at that time.
    var udid: String?
}

extension Damage {
    /// Damage at each obstacle, and an invalid UDID saved by another process.
    static var all: [Damage] {
        Obstacle.allCases.map { obstacle in
            Damage(
                dataStore: obstacle.dataStore(over: InMemoryDataStore(), failing: .damaged),
                backend: obstacle.backend(failing: .damaged), requests: obstacle.requests)
        } + [
            Damage(
                dataStore: OvertakenDataStore(by: DeviceMemory.keys.udid.with("")), backend: StubBackend(), requests: 1,
                udid: "")
        ]
    }
}
