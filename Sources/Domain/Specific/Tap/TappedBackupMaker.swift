/// A maker of backups that is called through a tap.
struct TappedBackupMaker: BackupMaker {
    let base: any BackupMaker
    let tap: any RunTap

    func backUp(to file: String) async throws(ErrorWrapper) -> BackupOutcome {
        let backup = DatabaseBackup(file: file, bytes: 65_536, devices: 3, accounts: 2)
        let operation = PortOperation<BackupOutcome>(
            "BackupMaker", "backUp(to:)", [file], changes: true,
            outcomes: [PossibleOutcome("made", .made(backup)), PossibleOutcome("occupied", .occupied)]
                + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.backUp(to: file) }
    }
}
