#if Server
import CalearningDomain
import UsecasesEngine

/// A batch of operations on a registry, as a single statement.
struct RegistrationBatch: Sendable {
    typealias Outcome = Result<Registration?, PostgreSQLFailure>
    /// The registration or the failure of each key.
    typealias Rows = [InstallationKey: Result<Registration, PostgreSQLFailure>]

    let hasChecks: Bool
    /// Whether the batch concerns a single key.
    let isOfOne: Bool
    /// The statement, or `nil` if the batch neither finds nor records a registration.
    let statement: PostgreSQLStatement?
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
            // Among several registrations with one key, the first is recorded and returned for all of them.
            case .record(let registration):
                if registrations[registration.key] == nil { registrations[registration.key] = registration }
            case .check: hasChecks = true
            }
        }
        self.hasChecks = hasChecks
        isOfOne = wanted.count + registrations.count + (hasChecks ? 1 : 0) == 1
        // All servers lock the keys in the same order to prevent deadlocks.
        let sorted = registrations.values.sorted { $0.key.rawValue < $1.key.rawValue }
        parameters = Self.parameters(recording: sorted, finding: wanted)
        statement = !sorted.isEmpty ? .recordDevices : !wanted.isEmpty ? .findDevices : nil
    }

    /// Performs the batch as one transaction. On return it is on disk, on the server and on its configured standby
    /// servers.
    func perform(on session: PostgreSQLSession) throws(PostgreSQLFailure) -> [Outcome] {
        if hasChecks { try session.check() }
        guard let statement else { return outcomes([:], [:]) }
        let result = try session.run(statement, parameters)
        let (found, recorded) = try Self.read(result)
        // A statement that records data waits until the standby servers have its data, and all data that was visible to
        // it.
        if recorded.isEmpty, !found.isEmpty { _ = try session.run(.confirm) }
        return outcomes(found, recorded)
    }

    /// Returns the outcome of each operation, in order.
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

    /// Reads rows with the key, the UDID, the kind, and whether the row was recorded or found.
    private static func read(
        _ result: PostgreSQLResult
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
        under key: InstallationKey, in result: PostgreSQLResult, row: Int
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

/// Sends operations to the database together. If the database refuses them, it divides them into smaller parts to find
/// the refused ones. Parts do not wait for the locks of others, because the whole batch already did.
///
/// A batch may be repeated. If a registration was recorded but its answer was lost, the next attempt returns that
/// registration.
struct PostgreSQLDivision: Sendable {
    /// The maximum number of refused parts. Beyond it, the remaining parts fail as well. It suffices to find four
    /// operations in a thousand.
    private static let refusals = 48

    private struct Part {
        var positions: [Int]
        var isWhole = false
        /// Whether the part only looks for registrations.
        var looks = false
    }

    let attempts: PostgreSQLAttempts

    func perform(_ operations: [RegistryOperation]) -> [RegistrationBatch.Outcome] {
        let deadline = attempts.clock.uptime + attempts.limits.batch
        var outcomes: [Int: RegistrationBatch.Outcome] = [:]
        var parts = [Part(positions: Array(operations.indices), isWhole: true)]
        var refusals = 0
        while var part = parts.popLast() {
            part.positions.removeAll { outcomes[$0] != nil }
            guard !part.positions.isEmpty else { continue }
            let batch = RegistrationBatch(part.positions.map { part.looks ? operations[$0].lookUp : operations[$0] })
            do throws(PostgreSQLFailure) {
                let answers = try attempts.perform(by: deadline, retryingConflicts: part.isWhole) {
                    session throws(PostgreSQLFailure) in
                    try batch.perform(on: session)
                }
                for (position, outcome) in zip(part.positions, answers) {
                    // A missing registration must still be recorded.
                    if part.looks, operations[position].writes, case .success(nil) = outcome { continue }
                    outcomes[position] = outcome
                }
            } catch {
                refusals += 1
                let hasTime = deadline - attempts.clock.uptime > attempts.limits.lock
                let smaller = hasTime && refusals < Self.refusals ? divide(part, of: operations, after: error) : []
                parts += smaller
                guard smaller.isEmpty else { continue }
                let failure = batch.isOfOne && error.isOfRow ? error.alone : error
                for position in part.positions where !part.looks || !operations[position].writes {
                    outcomes[position] = .failure(failure)
                }
                // The remaining operations fail.
                guard hasTime, refusals < Self.refusals, !error.isOfAll else {
                    for position in parts.flatMap(\.positions) where outcomes[position] == nil {
                        outcomes[position] = .failure(error)
                    }
                    break
                }
            }
        }
        return operations.indices.map { outcomes[$0] ?? .success(nil) }
    }

    /// Divides the part. Returns no parts if they would fail for the same reason as the whole.
    private func divide(_ part: Part, of operations: [RegistryOperation], after failure: PostgreSQLFailure) -> [Part] {
        guard !failure.isOfAll, !part.looks else { return [] }
        var (records, lookUps, checks): ([InstallationKey: [Int]], [Int], [Int]) = ([:], [], [])
        for position in part.positions {
            switch operations[position] {
            case .find: lookUps.append(position)
            case .record(let registration): records[registration.key, default: []].append(position)
            case .check: checks.append(position)
            }
        }
        if part.isWhole, !records.isEmpty {
            // Existing rows can be read even if the database cannot be written.
            let all = records.values.flatMap(\.self)
            return [Part(positions: all), Part(positions: checks), Part(positions: lookUps + all, looks: true)]
        }
        if records.isEmpty {
            return checks.isEmpty || lookUps.isEmpty ? [] : [Part(positions: checks), Part(positions: lookUps)]
        }
        guard failure.isOfRow, records.count > 1 else { return [] }
        let keys = records.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        return [keys.prefix(keys.count / 2), keys.suffix(keys.count - keys.count / 2)]
            .map { Part(positions: $0.flatMap(\.self)) }
    }
}

extension PostgreSQLFailure {
    /// Whether the database is currently unusable for all operations.
    fileprivate var isOfAll: Bool {
        switch kind {
        case .lost, .unresponsive, .unusable, .pooled: true
        case .content, .conflict, .refused: false
        }
    }
}
#endif
