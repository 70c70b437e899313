import Domain
import Infrastructure

/// A data store that fails in one operation on one key; everything else is passed to the store below it.
struct FailingDataStore: DataStore {
    enum Operation: Sendable {
        case get, getOrSave, save, delete
    }

    private let base: InMemoryDataStore
    private let operation: Operation
    private let key: String
    private let error: ErrorWrapper

    init(
        over base: InMemoryDataStore = InMemoryDataStore(), at operation: Operation, _ key: any DeclaredKey,
        with failure: PortFailure
    ) {
        self.base = base
        self.operation = operation
        self.key = key.name
        error = failure.error
    }

    var location: String { base.location }

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try refuse(.get, key.name)
        return try await base.get(key)
    }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        try refuse(.getOrSave, key.name)
        return try await base.get(key, orSave: value)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try refuse(.save, keyValue.name)
        await base.save(keyValue)
    }

    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try refuse(.delete, key.name)
        await base.delete(key)
    }

    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try refuse(.delete, keyValue.name)
        await base.delete(keyValue)
    }

    private func refuse(_ operation: Operation, _ key: String) throws(ErrorWrapper) {
        guard (operation, key) != (self.operation, self.key) else { throw error }
    }
}
