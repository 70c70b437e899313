import Foundation
public import Usecases
import UsecasesSystem

/// Keeps the values in `store.json`, shared by any number of processes and never damaged by a crash.
///
/// Members that this version does not know are kept. See ``/UsecasesSystem/DocumentFile`` for how the file is written.
public struct FileDataStore: DataStore {
    private let file: DocumentFile

    /// The name of the file's format begins with `product`, the name of the program. A document without a format name is
    /// recognised as ours by its `keys`.
    public init(
        directory: String, product: String, keys: @autoclosure @escaping @Sendable () -> [any DeclaredKey],
        clock: any Clock
    ) {
        file = DocumentFile(
            directory: directory,
            name: "store.json",
            format: DocumentFormat(name: "\(product).store/1", ownMembers: { Set(keys().map(\.name)) }),
            clock: clock)
    }

    /// The path of `store.json`.
    public var location: String { file.path }

    /// Reads the file without a lock; `nil` if nothing is stored.
    public func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await file.read()[key.name].value(of: key, at: location, .state)
    }

    /// Saves the value if nothing is stored, and returns what is stored then; the lock is taken only to save.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        // The value usually exists already, and reading needs no lock.
        if let stored = try await get(key) { return stored }
        return try await change(key) { stored in
            let kept = stored ?? value
            stored = kept
            return kept
        }
    }

    /// Changes the value under the lock of the file, and returns what `change` returns.
    public func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await file.update { [location] document throws(ErrorWrapper) in
            try document[key.name].change(key, at: location, .state, change)
        }
    }

    /// Saves the value under the lock of the file.
    public func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { [location] document throws(ErrorWrapper) in
            document[keyValue.name] = try JSON(storing: keyValue, at: location, .state)
        }
    }

    /// Saves the value and deletes the other one in a single write.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await file.update { [location] document throws(ErrorWrapper) in
            document[keyValue.name] = try JSON(storing: keyValue, at: location, .state)
            document[key.name] = nil
        }
    }

    /// Deletes the value, if there is one, under the lock of the file.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[key.name] = nil
        }
    }

    /// Deletes the value under the lock of the file, unless another one is stored by now.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            if document[keyValue.name].holds(keyValue.value) { document[keyValue.name] = nil }
        }
    }
}

extension FileDataStore: TimeBounded {
    /// Reading needs no lock.
    public func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}

extension JSON {
    /// The value as a data store keeps it, secrets included. Throws `書き込みに失敗` for a value that JSON cannot hold, such
    /// as a number that is not finite.
    init(storing keyValue: KeyValue, at location: String, _ content: StoreContent?) throws(ErrorWrapper) {
        do {
            self = try Self(storing: keyValue.value)
        } catch {
            throw .system(
                error: .dataStore(.書き込みに失敗(location: location, content: content)), args: ["key": keyValue.name],
                causedBy: error)
        }
    }

    private init(storing value: some Storable) throws {
        let encoder = JSONEncoder()
        let receive: @Sendable (String) -> Void = { _ in }
        encoder.userInfo[.secretReceiver] = receive
        self = try JSONDecoder().decode(JSON.self, from: encoder.encode(value.stored))
    }

    fileprivate func value<Value: Storable>(_ type: Value.Type, called name: String) throws -> Value {
        // As a member, because then errors say the name and the place in the value.
        let members = try JSONDecoder().decode([String: Value.Stored].self, from: JSONEncoder().encode([name: self]))
        guard let value = members[name].flatMap({ Value(stored: $0) }) else {
            throw DocumentError.wrongType(member: name, expected: "\(type)")
        }
        return value
    }
}

/// What a data store has under a key.
extension JSON? {
    /// Throws `内容が壊れています` if it is not a value of this type.
    func value<Value>(
        of key: Key<Value>, at location: String, _ content: StoreContent?
    ) throws(ErrorWrapper) -> Value? {
        guard let self else { return nil }
        do {
            return try self.value(Value.self, called: key.name)
        } catch {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location, content: content)), args: ["key": key.name],
                causedBy: UnreadableJSON.explained(error))
        }
    }

    /// Members within the value that this version does not know are lost only if the value changes.
    mutating func change<Value, Answer>(
        _ key: Key<Value>, at location: String, _ content: StoreContent?, _ change: (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer {
        let value = try value(of: key, at: location, content)
        var changed = value
        let answer = change(&changed)
        guard changed != value else { return answer }
        if let changed {
            self = try JSON(storing: key.with(changed), at: location, content)
        } else {
            self = nil
        }
        return answer
    }

    /// Whether this value is stored. A damaged value is another one.
    func holds<Value: Storable>(_ value: Value) -> Bool {
        guard let self else { return false }
        return (try? self.value(Value.self, called: "")) == value
    }
}
