package import UsecasesEngine

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
    /// The path already exists and was not changed.
    case occupied
}

/// A backup of the service's database, also while servers use it.
package protocol BackupMaker: Sendable {
    /// Creates a backup with all data acknowledged before the call. It is on disk on return, and only its owner can
    /// read it. A failed call leaves no files behind. Throws `unreadable` and `unwritable`. Throws `damaged` if the
    /// database is damaged or newer.
    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome
}

extension Port: BackupMaker where Adapter == any BackupMaker {
    package func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome {
        let backup = DatabaseBackup(file: file, bytes: 65_536, devices: 3, accounts: 2)
        return try await call(
            "backUp(to:)", [file], changes: true,
            outcomes: [PossibleOutcome("made", .made(backup)), PossibleOutcome("occupied", .occupied)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.backUp(to: file) }
    }
}

extension Dependencies {
    package var backupMaker: Port<any BackupMaker> {
        get { self[(any BackupMaker).self] }
        set { self[(any BackupMaker).self] = newValue }
    }
}
