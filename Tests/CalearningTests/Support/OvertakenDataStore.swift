import Domain
import Infrastructure

/// A data store in which another process saves its value just before this one does.
struct OvertakenDataStore: DataStore {
    private let store = InMemoryDataStore()
    private let other: KeyValue

    init(by other: KeyValue) {
        self.other = other
    }

    var location: String { store.location }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? {
        try await store.get(key)
    }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        if key.rawValue == other.name { await store.save(other) }
        return try await store.get(key, orSave: value)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        await store.save(keyValue)
    }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) {
        await store.delete(key)
    }
}
