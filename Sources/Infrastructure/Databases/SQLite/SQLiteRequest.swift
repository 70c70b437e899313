#if Server
import GRDB

/// Work for a database, as a value, so that the work of many requests can be done in one transaction.
struct SQLiteRequest<Answer: Sendable>: Sendable {
    /// Whether it may write.
    let writes: Bool
    /// If it throws the error of a statement, it must have changed nothing.
    let perform: @Sendable (Database) throws -> Answer
    /// The answer that needs no writing, for a database that cannot be written; `nil` if there is none.
    let known: @Sendable (Database) throws -> Answer?

    /// One statement that writes.
    static func statement(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        SQLiteRequest(writes: true, perform: perform, known: { _ in nil })
    }

    /// One statement that writes, unless the answer is known.
    static func statement(
        unless known: @escaping @Sendable (Database) throws -> Answer?,
        perform: @escaping @Sendable (Database) throws -> Answer
    ) -> SQLiteRequest {
        SQLiteRequest(writes: true, perform: { db in try known(db) ?? perform(db) }, known: known)
    }

    /// Several statements that are done completely or not at all, whatever becomes of the others in the transaction.
    static func change(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        .statement { db in
            var answer: Answer?
            try db.inSavepoint {
                answer = try perform(db)
                return .commit
            }
            guard let answer else { preconditionFailure("a savepoint that is released has run its body") }
            return answer
        }
    }

    static func lookUp(_ perform: @escaping @Sendable (Database) throws -> Answer) -> SQLiteRequest {
        SQLiteRequest(writes: false, perform: perform, known: perform)
    }
}

extension SQLiteRequest {
    /// The same work, for a queue in which requests wait for answers of different types.
    var erased: SQLiteRequest<any Sendable> {
        SQLiteRequest<any Sendable>(
            writes: writes, perform: { [perform] db in ErasedAnswer(value: try perform(db)) },
            known: { [known] db in try known(db).map { ErasedAnswer(value: $0) } })
    }
}
#endif
