/// The name of a value in a data store, which also says the value's type.
package protocol Key: Sendable, Hashable, CaseIterable, RawRepresentable where RawValue == String {
    associatedtype ValueType: Storable
    func with(_ value: ValueType) -> KeyValue
    /// What can be stored under it, each by an example: sound values, and such as only somebody else can have stored.
    var examples: [(name: String, value: ValueType)] { get }
}

/// A type that a data store can hold.
package protocol Storable: Sendable, Hashable, Codable {
    /// `nil` if a value of another type is stored.
    init?(stored: StoredValue)
}

/// A value as a data store holds it.
package enum StoredValue: Sendable, Hashable {
    case bool(Bool)
    case string(String)
}

extension Bool: Storable {
    package init?(stored: StoredValue) {
        guard case .bool(let value) = stored else { return nil }
        self = value
    }
}

extension String: Storable {
    package init?(stored: StoredValue) {
        guard case .string(let value) = stored else { return nil }
        self = value
    }
}

extension InstallationKey: Storable {
    package init?(stored: StoredValue) {
        guard let text = String(stored: stored) else { return nil }
        self.init(text)
    }
}
