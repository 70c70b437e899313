#if Server
import Foundation
import GRDB
import CalearningInfrastructure

/// A state that prevents reading or changing a database.
enum SQLiteFault: CaseIterable {
    case closed, removed, refusing

    func befall(_ tables: [String], at path: String, closing database: SQLiteDatabase) throws {
        switch self {
        case .closed: try database.close(within: .seconds(5))
        case .removed: unlink(path)
        case .refusing:
            try DatabaseQueue(path: path).writeWithoutTransaction { db in
                for table in tables {
                    for event in ["INSERT", "UPDATE", "DELETE"] {
                        try db.execute(
                            sql: """
                                CREATE TRIGGER refuse_\(event)_\(table) BEFORE \(event) ON \(table)
                                BEGIN SELECT RAISE(ABORT, 'not this one'); END
                                """)
                    }
                }
            }
        }
    }
}
#endif
