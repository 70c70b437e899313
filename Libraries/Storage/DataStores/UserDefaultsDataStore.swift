import Foundation
public import Usecases
import UsecasesSystem

/// Keeps the values in the user defaults, as Apple's platforms expect of an application.
///
/// Changes are made one at a time, under a lock shared by all processes: before a change the defaults are reloaded, and
/// after it they are written. On Linux it cannot be verified that they are on disk, and Foundation may reload too little:
/// a change by another process at the same time can be lost.
public actor UserDefaultsDataStore: DataStore {
    private let suite: String
    private let directory: String
    private let clock: any Clock
    /// The lock and the defaults block their thread, and the cooperative pool has few threads.
    private let executor = BlockingExecutor(label: "usecases.user-defaults")

    /// The executor of the store's own thread, which may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `suite` names the domain of the defaults, such as `shop`; `directory` is where its lock is, and must be
    /// the same for all processes that share it.
    public init(suite: String, lockedIn directory: String, clock: any Clock) {
        self.suite = suite
        self.directory = directory
        self.clock = clock
    }

    /// The name of the suite in a few words.
    public nonisolated var location: String { "user defaults “\(suite)”" }

    /// Reads the defaults without a lock; `nil` if nothing is stored.
    public func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? {
        let defaults = try defaults(.読み込みに失敗(location: location, content: nil))
        return try content(under: key.name, in: defaults).value(of: key, at: location, nil)
    }

    /// Saves the value if nothing is stored, and returns what is stored then; the lock is taken only to save.
    public func get<Value>(_ key: Key<Value>, orSave value: Value) async throws(ErrorWrapper) -> Value {
        if let stored = try get(key) { return stored }
        return try await change(key) { stored in
            // Another process may have saved a value in the meantime.
            let kept = stored ?? value
            stored = kept
            return kept
        }
    }

    /// Changes the value under the lock, and returns what `change` returns.
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

    /// Saves the value and deletes the other one under the same lock.
    public func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) async throws(ErrorWrapper) {
        try await update(keyValue.name, deleting: key.name) { [location] content throws(ErrorWrapper) in
            content = try JSON(storing: keyValue, at: location, nil)
        }
    }

    /// Deletes the value, if there is one, under the lock.
    public func delete(_ key: any DeclaredKey) async throws(ErrorWrapper) {
        try await update(key.name) { content throws(ErrorWrapper) in
            content = nil
        }
    }

    /// Deletes the value under the lock, unless another one is stored by now.
    public func delete(_ keyValue: KeyValue) async throws(ErrorWrapper) {
        try await update(keyValue.name) { content throws(ErrorWrapper) in
            if content.holds(keyValue.value) { content = nil }
        }
    }

    /// Changes one value and deletes another one under the lock, and writes only a change.
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

    /// Truth values and texts are themselves in the defaults; any other value is the data of its JSON.
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

    /// `null`, which no value is, for something that this program does not store. Numbers are not accepted as booleans,
    /// despite bridging.
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

    /// The defaults as they are on disk, including changes by other processes.
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
    /// Reading needs no lock.
    public nonisolated func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DataStore>.get ? .zero : FileLock.timeout
    }
}
