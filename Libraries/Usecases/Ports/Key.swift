/// The name of a value in a data store, with the value's type: a value of another type cannot be stored under it.
public struct Key<Value: Storable>: Sendable {
    /// The name of the value in the data store.
    public let name: String
    /// Examples of what can be stored under it, a valid value first: there are also values that only another program can
    /// have stored.
    public let examples: [(name: String, value: Value)]
    /// What a reset says that it forgets, such as “the language”; `nil` if the value outlasts a reset.
    public let forgottenAs: Sentence?

    /// `example` is a valid value.
    public init(
        _ name: String, example: (name: String, value: Value), _ others: (name: String, value: Value)...,
        forgottenAs: Sentence? = nil
    ) {
        self.name = name
        examples = [example] + others
        self.forgottenAs = forgottenAs
    }

    /// The key together with a value for it.
    public func with(_ value: Value) -> KeyValue { KeyValue(self, value) }
}

/// A key of a value of any type.
public protocol DeclaredKey: Sendable {
    var name: String { get }
    var forgottenAs: Sentence? { get }
    /// A valid value.
    var example: KeyValue { get }
    /// The value that is stored under it, with the key; `nil` if there is none.
    func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue?
}

extension Key: DeclaredKey {
    /// The first of the examples, with the key.
    public var example: KeyValue { with(examples[0].value) }

    /// The stored value with the key; `nil` if there is none. Throws the errors of the data store.
    public func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue? {
        try await dataStore.get(self).map(with)
    }
}

/// A key together with a value of its type.
public struct KeyValue: Sendable {
    package let name: String
    package let value: any Storable

    fileprivate init<Value>(_ key: Key<Value>, _ value: Value) {
        name = key.name
        self.value = value
    }
}

extension KeyValue: Hashable {
    /// Compares the names and the values.
    public static func == (one: KeyValue, other: KeyValue) -> Bool {
        one.name == other.name && AnyHashable(one.value) == AnyHashable(other.value)
    }

    /// Hashes the name and the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(AnyHashable(value))
    }
}

extension KeyValue: CustomStringConvertible {
    /// The name and the value, on one line.
    public var description: String { "\(name): \(value)".onOneLine }
}

/// A type that a data store can hold: any value that is `Codable`, which needs no further code.
///
/// The description of a value that must not be shown does not contain it.
public protocol Storable: Sendable, Hashable, Codable {
    /// What is encoded for a value: the value itself, unless the type declares something else.
    associatedtype Stored: Codable = Self
    var stored: Stored { get }
    /// `nil` if this cannot have been stored for a value.
    init?(stored: Stored)
}

extension Storable where Stored == Self {
    /// The value itself.
    public var stored: Self { self }

    /// Accepts any value.
    public init?(stored: Self) {
        self = stored
    }
}

extension Bool: Storable {}

extension Int: Storable {}

extension String: Storable {}

extension Array: Storable where Element: Storable {}
