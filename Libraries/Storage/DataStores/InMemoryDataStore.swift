public import Usecases

/// Keeps the values while the program runs.
public actor InMemoryDataStore: DataStore {
    private var values: [String: any Storable]

    public nonisolated var location: String { "memory" }

    public init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
    }

    public func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let stored = values[key.name] else { return nil }
        guard let value = stored as? Value else {
            throw .system(error: .dataStore(.内容が壊れています(location: location, content: nil)), args: ["key": key.name])
        }
        return value
    }

    public func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        values[key.name] = value
        return value
    }

    public func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        var value = try get(key)
        let answer = change(&value)
        values[key.name] = value
        return answer
    }

    public func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.value
    }

    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) {
        save(keyValue)
        delete(key)
    }

    public func delete(_ key: any DeclaredKey) {
        values[key.name] = nil
    }

    public func delete(_ keyValue: KeyValue) {
        guard let stored = values[keyValue.name], AnyHashable(stored) == AnyHashable(keyValue.value) else { return }
        values[keyValue.name] = nil
    }
}

extension InMemoryDataStore: TimeBounded {
    public nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
