#if PostgreSQL
import Domain

/// Sends operations to the database together and, if it refuses them, in smaller and smaller parts, until it is known
/// which of them it refuses. Parts do not wait for the locks of others, as the whole batch already did.
///
/// A batch may be repeated: if a registration was recorded but its answer was lost, the next attempt is answered with
/// that registration.
struct PostgreSQLDivision: Sendable {
    /// How many parts may be refused before the remaining ones fail as well: enough to find four operations in a
    /// thousand.
    private static let refusals = 48

    private struct Part {
        let positions: [Int]
        var isWhole = false
    }

    let attempts: PostgreSQLAttempts

    func perform(_ operations: [RegistryOperation]) -> [RegistrationBatch.Outcome] {
        let deadline = attempts.clock.uptime + attempts.limits.batch
        var outcomes: [Int: RegistrationBatch.Outcome] = [:]
        var parts = [Part(positions: Array(operations.indices), isWhole: true)]
        var refusals = 0
        while let part = parts.popLast() {
            let batch = RegistrationBatch(part.positions.map { operations[$0] })
            do throws(PostgreSQLFailure) {
                let answers = try attempts.perform(by: deadline, retryingConflicts: part.isWhole) {
                    (session) throws(PostgreSQLFailure) in
                    try batch.perform(on: &session, by: deadline)
                }
                for (position, outcome) in zip(part.positions, answers) { outcomes[position] = outcome }
            } catch {
                refusals += 1
                let hasTime = deadline - attempts.clock.uptime > attempts.limits.lock
                let smaller = hasTime && refusals < Self.refusals ? divide(part, of: operations, after: error) : []
                parts += smaller
                guard smaller.isEmpty else { continue }
                let failure = batch.isOfOne && error.isOfRow ? error.alone : error
                for position in part.positions { outcomes[position] = .failure(failure) }
                // The remaining operations can no longer be answered.
                guard hasTime, refusals < Self.refusals, !error.isOfAll else {
                    for position in parts.flatMap(\.positions) { outcomes[position] = .failure(error) }
                    break
                }
            }
        }
        return operations.indices.map { outcomes[$0] ?? .success(nil) }
    }

    /// Returns no parts if they would fail for the same reason as the whole.
    private func divide(_ part: Part, of operations: [RegistryOperation], after failure: PostgreSQLFailure) -> [Part] {
        guard !failure.isOfAll else { return [] }
        var (records, others): ([InstallationKey: [Int]], [Part]) = ([:], [])
        var (finds, checks): ([Int], [Int]) = ([], [])
        for position in part.positions {
            switch operations[position] {
            case .find: finds.append(position)
            case .record(let registration): records[registration.key, default: []].append(position)
            case .check: checks.append(position)
            }
        }
        others = [checks, finds].filter { !$0.isEmpty }.map { Part(positions: $0) }
        // Existing rows can be read even if nothing can be written.
        if !others.isEmpty, !records.isEmpty { return [Part(positions: records.values.flatMap(\.self))] + others }
        if records.isEmpty { return others.count > 1 ? others : [] }
        guard failure.isOfRow, records.count > 1 else { return [] }
        let keys = records.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        return [keys.prefix(keys.count / 2), keys.suffix(keys.count - keys.count / 2)]
            .map { Part(positions: $0.flatMap(\.self)) }
    }
}

extension PostgreSQLFailure {
    /// Whether the database is unusable for all operations at the moment.
    fileprivate var isOfAll: Bool {
        switch kind {
        case .lost, .unresponsive, .unusable: true
        case .content, .conflict, .refused: false
        }
    }
}
#endif
