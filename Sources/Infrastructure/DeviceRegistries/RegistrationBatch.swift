#if PostgreSQL
import CalearningDomain

/// The operations on a registry, as a single statement.
struct RegistrationBatch: Sendable {
    typealias Outcome = Result<Registration?, PostgreSQLFailure>
    /// The registration for each key.
    typealias Rows = [InstallationKey: Result<Registration, PostgreSQLFailure>]

    enum Statement: String {
        case find, record
    }

    let hasChecks: Bool
    /// Whether the batch concerns a single key.
    let isOfOne: Bool
    /// `nil` if there is nothing to find and nothing to record.
    let statement: Statement?
    let parameters: PostgreSQLParameters
    private let operations: [RegistryOperation]

    init(_ operations: [RegistryOperation]) {
        self.operations = operations
        var wanted: Set<InstallationKey> = []
        var registrations: [InstallationKey: Registration] = [:]
        var hasChecks = false
        for operation in operations {
            switch operation {
            case .find(let key): wanted.insert(key)
            // Of several registrations with one key, the first is recorded and returned for all of them.
            case .record(let registration):
                if registrations[registration.key] == nil { registrations[registration.key] = registration }
            case .check: hasChecks = true
            }
        }
        self.hasChecks = hasChecks
        isOfOne = wanted.count + registrations.count + (hasChecks ? 1 : 0) == 1
        // All servers lock the keys in the same order, which prevents deadlocks.
        let sorted = registrations.values.sorted { $0.key.rawValue < $1.key.rawValue }
        parameters = Self.parameters(recording: sorted, finding: wanted)
        statement = !sorted.isEmpty ? .record : !wanted.isEmpty ? .find : nil
    }

    /// Performs the batch as one transaction, which on return is on disk, both on the server and on the standby servers
    /// that it is configured to wait for.
    func perform(
        on session: inout PostgreSQLSession, by deadline: Duration
    ) throws(PostgreSQLFailure) -> [Outcome] {
        if hasChecks { try session.check(by: deadline) }
        guard let statement else { return outcomes([:], [:]) }
        let result = try session.run(prepared: statement.rawValue, parameters, by: deadline)
        let (found, recorded) = try Self.read(result)
        // A statement that records something waits for the standby servers, and so does everything that was visible to
        // it.
        if recorded.isEmpty, !found.isEmpty { try session.confirm(by: deadline) }
        return outcomes(found, recorded)
    }

    /// The outcome of each operation, in order.
    private func outcomes(_ found: Rows, _ recorded: Rows) -> [Outcome] {
        operations.map { operation in
            switch operation {
            case .find(let key): found[key]?.map(Optional.some) ?? .success(nil)
            case .record(let registration):
                (recorded[registration.key] ?? found[registration.key])?.map(Optional.some) ?? .success(nil)
            case .check: .success(nil)
            }
        }
    }

    /// Reads rows of key, UDID, kind, and whether they were recorded or found.
    private static func read(
        _ result: borrowing PostgreSQLResult
    ) throws(PostgreSQLFailure) -> (found: Rows, recorded: Rows) {
        var (found, recorded): (Rows, Rows) = ([:], [:])
        for row in 0..<result.rowCount {
            guard let key = result.text(row: row, column: 0).flatMap({ InstallationKey($0) }) else {
                throw PostgreSQLFailure(.unusable, "the server answered with a key that it was not asked for")
            }
            let registration = registration(under: key, in: result, row: row)
            if result.boolean(row: row, column: 3) {
                recorded[key] = registration
            } else {
                found[key] = registration
            }
        }
        return (found, recorded)
    }

    private static func registration(
        under key: InstallationKey, in result: borrowing PostgreSQLResult, row: Int
    ) -> Result<Registration, PostgreSQLFailure> {
        let text = result.text(row: row, column: 1)
        guard let udid = text.flatMap({ UDID($0) }),
            let kind = result.smallInteger(row: row, column: 2).flatMap({ DeviceKind(rawValue: $0) })
        else {
            let message = "a row of the table registrations, with udid \(text ?? "NULL"), is not valid"
            return .failure(PostgreSQLFailure(.unusable, message).alone)
        }
        return .success(Registration(key: key, kind: kind, udid: udid))
    }

    private static func parameters(
        recording registrations: [Registration], finding keys: Set<InstallationKey>
    ) -> PostgreSQLParameters {
        var parameters = PostgreSQLParameters()
        let wanted = keys.union(registrations.lazy.map(\.key))
        if !wanted.isEmpty { parameters.append(texts: wanted.lazy.map(\.rawValue)) }
        if !registrations.isEmpty {
            parameters.append(texts: registrations.lazy.map(\.key.rawValue))
            parameters.append(texts: registrations.lazy.map(\.udid.rawValue))
            parameters.append(smallIntegers: registrations.lazy.map { Int16($0.kind.rawValue) })
        }
        return parameters
    }
}
#endif
