import Domain
import Infrastructure

/// A data store in which another process saves its UDID just before this one does.
struct OvertakenDataStore: DataStore {
    private let store = InMemoryDataStore()
    private let udid: UDID

    init(with udid: UDID) {
        self.udid = udid
    }

    var location: String { store.location }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? {
        try await store.get(key)
    }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        if key.rawValue == KeyValue.StringKey.udid.rawValue {
            await store.save(.string(key: .udid, value: udid.rawValue))
        }
        return try await store.get(key, orSave: value)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        await store.save(keyValue)
    }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) {
        await store.delete(key)
    }
}
