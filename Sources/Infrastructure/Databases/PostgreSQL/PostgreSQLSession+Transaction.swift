#if PostgreSQL
extension PostgreSQLSession {
    /// Runs several statements as one transaction. On return it is on disk, both on the server and on the standby
    /// servers that it is configured to wait for, and so is everything that was visible to it.
    ///
    /// If the commit fails because the connection was lost, nobody knows whether it took effect.
    mutating func transaction<Answer>(
        by deadline: Duration, _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        _ = try run("BEGIN", by: deadline)
        do throws(PostgreSQLFailure) {
            let answer = try work(&self)
            _ = try run("EXECUTE confirm; COMMIT", by: deadline)
            return answer
        } catch {
            switch error.kind {
            // The server ends the transaction with the connection.
            case .lost, .unresponsive: break
            case .conflict, .content, .refused, .unusable: _ = try run("ROLLBACK", by: deadline)
            }
            throw error
        }
    }
}
#endif
