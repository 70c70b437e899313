package import Domain

/// Keeps the values in `store.json`, shared by any number of processes and never damaged by a crash.
///
/// Members that this version does not know are kept. See ``DocumentFile`` for how the file is written.
package struct FileDataStore: DataStore {
    private let file: DocumentFile

    /// A document without a format name is recognised as ours by its `keys`.
    package init(
        directory: String, keys: @autoclosure @escaping @Sendable () -> [any DeclaredKey], clock: any Clock
    ) {
        file = DocumentFile(
            directory: directory,
            name: "store.json",
            format: DocumentFormat(name: "\(Product.name).store/1", ownMembers: { Set(keys().map(\.name)) }),
            clock: clock)
    }

    package var location: String { file.path }

    package func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try Self.value(of: key, in: await file.read(), at: location)
    }

    package func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        // The value usually exists already, and reading needs no lock.
        if let stored = try await get(key) { return stored }
        return try await file.update { [location] document throws(ErrorWrapper) in
            if let stored = try Self.value(of: key, in: document, at: location) { return stored }
            document[key.name] = JSON(key.with(value).stored)
            return value
        }
    }

    package func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[keyValue.name] = JSON(keyValue.stored)
        }
    }

    package func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[key.name] = nil
        }
    }

    package func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            if document[keyValue.name] == JSON(keyValue.stored) { document[keyValue.name] = nil }
        }
    }

    private static func value<Value: Storable>(
        of key: Key<Value>, in document: [String: JSON], at location: String
    ) throws(ErrorWrapper) -> Value? {
        guard let member = document[key.name] else { return nil }
        guard let stored = StoredValue(member), let value = Value(stored: stored) else {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location)),
                args: ["file": location, "key": key.name],
                causedBy: DocumentError.wrongType(member: key.name, expected: "\(Value.self)"))
        }
        return value
    }
}

extension JSON {
    fileprivate init(_ stored: StoredValue) {
        switch stored {
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .string(value)
        }
    }
}

extension StoredValue {
    /// `nil` for a value that no data store holds.
    fileprivate init?(_ json: JSON) {
        switch json {
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .string(value)
        case .null, .integer, .number, .double, .array, .object: return nil
        }
    }
}

extension FileDataStore: TimeBounded {
    /// Reading needs no lock.
    package func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}
