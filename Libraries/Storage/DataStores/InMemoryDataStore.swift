package import Usecases

/// Keeps the values while the program runs.
package actor InMemoryDataStore: DataStore {
    private var values: [String: any Storable]

    package nonisolated var location: String { "memory" }

    package init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
    }

    package func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let stored = values[key.name] else { return nil }
        guard let value = stored as? Value else {
            throw .system(error: .dataStore(.内容が壊れています(location: location, content: nil)), args: ["key": key.name])
        }
        return value
    }

    package func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        values[key.name] = value
        return value
    }

    package func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        var value = try get(key)
        let answer = change(&value)
        values[key.name] = value
        return answer
    }

    package func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.value
    }

    package func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) {
        save(keyValue)
        delete(key)
    }

    package func delete(_ key: any DeclaredKey) {
        values[key.name] = nil
    }

    package func delete(_ keyValue: KeyValue) {
        guard let stored = values[keyValue.name], AnyHashable(stored) == AnyHashable(keyValue.value) else { return }
        values[keyValue.name] = nil
    }
}

extension InMemoryDataStore: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
