package import Domain
import Foundation

/// Keeps the values in the user defaults, as Apple's platforms expect of an application.
///
/// On Linux, processes that write at once lose each other's writes, and what is on disk cannot be verified: there it is
/// for those who run one process at a time.
package struct UserDefaultsDataStore: DataStore {
    private let suite: String

    /// `suite` names the domain of the defaults, such as `calearning`.
    package init(suite: String) {
        self.suite = suite
    }

    package var location: String { "user defaults “\(suite)”" }

    package func get<K: Key>(_ key: K) throws(ErrorWrapper) -> K.ValueType? {
        guard let object = try defaults(.読み込みに失敗(location: location)).object(forKey: key.rawValue) else { return nil }
        guard let stored = StoredValue(object), let value = K.ValueType(stored: stored) else {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location)),
                args: ["key": key.rawValue],
                causedBy: DocumentError.wrongType(member: key.rawValue, expected: "\(K.ValueType.self)"))
        }
        return value
    }

    package func get<K: Key>(_ key: K, orSave value: K.ValueType) throws(ErrorWrapper) -> K.ValueType {
        if let stored = try get(key) { return stored }
        try save(key.with(value))
        return value
    }

    package func save(_ keyValue: KeyValue) throws(ErrorWrapper) {
        try write { defaults in
            switch keyValue {
            case .bool(let key, let value): defaults.set(value, forKey: key.rawValue)
            case .string(let key, let value): defaults.set(value, forKey: key.rawValue)
            case .secret(let key, let value): defaults.set(value.rawValue, forKey: key.rawValue)
            }
        }
    }

    package func delete<K: Key>(_ key: K) throws(ErrorWrapper) {
        try write { $0.removeObject(forKey: key.rawValue) }
    }

    private func write(_ change: (UserDefaults) -> Void) throws(ErrorWrapper) {
        let defaults = try defaults(.書き込みに失敗(location: location))
        change(defaults)
        guard defaults.synchronize() else { throw .system(error: .dataStore(.書き込みに失敗(location: location))) }
    }

    private func defaults(_ error: SystemErrors.DataStore) throws(ErrorWrapper) -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else { throw .system(error: .dataStore(error)) }
        return defaults
    }
}

extension StoredValue {
    /// `nil` for what this program does not store. A number is no truth value, whatever bridging makes of it.
    fileprivate init?(_ object: Any) {
        if let text = object as? String {
            self = .string(text)
        } else if let number = object as? NSNumber, String(cString: number.objCType) == "c" {
            self = .bool(number.boolValue)
        } else {
            return nil
        }
    }
}
