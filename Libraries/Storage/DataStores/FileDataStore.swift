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
