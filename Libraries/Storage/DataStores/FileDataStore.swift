import Foundation
public import Usecases
import UsecasesSystem

/// A data store in the file `store.json`. Many processes can share it, and a crash never damages it.
///
/// Unknown members are preserved. See ``/UsecasesSystem/DocumentFile`` for how the file is written.
public struct FileDataStore: DataStore {
    private let file: DocumentFile

    /// `product` is the name of the program and the prefix of the format name. A document without a format name is
    /// recognised by its `keys`.
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

    /// Reads the value without a lock. Returns `nil` if no value is stored.
    public func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await file.read()[key.name].value(of: key, at: location, .state)
    }

    /// Saves the value if no value is stored. Returns the stored value. The lock is acquired only to save.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        // The value usually exists already, and reading needs no lock.
        if let stored = try await get(key) { return stored }
        return try await change(key) { stored in
            let kept = stored ?? value
            stored = kept
            return kept
        }
    }

    /// Changes the value under the lock of the file. Returns the result of `change`.
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

    /// Saves one value and deletes another value in a single write.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await file.update { [location] document throws(ErrorWrapper) in
            document[keyValue.name] = try JSON(storing: keyValue, at: location, .state)
            document[key.name] = nil
        }
    }

    /// Deletes the value under the lock of the file. Does nothing if no value is stored.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[key.name] = nil
        }
    }

    /// Deletes the value under the lock of the file, unless a different value is stored.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            if document[keyValue.name].holds(keyValue.value) { document[keyValue.name] = nil }
        }
    }
}

extension FileDataStore: TimeBounded {
    /// Zero for reading, because it needs no lock. The timeout of the lock for all other operations.
    public func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}

extension JSON {
    /// Encodes a value for a data store, including its secrets. Throws `書き込みに失敗` for a value that JSON cannot
    /// represent, such as a number that is not finite.
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
        // Decoded as a member, because errors then contain the name and the position in the value.
        let members = try JSONDecoder().decode([String: Value.Stored].self, from: JSONEncoder().encode([name: self]))
        guard let value = members[name].flatMap({ Value(stored: $0) }) else {
            throw DocumentError.wrongType(member: name, expected: "\(type)")
        }
        return value
    }
}

/// The value of a key in a data store.
extension JSON? {
    /// Decodes the value. Throws `内容が壊れています` if it is not of this type.
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

    /// Changes the value. Unknown members of the value are lost only if the value changes.
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

    /// Returns whether this value is stored. A damaged value is a different value.
    func holds<Value: Storable>(_ value: Value) -> Bool {
        guard let self else { return false }
        return (try? self.value(Value.self, called: "")) == value
    }
}
