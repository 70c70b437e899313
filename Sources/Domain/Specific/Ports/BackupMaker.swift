/// A complete and checked copy of the service's database.
package struct DatabaseBackup: Sendable, Hashable, Codable {
    /// The path of its file.
    package let file: String
    /// The size of its file.
    package let bytes: Int
    /// The number of registered devices.
    package let devices: Int
    package let accounts: Int

    package init(file: String, bytes: Int, devices: Int, accounts: Int) {
        self.file = file
        self.bytes = bytes
        self.devices = devices
        self.accounts = accounts
    }
}

package enum BackupOutcome: Sendable, Hashable, Codable {
    case made(DatabaseBackup)
    /// Something is at the path already, and was not touched.
    case occupied
}

/// Makes backups of the service's database, while servers use it or not.
package protocol BackupMaker: Sendable {
    /// The backup has everything that was acknowledged before the call, is on disk on return, and can be read only by
    /// its owner. If the call fails, it leaves nothing behind. Throws `読み込みに失敗`, `書き込みに失敗`, and
    /// `内容が壊れています` if the database is damaged or of a newer version.
    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome
}

/// Stands in for a maker that was not provided: its operation throws `未設定`.
struct UnprovidedBackupMaker: BackupMaker {
    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome {
        throw .system(error: .dependency(.未設定(port: "BackupMaker")))
    }
}
