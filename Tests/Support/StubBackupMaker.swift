import CalearningDomain
import Usecases

/// A maker of backups that writes nothing.
struct StubBackupMaker: BackupMaker {
    static let backup = DatabaseBackup(file: "/backup/devices.sqlite", bytes: 65_536, devices: 3, accounts: 2)

    var outcome: Result<BackupOutcome, ErrorWrapper> = .success(.made(backup))

    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome { try outcome.get() }
}
