/// Remembers values between runs.
///
/// Each operation throws `読み込みに失敗`, `書き込みに失敗` or `内容が壊れています`, naming the ``location``; what was
/// stored before a failed write is still stored after it.
public protocol DataStore: Sendable {
    /// Where a person finds it: the path of a file, or a few words.
    var location: String { get }
    /// `nil` if nothing is stored; a stored value of another type is an error.
    func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value?
    /// Saves the value if nothing is stored, and returns what is stored afterwards. Atomic, even across processes if
    /// they can share the store.
    func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value
    /// Changes what is stored, `nil` for nothing, and returns what `change` returns. Atomic like ``get(_:orSave:)``: nobody
    /// else changes it in between. `change` does nothing else, as the laboratory also applies it to examples.
    func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer
    func save(_ keyValue: KeyValue) async throws(ErrorWrapper)
    /// Saves the value, and deletes what is stored under another key. Atomic like ``get(_:orSave:)``: a program that dies
    /// has done both or neither.
    func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper)
    func delete(_ key: any DeclaredKey) async throws(ErrorWrapper)
    /// Deletes the value, unless another one is stored by now. Atomic like ``get(_:orSave:)``.
    func delete(_ keyValue: KeyValue) async throws(ErrorWrapper)
}

extension Port: DataStore where Adapter == any DataStore {
    /// The name of the operation that reads a value.
    public static var get: OperationName { "get(_:)" }

    /// The place of the adapter's data; `no data store` without an adapter.
    public var location: String { read("location", unprovided: "no data store") { $0.location } }

    /// Reads the value; `nil` if nothing is stored.
    public func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await call(
            Self.get, [key.name], on: .named(key.name),
            outcomes: key.contents.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.get(key) }
    }

    /// Saves the value if nothing is stored, and returns the value that is stored then.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        try await call(
            "get(_:orSave:)", [key.name, "\(value)"], changes: true, on: .named(key.name),
            outcomes: [PossibleOutcome("saved", value)]
                + key.examples.map { PossibleOutcome($0.name, $0.value) } + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.get(key, orSave: value) }
    }

    /// Changes the stored value atomically, `nil` for nothing, and returns the answer of `change`.
    public func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await call(
            "change(_:_:)", [key.name], changes: true, on: .named(key.name),
            outcomes: key.contents.map { name, content in
                var content = content
                return PossibleOutcome(name, change(&content))
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

    /// Saves the value and deletes the one under `key`, atomically.
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

    /// Deletes the value, unless another one is stored by now.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await call(
            "delete(_:)", ["\(keyValue)"], changes: true, on: .named(keyValue.name),
            outcomes: [PossibleOutcome("deleted", Done())] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.delete(keyValue) }
    }
}

extension Key {
    /// Examples of what a data store can have under this key, nothing first.
    fileprivate var contents: [(name: String, value: Value?)] {
        [("absent", nil)] + examples.map { ($0.name, $0.value) }
    }
}

extension Dependencies {
    /// The store of the values that outlast a run.
    public var dataStore: Port<any DataStore> {
        get { self["DataStore"] }
        set { self["DataStore"] = newValue }
    }
}
