package import CalearningDomain
package import UsecasesEngine
import UsecasesSystem

/// An account registry in `accounts.json`, with the guarantees of ``DocumentFile``. It is intended for a small number
/// of accounts on one machine.
///
/// Accounts, sessions and attempts share one document, so each operation is one change. Each change also removes ended
/// sessions and obsolete attempts.
package struct FileAccountRegistry: AccountRegistry {
    private let file: DocumentFile

    package init(directory: String, clock: any Clock) {
        file = DocumentFile(
            directory: directory,
            name: "accounts.json",
            format: DocumentFormat(name: "\(Product.own.name).accounts/1", ownMembers: { AccountRecords.ownMembers }),
            clock: clock)
    }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await read().account(named: name)
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await update(at: session.session.beganAt) { $0.record(account, under: key, beginning: session) }
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await update(at: now) { $0.admit(guess, at: now) }
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await update(at: nil) { $0.takeBack(guess) }
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: session.session.beganAt) {
            $0.begin(session, of: account, rehashed: rehashed, forgetting: guess)
        }
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        // Most uses need no recording, and reading needs no lock.
        let found = try await read().loggedIn(under: digest, at: now)
        guard found?.session.isUseDue(at: now) == true else { return found }
        return try await update(at: now) { $0.session(under: digest, at: now) }
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await read().sessions(of: account, at: now)
    }

    package func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { $0.name(device, of: session, of: account, at: now) }
    }

    package func end(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int {
        try await update(at: now) { $0.end(sessions, of: account, at: now) }
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: next.session.beganAt) {
            $0.replacePassword(of: account, with: new, replacing: session, by: next, forgetting: guess)
        }
    }

    /// Refuses, because no operator can issue a code for these accounts.
    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, under factor: SealedSecret?, at now: Timestamp
    ) async throws(ErrorWrapper) -> RecoveryRecord { .refused }

    package func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7?, forgetting guess: Guess?,
        at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { $0.change(change, of: account, by: session, forgetting: guess, at: now) }
    }

    package func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { $0.erase(account, by: session, at: now) }
    }

    package func schedule(
        _ deletion: Deletion, of account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { $0.schedule(deletion, of: account, by: session, at: now) }
    }

    package func erase(_ deletion: Deletion) async throws(ErrorWrapper) -> Bool {
        try await update(at: nil) { $0.erase(deletion) }
    }

    private func read() async throws(ErrorWrapper) -> AccountRecords {
        try Self.parse(await file.read(), at: file.path)
    }

    private func update<Result: Sendable>(
        at now: Timestamp?, _ change: @Sendable (inout AccountRecords) -> Result
    ) async throws(ErrorWrapper) -> Result {
        let path = file.path
        return try await file.update { members throws(ErrorWrapper) in
            let records = try Self.parse(members, at: path)
            var changed = records
            let result = change(&changed)
            guard changed != records else { return result }
            if let now { changed.removeWhatHasEnded(at: now) }
            changed.write(to: &members)
            return result
        }
    }

    private static func parse(_ members: [String: JSON], at path: String) throws(ErrorWrapper) -> AccountRecords {
        do throws(DocumentError) {
            return try AccountRecords(members)
        } catch {
            throw .system(
                error: .dataStore(.damaged(location: path, content: .state)), causedBy: error)
        }
    }
}

extension FileAccountRegistry: TimeBounded {
    /// Returns the maximum duration of the operation. Reading needs no lock.
    package func longest(_ operation: OperationName) -> Duration? {
        [Port<any AccountRegistry>.account, Port<any AccountRegistry>.sessions].contains(operation)
            ? .zero : FileLock.timeout
    }
}
