import Foundation
public import Usecases
import UsecasesSystem

/// A data store in the user defaults, the usual place on Apple's platforms.
///
/// Changes are serialized under a lock that all processes share. The defaults are reloaded before each change and
/// written after it. On Linux, the store cannot verify that the defaults are on disk. Foundation may also reload only
/// some of them there, so a simultaneous change by another process can be lost.
public actor UserDefaultsDataStore: DataStore {
    private let suite: String
    private let directory: String
    private let clock: any Clock
    /// The executor. The lock and the defaults block their thread, and the cooperative pool has few threads.
    private let executor = BlockingExecutor(label: "usecases.user-defaults")

    /// The executor of the actor. It runs on a thread that may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `suite` is the domain of the defaults, such as `shop`. `directory` contains its lock file. All processes that
    /// share the suite must use the same directory.
    public init(suite: String, lockedIn directory: String, clock: any Clock) {
        self.suite = suite
        self.directory = directory
        self.clock = clock
    }

    /// A short text with the name of the suite.
    public nonisolated var location: String { "UserDefaults “\(suite)”" }

    /// Reads the value without a lock. Returns `nil` if no value is stored.
    public func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        let defaults = try defaults(.読み込みに失敗(location: location, content: nil))
        return try content(under: key.name, in: defaults).value(of: key, at: location, nil)
    }

    /// Saves the value if no value is stored. Returns the stored value. The lock is acquired only to save.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        return try await change(key) { stored in
            // Another process may have saved a value in the meantime.
            let kept = stored ?? value
            stored = kept
            return kept
        }
    }

    /// Changes the value under the lock. Returns the result of `change`.
    public func change<Value, Answer: Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        try await update(key.name) { [location] content throws(ErrorWrapper) in
            try content.change(key, at: location, nil, change)
        }
    }

    /// Saves the value under the lock.
    public func save(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await update(keyValue.name) { [location] content throws(ErrorWrapper) in
            content = try JSON(storing: keyValue, at: location, nil)
        }
    }

    /// Saves one value and deletes another value under the same lock.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await update(keyValue.name, deleting: key.name) { [location] content throws(ErrorWrapper) in
            content = try JSON(storing: keyValue, at: location, nil)
        }
    }

    /// Deletes the value under the lock. Does nothing if no value is stored.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await update(key.name) { content throws(ErrorWrapper) in
            content = nil
        }
    }

    /// Deletes the value under the lock, unless a different value is stored.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await update(keyValue.name) { content throws(ErrorWrapper) in
            if content.holds(keyValue.value) { content = nil }
        }
    }

    /// Changes one value and deletes another value under the lock. Writes only if a value has changed.
    private func update<Answer: Sendable>(
        _ name: String, deleting other: String? = nil, _ change: @Sendable (inout JSON?) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        let lock = try await lock()
        let defaults = try refreshedDefaults()
        let content = content(under: name, in: defaults)
        var changed = content
        let answer = try change(&changed)
        let deleted = other.flatMap { defaults.object(forKey: $0) == nil ? nil : $0 }
        if changed != content || deleted != nil {
            try set(changed, forKey: name, in: defaults)
            if let deleted { defaults.removeObject(forKey: deleted) }
            try synchronize(defaults)
        }
        _ = consume lock
        return answer
    }

    /// Stores booleans and texts directly, and any other value as the data of its JSON.
    private func set(_ content: JSON?, forKey name: String, in defaults: UserDefaults) throws(ErrorWrapper) {
        switch content {
        case nil: defaults.removeObject(forKey: name)
        case .bool(let value)?: defaults.set(value, forKey: name)
        case .string(let value)?: defaults.set(value, forKey: name)
        case .some(let other):
            do {
                defaults.set(try JSONEncoder().encode(other), forKey: name)
            } catch {
                throw .system(
                    error: .dataStore(.書き込みに失敗(location: location, content: nil)), args: ["key": name], causedBy: error)
            }
        }
    }

    /// Returns `null` for a type that this program does not store. No stored value is `null`. Numbers are not accepted
    /// as booleans, despite bridging.
    private func content(under name: String, in defaults: UserDefaults) -> JSON? {
        switch defaults.object(forKey: name) {
        case nil: nil
        case let text as String: .string(text)
        case let number as NSNumber where String(cString: number.objCType) == "c": .bool(number.boolValue)
        case let data as Data: (try? JSONDecoder().decode(JSON.self, from: data)) ?? .null
        default: .null
        }
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
        .system(error: .dataStore(.書き込みに失敗(location: location, content: nil)), args: ["lock": lock], causedBy: cause)
    }

    /// Returns the defaults from disk, including changes by other processes.
    private func refreshedDefaults() throws(ErrorWrapper) -> UserDefaults {
        let defaults = try defaults(.書き込みに失敗(location: location, content: nil))
        try synchronize(defaults)
        return defaults
    }

    private func synchronize(_ defaults: UserDefaults) throws(ErrorWrapper) {
        guard defaults.synchronize() else {
            throw .system(error: .dataStore(.書き込みに失敗(location: location, content: nil)))
        }
    }

    private func defaults(_ error: SystemErrors.DataStore) throws(ErrorWrapper) -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: suite) else { throw .system(error: .dataStore(error)) }
        return defaults
    }
}

extension UserDefaultsDataStore: TimeBounded {
    /// Zero for reading, because it needs no lock. The timeout of the lock for all other operations.
    public nonisolated func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}
