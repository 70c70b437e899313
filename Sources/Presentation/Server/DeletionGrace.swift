#if Server
import CalearningDomain
import Logging
import Synchronization
import UsecasesEngine
import UsecasesRuns

/// The time of grace of deletions, which needs a queue of durable runs.
///
/// A PostgreSQL database has one if an operator has created it. Without one, accounts are deleted at once, unless the operator
/// has given a time of grace. Then deletions fail.
final class DeletionGrace: DeletionPolicy {
    private let wanted: Duration
    private let isGiven: Bool
    private let state = Mutex<Bool?>(nil)

    /// Creates the rule that an operator has given, or the usual one of seven days.
    init(_ given: Duration?) {
        wanted = given ?? DeletionTerms.usualGrace
        isGiven = given != nil
    }

    /// Whether the database had a queue when it was looked at last.
    var hasQueue: Bool { state.withLock { $0 == true } }

    var grace: Duration { isGiven || state.withLock { $0 != false } ? wanted : .zero }

    /// Returns whether the database has the queue. Writes a line once if it has not.
    func hasQueue(in queue: any RunQueue, logger: Logger) async -> Bool {
        do throws(ErrorWrapper) {
            try await queue.check()
            state.withLock { $0 = true }
        } catch .system(error: .dataStore(.damaged), _, let cause) {
            let former = state.withLock { state in
                defer { state = false }
                return state
            }
            if former != false, wanted > .zero {
                logger.warning(
                    isGiven ? "accounts cannot be deleted" : "accounts are deleted at once, without a time of grace",
                    metadata: ["reason": "\(cause.map { "\($0)" } ?? "the queue of durable runs is missing")"])
            }
        } catch {
            // The database does not answer, which is reported elsewhere.
        }
        return hasQueue
    }
}
#endif
