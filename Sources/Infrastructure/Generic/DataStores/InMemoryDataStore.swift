package import Domain

/// Keeps the values while the program runs.
package actor InMemoryDataStore: DataStore {
    private var values: [String: StoredValue]

    package nonisolated var location: String { "memory" }

    package init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.stored) }) { $1 }
    }

    package func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let stored = values[key.name] else { return nil }
        guard let value = Value(stored: stored) else {
            throw .system(error: .dataStore(.内容が壊れています(location: location)), args: ["key": key.name])
        }
        return value
    }

    package func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        values[key.name] = key.with(value).stored
        return value
    }

    package func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.stored
    }

    package func delete(_ key: any DeclaredKey) {
        values[key.name] = nil
    }

    package func delete(_ keyValue: KeyValue) {
        if values[keyValue.name] == keyValue.stored { values[keyValue.name] = nil }
    }
}

extension InMemoryDataStore: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
