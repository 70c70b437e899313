/// A data store whose calls go through a tap.
struct TappedDataStore: DataStore {
    let base: any DataStore
    let tap: any RunTap

    var location: String {
        tap.answer(PortOperation("DataStore", "location", outcomes: [])) { base.location }
    }

    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        let operation = PortOperation<Value?>(
            "DataStore", "get(_:)", [key.name], on: .named(key.name),
            outcomes: [PossibleOutcome("absent", nil)]
                + key.examples.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.readErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.get(key) }
    }

    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        let operation = PortOperation<Value>(
            "DataStore", "get(_:orSave:)", [key.name, "\(value)"], changes: true, on: .named(key.name),
            outcomes: [PossibleOutcome("saved", value)]
                + key.examples.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.get(key, orSave: value)
        }
    }

    func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DataStore", "save(_:)", ["\(keyValue)"], changes: true, on: .named(keyValue.name),
            outcomes: [PossibleOutcome("saved", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.save(keyValue)
            return Done()
        }
    }

    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DataStore", "delete(_:)", [key.name], changes: true, on: .named(key.name),
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.delete(key)
            return Done()
        }
    }

    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "DataStore", "delete(_:)", ["\(keyValue)"], changes: true, on: .named(keyValue.name),
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.delete(keyValue)
            return Done()
        }
    }
}
