/// A store that keeps values between runs.
///
/// Each operation throws `unreadable`, `unwritable` or `damaged` with the ``location``. After a failed write, the
/// previous value is still stored.
public protocol DataStore: Sendable {
    /// The path of the store's file, or a short description of the store, for the user.
    var location: String { get }
    /// Returns the stored value, or `nil` without one. Throws if the stored value has a different type.
    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value?
    /// Saves the value if nothing is stored, and returns the value that is then stored. Atomic, even across processes
    /// if they can share the store.
    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value
    /// Applies `change` to the stored value and returns its result. `nil` means that nothing is stored. Atomic like
    /// ``get(_:orSave:)``. `change` has no side effects, because the laboratory also applies it to examples.
    func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer
    /// Saves the value, and replaces the stored value.
    func save(_ keyValue: KeyValue) async throws(ErrorWrapper)
    /// Saves the value and deletes the value of a different key. Atomic like ``get(_:orSave:)``, so a process that dies
    /// has done both or neither.
    func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper)
    /// Deletes the value of the key. Does nothing if no value is stored.
    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper)
    /// Deletes the value, unless a different value is stored now. Atomic like ``get(_:orSave:)``.
    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper)
}

extension Port: DataStore where Adapter == any DataStore {
    /// The name of the operation that reads a value.
    public static var get: OperationName { "get(_:)" }

    /// The location of the adapter's data. `no data store` without an adapter.
    public var location: String { read("location", unprovided: "no data store") { $0.location } }

    /// Reads the value, or returns `nil` if nothing is stored.
    public func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await call(
            Self.get, [key.name], on: .named(key.name),
            outcomes: key.outcomes { $0 } + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.get(key) }
    }

    /// Saves the value if nothing is stored, and returns the value that is then stored.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        try await call(
            "get(_:orSave:)", [key.name, "\(value)"], changes: true, on: .named(key.name),
            outcomes: [PossibleOutcome("saved", value)]
                + key.outcomes { $0 ?? value }.dropFirst() + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.get(key, orSave: value) }
    }

    /// Applies `change` to the stored value atomically and returns its result. `nil` means that nothing is stored.
    public func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await call(
            "change(_:_:)", [key.name], changes: true, on: .named(key.name),
            outcomes: key.outcomes { content in
                var content = content
                return change(&content)
            } + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.change(key, change) }
    }

    /// Saves the value under its key.
    public func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await call(
            "save(_:)", ["\(keyValue)"], changes: true, on: .named(keyValue.name),
            outcomes: [PossibleOutcome("saved", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.save(keyValue) }
    }

    /// Saves the value and deletes the value of `key`, atomically.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await call(
            "save(_:deleting:)", ["\(keyValue)", key.name], changes: true,
            outcomes: [PossibleOutcome("saved", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.save(keyValue, deleting: key) }
    }

    /// Deletes the value under the key.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await call(
            "delete(_:)", [key.name], changes: true, on: .named(key.name),
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.delete(key) }
    }

    /// Deletes the value, unless a different value is stored now.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await call(
            "delete(_:)", ["\(keyValue)"], changes: true, on: .named(keyValue.name),
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.delete(keyValue) }
    }
}

extension Key {
    /// Returns an outcome for no value, for each example, and for each drawn value.
    fileprivate func outcomes<Answer: Codable & Sendable>(
        _ answer: @escaping @Sendable (Value?) -> Answer
    ) -> [PossibleOutcome<Answer>] {
        var outcomes = examples.map { PossibleOutcome($0.name, answer($0.value)) }
        if let draw { outcomes[0] = outcomes[0].drawing { answer(draw(&$0)) } }
        return [PossibleOutcome("absent", answer(nil))] + outcomes
    }
}

extension Dependencies {
    /// The store of the values that are kept between runs.
    public var dataStore: Port<any DataStore> {
        get { self[(any DataStore).self] }
        set { self[(any DataStore).self] = newValue }
    }
}
