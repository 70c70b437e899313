/// A key together with a value of its type: a wrong pair cannot be written.
package enum KeyValue: Sendable, Hashable {
    package enum BoolKey: String, Key {
        case hasCompletedTutorial

        package func with(_ value: Bool) -> KeyValue { .bool(key: self, value: value) }

        package var examples: [(name: String, value: Bool)] { [("false", false), ("true", true)] }
    }

    package enum StringKey: String, Key {
        case udid

        package func with(_ value: String) -> KeyValue { .string(key: self, value: value) }

        package var examples: [(name: String, value: String)] {
            switch self {
            case .udid: [("stored", UDID.example(2).rawValue), ("malformed", "")]
            }
        }
    }

    /// What is stored under it is shown to nobody.
    package enum SecretKey: String, Key {
        case installationKey

        package func with(_ value: InstallationKey) -> KeyValue { .secret(key: self, value: value) }

        package var examples: [(name: String, value: InstallationKey)] {
            switch self {
            case .installationKey: [("stored", .example)]
            }
        }
    }

    case bool(key: BoolKey, value: BoolKey.ValueType)
    case string(key: StringKey, value: StringKey.ValueType)
    case secret(key: SecretKey, value: SecretKey.ValueType)

    package var name: String {
        switch self {
        case .bool(let key, _): key.rawValue
        case .string(let key, _): key.rawValue
        case .secret(let key, _): key.rawValue
        }
    }

    package var stored: StoredValue {
        switch self {
        case .bool(_, let value): .bool(value)
        case .string(_, let value): .string(value)
        case .secret(_, let value): .string(value.rawValue)
        }
    }
}

extension KeyValue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bool(let key, let value): "\(key.rawValue): \(value)"
        case .string(let key, let value): "\(key.rawValue): \(value)"
        case .secret(let key, let value): "\(key.rawValue): \(value)"
        }
    }
}
