package import Domain

/// Keeps the values in `store.json`, shared by any number of processes and never damaged by a crash.
///
/// Members that this version does not know are kept. See ``DocumentFile`` for how it is written.
package struct FileDataStore: DataStore {
    private let file: DocumentFile

    package init(directory: String, clock: any Clock) {
        let keys =
            KeyValue.BoolKey.allCases.map(\.rawValue) + KeyValue.StringKey.allCases.map(\.rawValue)
            + KeyValue.SecretKey.allCases.map(\.rawValue)
        file = DocumentFile(
            directory: directory,
            name: "store.json",
            format: DocumentFormat(name: "calearning.store/1", ownMembers: Set(keys)),
            clock: clock)
    }

    package var location: String { file.path }

    package func get<K: Key>(_ key: K) async throws(ErrorWrapper) -> K.ValueType? {
        try Self.value(of: key, in: await file.read(), at: location)
    }

    package func get<K: Key>(_ key: K, orSave value: K.ValueType) async throws(ErrorWrapper) -> K.ValueType {
        // Most often it is there already, and reading needs no lock.
        if let stored = try await get(key) { return stored }
        return try await file.update { [location] document throws(ErrorWrapper) in
            if let stored = try Self.value(of: key, in: document, at: location) { return stored }
            document[key.rawValue] = JSON(key.with(value).stored)
            return value
        }
    }

    package func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[keyValue.name] = JSON(keyValue.stored)
        }
    }

    package func delete<K: Key>(_ key: K) async throws(ErrorWrapper) {
        try await file.update { document throws(ErrorWrapper) in
            document[key.rawValue] = nil
        }
    }

    private static func value<K: Key>(
        of key: K, in document: [String: JSON], at location: String
    ) throws(ErrorWrapper) -> K.ValueType? {
        guard let member = document[key.rawValue] else { return nil }
        guard let stored = StoredValue(member), let value = K.ValueType(stored: stored) else {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location)),
                args: ["file": location, "key": key.rawValue],
                causedBy: DocumentError.wrongType(member: key.rawValue, expected: "\(K.ValueType.self)"))
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
    /// `nil` for what no data store holds.
    fileprivate init?(_ json: JSON) {
        switch json {
        case .bool(let value): self = .bool(value)
        case .string(let value): self = .string(value)
        case .null, .integer, .number, .double, .array, .object: return nil
        }
    }
}
