import Domain
import Infrastructure

/// A data store that fails in one operation on one key; the rest is done by the store below it.
struct FailingDataStore: DataStore {
    enum Operation: Sendable {
        case get, getOrSave, save, delete
    }

    private let base: InMemoryDataStore
    private let operation: Operation
    private let key: String
    private let error: ErrorWrapper

    init<K: Key>(
        over base: InMemoryDataStore = InMemoryDataStore(), at operation: Operation, _ key: K, with failure: PortFailure
    ) {
        self.base = base
        self.operation = operation
        self.key = key.rawValue
        error = failure.error
    }

    var location: String { base.location }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? {
        try refuse(.get, key.rawValue)
        return try await base.get(key)
    }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        try refuse(.getOrSave, key.rawValue)
        return try await base.get(key, orSave: value)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try refuse(.save, keyValue.name)
        await base.save(keyValue)
    }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) {
        try refuse(.delete, key.rawValue)
        await base.delete(key)
    }

    private func refuse(_ operation: Operation, _ key: String) throws(ErrorWrapper) {
        guard (operation, key) != (self.operation, self.key) else { throw error }
    }
}
