#if Server
/// The tables and their migrations.
enum SQLiteSchema {
    /// In the order of their versions, which count from 1. Released migrations are never changed, only added to.
    ///
    /// Rows are stored in the order of their keys: a look-up finds everything it needs at the end of one tree.
    static let migrations = [registrations, accounts]

    private static let registrations = """
        CREATE TABLE registrations (
            key TEXT NOT NULL PRIMARY KEY,
            udid TEXT NOT NULL UNIQUE,
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9999)
        ) STRICT, WITHOUT ROWID
        """

    /// Times are in milliseconds since 1970.
    private static let accounts = """
        CREATE TABLE accounts (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            password TEXT NOT NULL,
            key TEXT UNIQUE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sessions (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL REFERENCES accounts (id),
            name TEXT NOT NULL,
            udid TEXT NOT NULL,
            began INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_by_account ON sessions (account);
        CREATE INDEX sessions_by_use ON sessions (used);
        CREATE TABLE guesses (
            name TEXT NOT NULL,
            network TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX guesses_by_guesser ON guesses (name, network, at);
        CREATE INDEX guesses_by_time ON guesses (at)
        """
}
#endif
