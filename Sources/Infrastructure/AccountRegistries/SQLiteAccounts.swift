#if Server
import CalearningDomain
import GRDB
import Usecases

/// The table of accounts, within a transaction.
struct SQLiteAccounts {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// The account with this value in a column that is unique.
    func account(_ column: String, _ value: String) throws -> RecordedAccount? {
        let select = try db.cachedStatement(
            sql: "SELECT id, name, password, key FROM accounts WHERE \(column) = ?")
        return try Row.fetchOne(select, arguments: [value]).map(Self.account)
    }

    /// Those that have its key or its name.
    func accounts(inTheWayOf account: StoredAccount, _ key: InstallationKey?) throws -> [RecordedAccount] {
        try [("key", key?.rawValue), ("name", account.account.name.rawValue)]
            .compactMap { column, value in try value.flatMap { try self.account(column, $0) } }
    }

    func add(_ account: StoredAccount, _ key: InstallationKey?) throws {
        try db.cachedStatement(sql: "INSERT INTO accounts (id, name, password, key) VALUES (?, ?, ?, ?)")
            .execute(arguments: [
                "\(account.account.id)", account.account.name.rawValue, account.passwordHash.reveal(), key?.rawValue,
            ])
    }

    /// Returns `false`, and changes nothing, if the account has another password than this one.
    func replacePassword(of account: StoredAccount, with new: PasswordHash) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE accounts SET password = ? WHERE id = ? AND password = ?")
            .execute(arguments: [new.reveal(), "\(account.account.id)", account.passwordHash.reveal()])
        return db.changesCount == 1
    }

    private static func account(_ row: Row) throws -> RecordedAccount {
        let key = row[3] as String?
        guard let id = UUIDv7(row[0] as String), let name = AccountName(row[1] as String),
            key.map({ InstallationKey($0) != nil }) ?? true
        else { throw SQLiteDamage.row("accounts", key: "id \(row[0] as String)") }
        return RecordedAccount(
            account: StoredAccount(account: Account(id: id, name: name), passwordHash: PasswordHash(row[2])),
            key: key.flatMap { InstallationKey($0) })
    }
}
#endif
