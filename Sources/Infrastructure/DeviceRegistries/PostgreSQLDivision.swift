#if PostgreSQL
import CalearningDomain
import Usecases

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
        var positions: [Int]
        var isWhole = false
        /// Whether it looks for registrations without recording any.
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
                    (session) throws(PostgreSQLFailure) in
                    try batch.perform(on: &session, by: deadline)
                }
                for (position, outcome) in zip(part.positions, answers) {
                    // What is not found is still to be recorded.
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
                // The remaining operations can no longer be answered.
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

    /// Returns no parts if they would fail for the same reason as the whole.
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
            // Existing rows can be read even if nothing can be written.
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
    /// Whether the database is unusable for all operations at the moment.
    fileprivate var isOfAll: Bool {
        switch kind {
        case .lost, .unresponsive, .unusable: true
        case .content, .conflict, .refused: false
        }
    }
}
#endif
