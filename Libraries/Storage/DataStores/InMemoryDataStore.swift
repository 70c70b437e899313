public import Usecases

/// Keeps the values while the program runs.
public actor InMemoryDataStore: DataStore {
    private var values: [String: any Storable]

    /// `memory`.
    public nonisolated var location: String { "memory" }

    /// Creates a store with these values; of two values with the same key the later one is kept.
    public init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
    }

    /// Returns the value, `nil` if nothing is stored; throws if it is of another type.
    public func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let stored = values[key.name] else { return nil }
        guard let value = stored as? Value else {
            throw .system(error: .dataStore(.内容が壊れています(location: location, content: nil)), args: ["key": key.name])
        }
        return value
    }

    /// Saves the value if nothing is stored, and returns what is stored then.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        values[key.name] = value
        return value
    }

    /// Changes the value, and returns what `change` returns; throws if the stored value is of another type.
    public func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        var value = try get(key)
        let answer = change(&value)
        values[key.name] = value
        return answer
    }

    /// Saves the value. It replaces the stored one.
    public func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.value
    }

    /// Saves the value and deletes the other one in one step.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) {
        save(keyValue)
        delete(key)
    }

    /// Deletes the value, if there is one.
    public func delete(_ key: any DeclaredKey) {
        values[key.name] = nil
    }

    /// Deletes the value, unless another one is stored by now.
    public func delete(_ keyValue: KeyValue) {
        guard let stored = values[keyValue.name], AnyHashable(stored) == AnyHashable(keyValue.value) else { return }
        values[keyValue.name] = nil
    }
}

extension InMemoryDataStore: TimeBounded {
    /// Zero, as no operation waits.
    public nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
