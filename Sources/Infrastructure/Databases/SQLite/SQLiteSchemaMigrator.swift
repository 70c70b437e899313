#if Server
package import CalearningDomain
import GRDB
package import UsecasesEngine
import UsecasesSystem

/// A migrator of an existing SQLite database. It does not create the file.
package actor SQLiteSchemaMigrator: SchemaMigrator {
    private let database: String
    private let opening: SQLiteOpening
    private let executor = BlockingExecutor(label: "\(Product.own.name).migration")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a migrator of the database file at the path `database`.
    package init(of database: String, clock: any Clock) {
        self.database = database
        opening = SQLiteOpening(schema: SQLiteSchema.migrations, timeout: SQLiteTimeout(.seconds(5), clock: clock))
    }

    package func pending() async throws(ErrorWrapper) -> SchemaMigration {
        do {
            let version = try version()
            return SchemaMigration(from: version, to: max(version, DatabaseSchema.version))
        } catch {
            throw SQLiteConnection.wrap(error, writes: false, database)
        }
    }

    package func migrate() async throws(ErrorWrapper) -> SchemaMigration {
        try SQLitePlace(database).checkExists()
        do {
            let (queue, migration) = try opening.open(database)
            try queue.close()
            return migration
        } catch {
            throw SQLiteConnection.wrap(error, writes: true, database)
        }
    }

    private func version() throws -> Int {
        let queue = try opening.read(database)
        let version = try queue.read(opening.version)
        try queue.close()
        return version
    }
}
#endif
