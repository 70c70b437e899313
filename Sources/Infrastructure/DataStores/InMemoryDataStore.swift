package import Domain

/// Keeps the values as long as the program runs.
package actor InMemoryDataStore: DataStore {
    private var values: [String: StoredValue]

    package nonisolated var location: String { "memory" }

    package init(_ values: KeyValue...) {
        self.values = Dictionary(values.map { ($0.name, $0.stored) }) { $1 }
    }

    package func get<K: Key>(_ key: K) throws(ErrorWrapper) -> K.ValueType? {
        guard let stored = values[key.rawValue] else { return nil }
        guard let value = K.ValueType(stored: stored) else {
            throw .system(error: .dataStore(.内容が壊れています(location: location)), args: ["key": key.rawValue])
        }
        return value
    }

    package func get<K: Key>(_ key: K, orSave value: K.ValueType) throws(ErrorWrapper) -> K.ValueType {
        if let stored = try get(key) { return stored }
        values[key.rawValue] = key.with(value).stored
        return value
    }

    package func save(_ keyValue: KeyValue) {
        values[keyValue.name] = keyValue.stored
    }

    package func delete<K: Key>(_ key: K) {
        values[key.rawValue] = nil
    }
}
