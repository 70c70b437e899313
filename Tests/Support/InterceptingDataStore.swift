import Usecases
import UsecasesAPIClient
import UsecasesStorage
import UsecasesTerminal
import UsecasesTesting

/// The operations of a data store.
enum DataStoreOperation: Sendable {
    case get, getOrSave, change, save, delete
}

/// A data store that does something before it passes a call to the store below it.
protocol InterceptingDataStore: DataStore {
    var base: InMemoryDataStore { get }
    func intercept(_ operation: DataStoreOperation, on key: String) async throws(ErrorWrapper)
}

extension InterceptingDataStore {
    var location: String { base.location }

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await intercept(.get, on: key.name)
        return try await base.get(key)
    }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        try await intercept(.getOrSave, on: key.name)
        return try await base.get(key, orSave: value)
    }

    func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await intercept(.change, on: key.name)
        return try await base.change(key, change)
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await intercept(.save, on: keyValue.name)
        await base.save(keyValue)
    }

    func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await intercept(.save, on: keyValue.name)
        try await intercept(.delete, on: key.name)
        await base.save(keyValue, deleting: key)
    }

    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await intercept(.delete, on: key.name)
        await base.delete(key)
    }

    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await intercept(.delete, on: keyValue.name)
        await base.delete(keyValue)
    }
}

/// A data store that fails in one operation on one key. Everything else is passed to the store below it.
struct FailingDataStore: InterceptingDataStore {
    let base: InMemoryDataStore
    private let operation: DataStoreOperation
    private let key: String
    private let error: ErrorWrapper

    init(
        over base: InMemoryDataStore = InMemoryDataStore(), at operation: DataStoreOperation, _ key: any DeclaredKey,
        with failure: PortFailure
    ) {
        self.base = base
        self.operation = operation
        self.key = key.name
        error = failure.error
    }

    func intercept(_ operation: DataStoreOperation, on key: String) async throws(ErrorWrapper) {
        guard (operation, key) != (self.operation, self.key) else { throw error }
    }
}

/// A data store that another process changes first. That process saves its value just before this one looks for one and
/// saves its own.
struct OvertakenDataStore: InterceptingDataStore {
    let base = InMemoryDataStore()
    private let other: KeyValue

    init(by other: KeyValue) {
        self.other = other
    }

    func intercept(_ operation: DataStoreOperation, on key: String) async throws(ErrorWrapper) {
        if [.getOrSave, .change].contains(operation), key == other.name { await base.save(other) }
    }
}
