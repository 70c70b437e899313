#if Server
import CalearningDomain
import UsecasesEngine

/// The tables and their migrations. Any number of servers may run them at the same time.
enum PostgreSQLSchema {
    /// The migrations in the order of their versions, starting with 1. Released migrations never change. New ones are
    /// appended.
    private static let migrations = [
        registrations, accounts, operation, browsers, passwordRates, deletion, secondFactor,
    ]

    private static let registrations = """
        CREATE TABLE registrations (
            udid text COLLATE "C" PRIMARY KEY,
            key text COLLATE "C" NOT NULL UNIQUE,
            kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 9999)
        )
        """

    /// The tables of accounts. Times are in milliseconds since 1970.
    private static let accounts = """
        CREATE TABLE accounts (
            id text COLLATE "C" PRIMARY KEY,
            name text COLLATE "C" NOT NULL UNIQUE,
            password text COLLATE "C" NOT NULL,
            key text COLLATE "C" UNIQUE
        );
        CREATE TABLE sessions (
            digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
            id text COLLATE "C" NOT NULL UNIQUE,
            account text COLLATE "C" NOT NULL REFERENCES accounts (id),
            name text COLLATE "C" NOT NULL,
            udid text COLLATE "C" NOT NULL,
            began bigint NOT NULL,
            used bigint NOT NULL
        );
        CREATE INDEX sessions_by_account ON sessions (account);
        CREATE INDEX sessions_by_use ON sessions (used);
        CREATE TABLE guesses (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text COLLATE "C" NOT NULL,
            network text COLLATE "C" NOT NULL,
            at bigint NOT NULL
        );
        CREATE INDEX guesses_by_guesser ON guesses (name, network, at);
        CREATE INDEX guesses_by_time ON guesses (at)
        """

    /// The time when an operator locked an account, and the digest of its recovery code with the time when the code
    /// expires. Earlier programs ignore them.
    private static let operation = """
        ALTER TABLE accounts ADD COLUMN locked bigint;
        ALTER TABLE accounts ADD COLUMN recovery bytea CHECK (octet_length(recovery) = 32);
        ALTER TABLE accounts ADD COLUMN recoverable bigint
        """

    /// The rows of browsers, whose content has at most 256 KiB, and the name of the device of a session. Earlier programs
    /// ignore them.
    private static let browsers = """
        CREATE TABLE browsers (
            id text COLLATE "C" PRIMARY KEY,
            cookie bytea NOT NULL UNIQUE CHECK (octet_length(cookie) = 32),
            former bytea CHECK (octet_length(former) = 32),
            stamp bigint NOT NULL,
            used bigint NOT NULL,
            content text COLLATE "C" NOT NULL CHECK (octet_length(content) <= 262144)
        );
        CREATE INDEX browsers_by_former ON browsers (former);
        CREATE INDEX browsers_by_use ON browsers (used);
        ALTER TABLE sessions ADD COLUMN device text COLLATE "C"
        """

    /// The time when the bucket of a site is full of tokens for requests with passwords. The table is not in the
    /// write-ahead log, so no request waits for a disk or a standby server, and the table is empty after a failover. Earlier programs
    /// ignore it.
    private static let passwordRates = """
        CREATE UNLOGGED TABLE password_rates (
            site text COLLATE "C" PRIMARY KEY,
            due timestamptz NOT NULL
        );
        CREATE INDEX password_rates_by_time ON password_rates (due)
        """

    /// The time when an account will be deleted. Earlier programs ignore it.
    private static let deletion = "ALTER TABLE accounts ADD COLUMN deletion bigint"

    /// The second factor of an account, as JSON. Earlier programs ignore it.
    private static let secondFactor = "ALTER TABLE accounts ADD COLUMN second_factor text"

    /// The database-wide key of the migration lock, the letters "calearn".
    private static let lock: Int64 = 0x63_616c_6561_726e

    /// Creates missing tables in one transaction, and returns the migration. If none is missing, it needs no permission to
    /// create tables.
    static func prepare(_ session: PostgreSQLSession) throws(PostgreSQLFailure) -> SchemaMigration {
        let current = try version(session)
        guard current < migrations.count else { return SchemaMigration(from: current, to: current) }
        // The migrations may take as long as they need, up to the deadline.
        _ = try session.run("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        _ = try session.run("SELECT pg_advisory_xact_lock(\(lock))")
        _ = try session.run(tableOfVersions)
        // Another server may have run the migrations in the meantime.
        let version = try lastVersion(session)
        for (number, migration) in migrations.enumerated().dropFirst(version) {
            do throws(PostgreSQLFailure) {
                _ = try session.run(migration)
            } catch  where error.sqlState == "42P07" {
                throw PostgreSQLFailure(
                    .unusable, sqlState: error.sqlState, "\(error.message), and it is not this program's")
            }
            _ = try session.run("INSERT INTO \(Product.own.name)_schema (version) VALUES (\(number + 1))")
        }
        _ = try session.run("COMMIT")
        return SchemaMigration(from: version, to: max(version, migrations.count))
    }

    private static let tableOfVersions = """
        CREATE TABLE IF NOT EXISTS \(Product.own.name)_schema (
            version integer PRIMARY KEY CHECK (version > 0),
            applied_at timestamptz NOT NULL DEFAULT now()
        )
        """

    /// Returns the version, or 0 if the table of versions does not exist. Must not run under the lock, because the
    /// server may cache the lookup of a name until the transaction ends.
    static func version(_ session: PostgreSQLSession) throws(PostgreSQLFailure) -> Int {
        let table = try session.run("SELECT to_regclass('\(Product.own.name)_schema')")
        return table.text(row: 0, column: 0) == nil ? 0 : try lastVersion(session)
    }

    private static func lastVersion(_ session: PostgreSQLSession) throws(PostgreSQLFailure) -> Int {
        let result = try session.run("SELECT coalesce(max(version), 0) FROM \(Product.own.name)_schema")
        let version = result.text(row: 0, column: 0).flatMap { Int($0) } ?? 0
        guard NewerSchema.isUsable(version, known: migrations.count) else {
            let newer = NewerSchema(version: version, known: migrations.count)
            throw PostgreSQLFailure(.unusable, "\(newer)", hindrance: newer.hindrance)
        }
        return version
    }
}
#endif
