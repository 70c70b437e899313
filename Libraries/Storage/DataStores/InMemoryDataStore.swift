public import UsecasesEngine

/// A data store in memory. Its values are lost when the program ends.
public actor InMemoryDataStore: DataStore {
    private var values: [String: any Storable]

    /// The text `memory`.
    public nonisolated var location: String { "memory" }

    /// Creates a store with these values. If a key occurs twice, its later value is kept.
    public init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
    }

    /// Returns the value, or `nil` if no value is stored. Throws if the value is of a different type.
    public func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let stored = values[key.name] else { return nil }
        guard let value = stored as? Value else {
            throw .system(error: .dataStore(.damaged(location: location, content: nil)), args: ["key": key.name])
        }
        return value
    }

    /// Saves the value if no value is stored. Returns the stored value.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        values[key.name] = value
        return value
    }

    /// Changes the value. Returns the result of `change`. Throws if the stored value is of a different type.
    public func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        var value = try get(key)
        let answer = change(&value)
        values[key.name] = value
        return answer
    }

    /// Saves the value, and replaces the stored value.
    public func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.value
    }

    /// Saves one value and deletes another value in one step.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) {
        save(keyValue)
        delete(key)
    }

    /// Deletes the value. Does nothing if no value is stored.
    public func delete(_ key: any DeclaredKey) {
        values[key.name] = nil
    }

    /// Deletes the value, unless a different value is stored.
    public func delete(_ keyValue: KeyValue) {
        guard let stored = values[keyValue.name], AnyHashable(stored) == AnyHashable(keyValue.value) else { return }
        values[keyValue.name] = nil
    }
}

extension InMemoryDataStore: TimeBounded {
    /// Zero, because no operation waits.
    public nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
