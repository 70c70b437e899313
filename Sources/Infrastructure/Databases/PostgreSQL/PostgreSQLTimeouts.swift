#if PostgreSQL
/// The maximum waiting times of a session; neither applies while a commit waits for standby servers.
struct PostgreSQLTimeouts: Sendable, Hashable {
    let statement: Duration
    let lock: Duration

    /// Function calls that set the timeouts for the session.
    var calls: String {
        [("statement_timeout", statement), ("lock_timeout", lock)]
            .map { "set_config('\($0)', '\($1.inMilliseconds)', false)" }.joined(separator: ", ")
    }
}

extension Duration {
    /// At least 1, as 0 means no limit.
    var inMilliseconds: String { "\(max(1, Int(self / .milliseconds(1))))" }
}
#endif
