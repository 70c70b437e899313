import CalearningDomain
import UsecasesEngine

struct StubBackupMaker: BackupMaker {
    static let backup = DatabaseBackup(file: "/backup/devices.sqlite", bytes: 65_536, devices: 3, accounts: 2)

    var outcome: BackupOutcome = .made(backup)

    func backUp(to file: String) -> BackupOutcome { outcome }
}
