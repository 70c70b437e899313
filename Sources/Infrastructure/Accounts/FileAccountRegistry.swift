package import CalearningDomain
package import Usecases
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
            format: DocumentFormat(name: "\(Product.own.name).accounts/1", ownMembers: { AccountsDocument.ownMembers }),
            clock: clock)
    }

    package func account(named name: AccountName) async throws(ErrorWrapper) -> StoredAccount? {
        try await read().account(where: { $0.name == name })
    }

    package func record(
        _ account: StoredAccount, under key: InstallationKey?, beginning session: StoredSession
    ) async throws(ErrorWrapper) -> AccountRecord {
        try await update(at: session.session.beganAt) { document in
            if let key, let known = document.account(where: { $0.key == key }) { return .known(known) }
            if document.account(where: { $0.name == account.account.name }) != nil { return .nameTaken }
            document.accounts[account.account.id] = AccountEntry(account, under: key)
            document.begin(session)
            return .recorded
        }
    }

    package func admit(_ guess: Guess, at now: Timestamp) async throws(ErrorWrapper) -> Admission {
        try await update(at: now) { document in
            if let next = GuessRules.next(after: document.tries(like: guess), at: now) { return .later(next) }
            document.tries.append(TryEntry(guess, at: now))
            return .account(document.account(where: { $0.name == guess.name }))
        }
    }

    package func takeBack(_ guess: Guess) async throws(ErrorWrapper) {
        try await update(at: nil) { document in
            let latest = document.tries.indices.filter { document.tries[$0].guess == guess }
                .max { document.tries[$0].time < document.tries[$1].time }
            if let latest { document.tries.remove(at: latest) }
        }
    }

    package func begin(
        _ session: StoredSession, of account: StoredAccount, rehashed: PasswordHash?, forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: session.session.beganAt) { document in
            guard document.hasPassword(of: account) else { return false }
            if let rehashed { document.accounts[account.account.id]?.passwordHash = rehashed }
            document.forget(guess)
            document.begin(session)
            return true
        }
    }

    package func session(under digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) -> LoggedIn? {
        // Most uses need no recording, and reading needs no lock.
        let document = try await read()
        guard document.session(under: digest, at: now)?.session.isUseDue(at: now) == true else {
            return document.loggedIn(under: digest, at: now)
        }
        return try await update(at: now) { document in
            if document.session(under: digest, at: now)?.session.isUseDue(at: now) == true {
                document.sessions[digest]?.lastUsedAt = now
            }
            return document.loggedIn(under: digest, at: now)
        }
    }

    package func sessions(of account: UUIDv7, at now: Timestamp) async throws(ErrorWrapper) -> [Session] {
        try await read().sessions(of: account, at: now).map(\.value.session).sorted {
            ($0.beganAt, $0.id.description) < ($1.beganAt, $1.id.description)
        }
    }

    package func name(
        _ device: DeviceName, of session: UUIDv7, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { document in
            let found = document.sessions(of: account, at: now).first { $0.value.id == session }
            guard let found else { return false }
            document.sessions[found.key]?.device = device
            return true
        }
    }

    package func end(
        _ sessions: SessionSelection, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int {
        try await update(at: now) { document in
            document.end(document.sessions(of: account, at: now).filter { sessions.contains($0.value.id) })
        }
    }

    package func replacePassword(
        of account: StoredAccount, with new: PasswordHash, replacing session: UUIDv7, by next: StoredSession,
        forgetting guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        let now = next.session.beganAt
        return try await update(at: now) { document in
            let sessions = document.sessions(of: account.account.id, at: now)
            guard document.hasPassword(of: account), sessions.contains(where: { $0.value.id == session }) else {
                return false
            }
            document.accounts[account.account.id]?.passwordHash = new
            document.forget(guess)
            document.end(sessions)
            document.begin(next.keepingName(among: sessions.map(\.value.session)))
            return true
        }
    }

    /// Returns `nil`, because no operator can issue a code for these accounts.
    package func recover(
        _ guess: Guess, by code: TokenDigest, with new: PasswordHash, at now: Timestamp
    ) async throws(ErrorWrapper) -> Account? { nil }

    package func erase(
        _ account: StoredAccount, by session: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Bool {
        try await update(at: now) { document in
            let id = account.account.id
            guard document.hasPassword(of: account),
                document.sessions(of: id, at: now).contains(where: { $0.value.id == session })
            else { return false }
            document.erase(account.account)
            return true
        }
    }

    private func read() async throws(ErrorWrapper) -> AccountsDocument {
        try Self.parse(await file.read(), at: file.path)
    }

    private func update<Result: Sendable>(
        at now: Timestamp?, _ change: @Sendable (inout AccountsDocument) -> Result
    ) async throws(ErrorWrapper) -> Result {
        let path = file.path
        return try await file.update { members throws(ErrorWrapper) in
            let document = try Self.parse(members, at: path)
            var changed = document
            let result = change(&changed)
            guard changed != document else { return result }
            if let now { changed.removeWhatHasEnded(at: now) }
            changed.write(to: &members)
            return result
        }
    }

    private static func parse(_ members: [String: JSON], at path: String) throws(ErrorWrapper) -> AccountsDocument {
        do throws(DocumentError) {
            return try AccountsDocument(members)
        } catch {
            throw .system(
                error: .dataStore(.内容が壊れています(location: path, content: .state)), causedBy: error)
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
