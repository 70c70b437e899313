#if PostgreSQL
/// Work for a database that is not part of a batch, as a value.
struct PostgreSQLRequest<Answer: Sendable>: Sendable {
    /// Whether it may write.
    let writes: Bool
    let perform: @Sendable (PostgreSQLAttempts, _ deadline: Duration) throws(PostgreSQLFailure) -> Answer

    private init(
        writes: Bool, perform: @escaping @Sendable (PostgreSQLAttempts, Duration) throws(PostgreSQLFailure) -> Answer
    ) {
        self.writes = writes
        self.perform = perform
    }

    /// A single statement.
    static func lookUp(
        _ perform: @escaping @Sendable (inout PostgreSQLSession, Duration) throws(PostgreSQLFailure) -> Answer
    ) -> PostgreSQLRequest {
        PostgreSQLRequest(writes: false) { attempts, deadline throws(PostgreSQLFailure) in
            try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                try perform(&session, deadline)
            }
        }
    }

    /// A transaction. It is repeated if its answer was lost, although it may have taken effect: `memory` is what the
    /// attempts before have left there, by which it recognises that.
    static func change<Memory>(
        _ memory: Memory,
        _ perform:
            @escaping @Sendable (
                inout PostgreSQLSession, _ memory: inout Memory, Duration
            ) throws(PostgreSQLFailure) -> Answer
    ) -> PostgreSQLRequest where Memory: Sendable {
        PostgreSQLRequest(writes: true) { attempts, deadline throws(PostgreSQLFailure) in
            var memory = memory
            return try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                try session.transaction(by: deadline) { (session) throws(PostgreSQLFailure) in
                    try perform(&session, &memory, deadline)
                }
            }
        }
    }

    /// The same work, for a queue in which requests wait for answers of different types.
    var erased: PostgreSQLRequest<any Sendable> {
        PostgreSQLRequest<any Sendable>(writes: writes) {
            [perform] attempts, deadline throws(PostgreSQLFailure) -> any Sendable in
            ErasedAnswer(value: try perform(attempts, deadline))
        }
    }
}
#endif
