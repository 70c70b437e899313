/// A data store whose calls go through a tap.
struct TappedDataStore: DataStore {
    let base: any DataStore
    let tap: any RunTap

    var location: String {
        tap.answer(PortOperation("DataStore", "location", outcomes: [])) { base.location }
    }

    func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? {
        let operation = PortOperation<K.ValueType?>(
            "DataStore", "get(_:)", [key.rawValue],
            outcomes: [PossibleOutcome("absent", nil)]
                + key.examples.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.get(key) }
    }

    func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        let operation = PortOperation<K.ValueType>(
            "DataStore", "get(_:orSave:)", [key.rawValue, "\(value)"], changes: true,
            outcomes: [PossibleOutcome("saved", value)]
                + key.examples.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.get(key, orSave: value)
        }
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DataStore", "save(_:)", ["\(keyValue)"], changes: true,
            outcomes: [PossibleOutcome("saved", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.save(keyValue)
            return Done()
        }
    }

    func delete<K: Key>(_ key: K) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DataStore", "delete(_:)", [key.rawValue], changes: true,
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.delete(key)
            return Done()
        }
    }
}
