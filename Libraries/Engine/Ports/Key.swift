/// The name of a value in a data store, with the type of the value. Values of other types cannot be stored under it.
public struct Key<Value: Storable>: Sendable {
    /// The name of the value in the data store.
    public let name: String
    /// Examples of stored values. The first is a valid value. The others include values that only another program can
    /// have stored.
    public let examples: [(name: String, value: Value)]
    /// The name of the value in the report of a reset, such as “the language”. `nil` if a reset keeps the value.
    public let forgottenAs: Sentence?
    /// Draws further stored values, as in ``PossibleOutcome/drawing(_:)``, or `nil` if the examples are enough.
    let draw: (@Sendable (inout RandomChoices) -> Value)?

    /// Creates a key. `example` is a valid value. `draw` draws further stored values.
    public init(
        _ name: String, example: (name: String, value: Value), _ others: (name: String, value: Value)...,
        forgottenAs: Sentence? = nil, drawing draw: (@Sendable (inout RandomChoices) -> Value)? = nil
    ) {
        self.name = name
        examples = [example] + others
        self.forgottenAs = forgottenAs
        self.draw = draw
    }

    /// Returns the key with a value.
    public func with(_ value: Value) -> KeyValue { KeyValue(self, value) }
}

/// A key for a value of any type.
public protocol DeclaredKey: Sendable {
    /// The name of the value in the data store.
    var name: String { get }
    /// The name of the value in the report of a reset. `nil` if a reset keeps the value.
    var forgottenAs: Sentence? { get }
    /// A valid value.
    var example: KeyValue { get }
    /// Returns the stored value, with its key, or `nil` if nothing is stored.
    func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue?
}

extension Key: DeclaredKey {
    /// The first example, with its key.
    public var example: KeyValue { with(examples[0].value) }

    /// Returns the stored value, with its key, or `nil` if nothing is stored. Throws the errors of the data store.
    public func stored(in dataStore: any DataStore) async throws(ErrorWrapper) -> KeyValue? {
        try await dataStore.get(self).map(with)
    }
}

/// A key with a value of its type.
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
    /// The name and the value on one line.
    public var description: String { "\(name): \(value)".onOneLine }
}

/// A type that a data store can hold. Any `Codable` value can conform without further code.
///
/// If a value must not be shown, its description does not contain it.
public protocol Storable: Sendable, Hashable, Codable {
    /// The encoded type. It is the type itself, unless the type declares a different one.
    associatedtype Stored: Codable = Self
    /// The encoded form of the value.
    var stored: Stored { get }
    /// Creates a value from its encoded form. `nil` if no value has this form.
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
