/// The name of a value in a data store, with the value's type: a value of another type cannot be stored under it.
package struct Key<Value: Storable>: Sendable {
    package let name: String
    /// Examples of what can be stored under it, a valid value first: there are also values that only another program can
    /// have stored.
    package let examples: [(name: String, value: Value)]
    package let isForgottenByReset: Bool

    /// `example` is a valid value.
    package init(
        _ name: String, example: (name: String, value: Value), _ others: (name: String, value: Value)...,
        isForgottenByReset: Bool
    ) {
        self.name = name
        examples = [example] + others
        self.isForgottenByReset = isForgottenByReset
    }

    package func with(_ value: Value) -> KeyValue { KeyValue(self, value) }
}

/// A key of a value of any type.
package protocol DeclaredKey: Sendable {
    var name: String { get }
    var isForgottenByReset: Bool { get }
    /// A valid value.
    var example: KeyValue { get }
    /// The value that is stored under it, with the key; `nil` if there is none.
    func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue?
}

extension Key: DeclaredKey {
    package var example: KeyValue { with(examples[0].value) }

    package func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue? {
        try await dataStore.get(self).map(with)
    }
}

/// A key together with a value of its type.
package struct KeyValue: Sendable, Hashable {
    package let name: String
    package let stored: StoredValue
    /// The value as it may be shown.
    private let text: String

    fileprivate init<Value>(_ key: Key<Value>, _ value: Value) {
        name = key.name
        stored = value.stored
        text = "\(value)"
    }
}

extension KeyValue: CustomStringConvertible {
    package var description: String { "\(name): \(text)" }
}

/// A type that a data store can hold. The description of a value that must not be shown does not contain it.
package protocol Storable: Sendable, Hashable, Codable {
    var stored: StoredValue { get }
    /// `nil` if a value of another type is stored.
    init?(stored: StoredValue)
}

/// A value as a data store holds it.
package enum StoredValue: Sendable, Hashable {
    case bool(Bool)
    case string(String)
}

extension Bool: Storable {
    package var stored: StoredValue { .bool(self) }

    package init?(stored: StoredValue) {
        guard case .bool(let value) = stored else { return nil }
        self = value
    }
}

extension String: Storable {
    package var stored: StoredValue { .string(self) }

    package init?(stored: StoredValue) {
        guard case .string(let value) = stored else { return nil }
        self = value
    }
}
