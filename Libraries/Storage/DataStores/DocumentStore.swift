import Foundation
public import UsecasesEngine
public import UsecasesSystem

/// A data store whose values are JSON, such as a table of a database. It needs only two operations, and has all others by
/// default.
public protocol DocumentStore: DataStore {
    /// The kind of content, for errors. `nil` for values that are not in a file of this program.
    var kind: StoreContent? { get }

    /// Reads values, at least the one with this name. Throws `unreadable` or `damaged`.
    func values(under name: String) async throws(ErrorWrapper) -> [String: JSON]
    /// Changes the values with these names in one step. Writes only if a value has changed. Throws `unwritable`, `damaged`
    /// or the error of `change`. After an error, the previous values are still stored.
    func update<Answer: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer
}

extension DocumentStore {
    /// Reads the value. Returns `nil` if no value is stored.
    public func get<Value>(_ key: Key<Value>) async throws(ErrorWrapper) -> Value? {
        try await values(under: key.name)[key.name].value(of: key, at: location, kind)
    }

    /// Saves the value if no value is stored. Returns the stored value.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        // The value usually exists already, and reading needs no lock.
        if let stored = try await get(key) { return stored }
        return try await change(key) { stored in
            let kept = stored ?? value
            stored = kept
            return kept
        }
    }

    /// Changes the value. Returns the result of `change`. Unknown members of the value are lost only if it changes.
    public func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @escaping @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await update([key.name]) { [location, kind] values throws(ErrorWrapper) in
            let value = try values[key.name].value(of: key, at: location, kind)
            var changed = value
            let answer = change(&changed)
            guard changed != value else { return answer }
            if let changed {
                values[key.name] = try JSON(storing: key.with(changed), at: location, kind)
            } else {
                values[key.name] = nil
            }
            return answer
        }
    }

    /// Saves the value.
    public func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let value = try JSON(storing: keyValue, at: location, kind)
        try await update([keyValue.name]) { values throws(ErrorWrapper) in values[keyValue.name] = value }
    }

    /// Saves one value and deletes another value in one step.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        let value = try JSON(storing: keyValue, at: location, kind)
        try await update([keyValue.name, key.name]) { values throws(ErrorWrapper) in
            values[keyValue.name] = value
            values[key.name] = nil
        }
    }

    /// Deletes the value. Does nothing if no value is stored.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await update([key.name]) { values throws(ErrorWrapper) in values[key.name] = nil }
    }

    /// Deletes the value, unless a different value is stored. A damaged value is a different value.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await update([keyValue.name]) { values throws(ErrorWrapper) in
            if values[keyValue.name].holds(keyValue.value) { values[keyValue.name] = nil }
        }
    }
}

extension JSON {
    /// Encodes a value, including its secrets. Throws `unwritable` for a value that JSON cannot represent, such as a
    /// number that is not finite.
    fileprivate init(storing keyValue: KeyValue, at location: String, _ kind: StoreContent?) throws(ErrorWrapper) {
        do {
            self = try Self(storing: keyValue.value)
        } catch {
            throw .system(
                error: .dataStore(.unwritable(location: location, content: kind)), args: ["key": keyValue.name],
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

extension JSON? {
    /// Decodes the value. Throws `damaged` if it is not of this type.
    fileprivate func value<Value>(
        of key: Key<Value>, at location: String, _ kind: StoreContent?
    ) throws(ErrorWrapper) -> Value? {
        guard let self else { return nil }
        do {
            return try self.value(Value.self, called: key.name)
        } catch {
            throw .system(
                error: .dataStore(.damaged(location: location, content: kind)), args: ["key": key.name],
                causedBy: UnreadableJSON.explained(error))
        }
    }

    fileprivate func holds<Value: Storable>(_ value: Value) -> Bool {
        guard let self else { return false }
        return (try? self.value(Value.self, called: "")) == value
    }
}
