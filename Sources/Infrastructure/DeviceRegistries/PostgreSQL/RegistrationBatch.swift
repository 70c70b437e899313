#if PostgreSQL
import Domain

/// What a registry is asked for, as the one statement that does it all.
struct RegistrationBatch: Sendable {
    enum Statement: String {
        case find, record, recordAndFind
    }

    let hasChecks: Bool
    /// `nil` where there is nothing to find and nothing to record.
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
            // Of several under one key the first is recorded, and the others get it.
            case .record(let registration):
                if registrations[registration.key] == nil { registrations[registration.key] = registration }
            case .check: hasChecks = true
            }
        }
        self.hasChecks = hasChecks
        // All servers lock the keys in one order, so that none waits for one that waits for it.
        let sorted = registrations.values.sorted { $0.key.rawValue < $1.key.rawValue }
        parameters = Self.parameters(recording: sorted, finding: wanted)
        statement =
            switch (sorted.isEmpty, wanted.isEmpty) {
            case (true, true): nil
            case (true, false): .find
            case (false, true): .record
            case (false, false): .recordAndFind
            }
    }

    /// For each operation, in their order.
    func answers(
        _ found: [InstallationKey: Registration], _ recorded: [InstallationKey: Registration]
    ) -> [Registration?] {
        operations.map { operation in
            switch operation {
            case .find(let key): found[key]
            case .record(let registration): recorded[registration.key]
            case .check: nil
            }
        }
    }

    /// Rows of key, UDID, kind, and whether they were recorded or found.
    static func read(
        _ result: borrowing PostgreSQLResult
    ) throws(PostgreSQLFailure) -> (found: [InstallationKey: Registration], recorded: [InstallationKey: Registration]) {
        var (found, recorded): ([InstallationKey: Registration], [InstallationKey: Registration]) = ([:], [:])
        for row in 0..<result.rowCount {
            guard let key = result.text(row: row, column: 0).flatMap({ InstallationKey($0) }),
                let udid = result.text(row: row, column: 1).flatMap({ UDID($0) }),
                let kind = result.smallInteger(row: row, column: 2).flatMap({ DeviceKind(rawValue: $0) })
            else {
                let udid = result.text(row: row, column: 1) ?? "NULL"
                throw PostgreSQLFailure(.unusable, "a row of the table registrations, with udid \(udid), is not valid")
            }
            let registration = Registration(key: key, kind: kind, udid: udid)
            if result.boolean(row: row, column: 3) {
                recorded[key] = registration
            } else {
                found[key] = registration
            }
        }
        return (found, recorded)
    }

    private static func parameters(
        recording registrations: [Registration], finding keys: Set<InstallationKey>
    ) -> PostgreSQLParameters {
        var parameters = PostgreSQLParameters()
        if !registrations.isEmpty {
            parameters.append(texts: registrations.lazy.map(\.key.rawValue))
            parameters.append(texts: registrations.lazy.map(\.udid.rawValue))
            parameters.append(smallIntegers: registrations.lazy.map { Int16($0.kind.rawValue) })
        }
        if !keys.isEmpty { parameters.append(texts: keys.lazy.map(\.rawValue)) }
        return parameters
    }
}
#endif
