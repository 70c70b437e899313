import Foundation
public import UsecasesEngine
public import UsecasesSystem

/// A data store in the user defaults, the usual place on Apple's platforms.
///
/// Changes are serialized under a lock that all processes share. The defaults are reloaded before each change and
/// written after it. On Linux, the store cannot verify that the defaults are on disk. Foundation may also reload only
/// some of them there, so a simultaneous change by another process can be lost.
public actor UserDefaultsDataStore: DocumentStore {
    /// `nil`, because the values are not in a file of this program.
    public nonisolated let kind: StoreContent? = nil
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

    /// Reads the value with this name.
    public func values(under name: String) throws(ErrorWrapper) -> [String: JSON] {
        let defaults = try defaults(.unreadable(location: location, content: nil))
        return contents(under: [name], in: defaults)
    }

    /// Changes the values under the lock.
    public func update<Answer: Sendable>(
        _ names: [String], _ change: @Sendable (inout [String: JSON]) throws(ErrorWrapper) -> Answer
    ) async throws(ErrorWrapper) -> Answer {
        let lock = try await lock()
        let defaults = try refreshedDefaults()
        let contents = contents(under: names, in: defaults)
        var changed = contents
        let answer = try change(&changed)
        if changed != contents {
            for name in names where changed[name] != contents[name] {
                try set(changed[name], forKey: name, in: defaults)
            }
            try synchronize(defaults)
        }
        _ = consume lock
        return answer
    }

    private func contents(under names: [String], in defaults: UserDefaults) -> [String: JSON] {
        names.reduce(into: [:]) { $0[$1] = content(under: $1, in: defaults) }
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
                    error: .dataStore(.unwritable(location: location, content: nil)), args: ["key": name],
                    causedBy: error)
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
        .system(error: .dataStore(.unwritable(location: location, content: nil)), args: ["lock": lock], causedBy: cause)
    }

    /// Returns the defaults from disk, including changes by other processes.
    private func refreshedDefaults() throws(ErrorWrapper) -> UserDefaults {
        let defaults = try defaults(.unwritable(location: location, content: nil))
        try synchronize(defaults)
        return defaults
    }

    private func synchronize(_ defaults: UserDefaults) throws(ErrorWrapper) {
        guard defaults.synchronize() else {
            throw .system(error: .dataStore(.unwritable(location: location, content: nil)))
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
