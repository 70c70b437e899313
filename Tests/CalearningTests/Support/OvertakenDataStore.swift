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

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await store.get(key)
    }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        if key.name == other.name { await store.save(other) }
        return try await store.get(key, orSave: value)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        await store.save(keyValue)
    }

    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        await store.delete(key)
    }

    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        await store.delete(keyValue)
    }
}
