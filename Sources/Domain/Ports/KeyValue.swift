/// A key together with a value of its type: a wrong pair cannot be written.
package enum KeyValue: Sendable, Hashable {
    package enum BoolKey: String, Key {
        case hasCompletedTutorial

        package func with(_ value: Bool) -> KeyValue { .bool(key: self, value: value) }
    }

    package enum StringKey: String, Key {
        case udid
        case installationKey

        package func with(_ value: String) -> KeyValue { .string(key: self, value: value) }
    }

    case bool(key: BoolKey, value: BoolKey.ValueType)
    case string(key: StringKey, value: StringKey.ValueType)

    package var name: String {
        switch self {
        case .bool(let key, _): key.rawValue
        case .string(let key, _): key.rawValue
        }
    }

    package var stored: StoredValue {
        switch self {
        case .bool(_, let value): .bool(value)
        case .string(_, let value): .string(value)
        }
    }
}
