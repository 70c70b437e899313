import Domain
import Infrastructure

/// What is in the way of what has to be kept while the application gets a UDID.
enum Obstacle: CaseIterable {
    case インストールキーの保存, サーバの登録簿, UDIDの保存

    /// How often the server has been asked by then.
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

/// Something damaged that the application comes across while it gets a UDID.
struct Damage: Sendable {
    let dataStore: any DataStore
    let backend: StubBackend
    /// How often the server has been asked when it is found.
    let requests: Int
    /// What is stored as the UDID then.
    var udid: String?
}

extension Damage {
    /// What is found to be damaged at each of them, and a UDID of another process that is none.
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
