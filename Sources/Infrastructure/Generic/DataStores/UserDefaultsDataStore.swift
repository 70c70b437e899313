package import Domain
import Foundation

/// Keeps the values in the user defaults, as Apple's platforms expect of an application.
///
/// Changes are made one at a time, under a lock shared by all processes: before a change the defaults are reloaded, and
/// after it they are written. On Linux it cannot be verified that they are on disk.
package actor UserDefaultsDataStore: DataStore {
    private let suite: String
    private let directory: String
    private let clock: any Clock
    /// The lock and the defaults block their thread, and the cooperative pool has few threads.
    private let executor = BlockingExecutor(label: "\(Product.name).user-defaults")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `suite` names the domain of the defaults, such as `calearning`; `directory` is where its lock is, and must be
    /// the same for all processes that share it.
    package init(suite: String, lockedIn directory: String, clock: any Clock) {
        self.suite = suite
        self.directory = directory
        self.clock = clock
    }

    package nonisolated var location: String { "user defaults “\(suite)”" }

    package func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        guard let object = try defaults(.読み込みに失敗(location: location)).object(forKey: key.name) else { return nil }
        guard let stored = StoredValue(object), let value = Value(stored: stored) else {
            throw .system(
                error: .dataStore(.内容が壊れています(location: location)),
                args: ["key": key.name],
                causedBy: DocumentError.wrongType(member: key.name, expected: "\(Value.self)"))
        }
        return value
    }

    package func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        let lock = try await lock()
        let defaults = try refreshedDefaults()
        // Another process may have saved a value in the meantime.
        if let stored = try get(key) { return stored }
        try set(key.with(value), in: defaults)
        _ = consume lock
        return value
    }

    package func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let lock = try await lock()
        try set(keyValue, in: refreshedDefaults())
        _ = consume lock
    }

    package func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        let lock = try await lock()
        let defaults = try refreshedDefaults()
        defaults.removeObject(forKey: key.name)
        try synchronize(defaults)
        _ = consume lock
    }

    package func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        let lock = try await lock()
        let defaults = try refreshedDefaults()
        if defaults.object(forKey: keyValue.name).flatMap({ StoredValue($0) }) == keyValue.stored {
            defaults.removeObject(forKey: keyValue.name)
            try synchronize(defaults)
        }
        _ = consume lock
    }

    private func set(_ keyValue: KeyValue, in defaults: UserDefaults) throws(ErrorWrapper) {
        switch keyValue.stored {
        case .bool(let value): defaults.set(value, forKey: keyValue.name)
        case .string(let value): defaults.set(value, forKey: keyValue.name)
        }
        try synchronize(defaults)
    }

    private func lock() async throws(ErrorWrapper) -> FileDescriptor {
        let path = directory + "/\(suite).lock"
        do {
            try PrivateDirectory.own(directory)
        } catch {
            throw unwritable(lock: path, error)
        }
        return try await FileLock.take(path, clock: clock) { [self] in unwritable(lock: path, $0) }
    }

    private nonisolated func unwritable(lock: String, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(.書き込みに失敗(location: location)), args: ["lock": lock], causedBy: cause)
    }

    /// The defaults as they are on disk, including changes by other processes.
    private func refreshedDefaults() throws(ErrorWrapper) -> UserDefaults {
        let defaults = try defaults(.書き込みに失敗(location: location))
        try synchronize(defaults)
        return defaults
    }

    private func synchronize(_ defaults: UserDefaults) throws(ErrorWrapper) {
        guard defaults.synchronize() else { throw .system(error: .dataStore(.書き込みに失敗(location: location))) }
    }

    private func defaults(_ error: SystemErrors.DataStore) throws(ErrorWrapper) -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else { throw .system(error: .dataStore(error)) }
        return defaults
    }
}

extension StoredValue {
    /// `nil` for values that this program does not store. Numbers are not accepted as booleans, despite bridging.
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

extension UserDefaultsDataStore: TimeBounded {
    /// Reading needs no lock.
    package nonisolated func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}
