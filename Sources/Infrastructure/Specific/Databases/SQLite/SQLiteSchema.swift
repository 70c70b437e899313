#if Server
/// The tables and their migrations.
enum SQLiteSchema {
    /// In the order of their versions, which count from 1. Released migrations are never changed, only added to.
    ///
    /// Rows are stored in the order of their keys: a look-up finds everything it needs at the end of one tree.
    static let migrations = [registrations]

    private static let registrations = """
        CREATE TABLE registrations (
            key TEXT NOT NULL PRIMARY KEY,
            udid TEXT NOT NULL UNIQUE,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
        ) STRICT, WITHOUT ROWID
        """
}
#endif
