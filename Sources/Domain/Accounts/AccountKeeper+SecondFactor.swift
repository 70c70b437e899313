package import UsecasesEngine

/// The second factor on the server's side.
extension AccountKeeper {
    /// Compares the password with the account's hash, and uses up the code if the account has a second factor.
    package func confirm(
        _ proof: Proof, of account: StoredAccount, after guess: Guess
    ) async throws(ErrorWrapper) -> Confirmation {
        guard try await compare(proof.password, with: account, after: guess) != .differs else { return .wrongPassword }
        guard account.secondFactor.isOn else { return .right }
        guard let code = proof.code else { return .unproved(.needed) }
        return try await spend(code, of: account, after: guess)
    }

    /// Uses up a code of the second factor that is on. The attempt counted for `guess` stays if the code is wrong.
    package func spend(
        _ code: SecondCode, of account: StoredAccount, after guess: Guess
    ) async throws(ErrorWrapper) -> Confirmation {
        try await counting(guess) { () async throws(ErrorWrapper) in
            switch code {
            case .time(let code):
                try await counted(code, of: account) { step in .spendStep(step) }
            case .backup(let code):
                try await change(.spendBackup(try await hasher.digest(of: code.secret)), of: account)
            case .other: .unproved(.wrong)
            }
        }
    }

    /// Returns the ticket of a login whose password was right.
    package func ticket(
        for request: AccountRequest, of account: StoredAccount, after guess: Guess
    ) async throws(ErrorWrapper) -> LoginTicket {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let login = PendingLogin(
                device: request.device, deviceName: request.deviceName,
                endsAt: clock.now + SecondFactorRules.loginTime)
            return try await vault.ticket(for: login, of: account, from: request.network)
        }
    }

    /// Returns the login of the ticket, or `nil` if it is over or the ticket is not of this account.
    package func login(
        of request: ContinuationRequest, of account: StoredAccount, after guess: Guess
    ) async throws(ErrorWrapper) -> PendingLogin? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            guard account.secondFactor.isOn,
                let login = try await vault.login(of: request.ticket, of: account, from: request.network),
                clock.now < login.endsAt
            else { return nil }
            return login
        }
    }

    /// Begins the session of a continued login.
    package func begin(
        _ account: StoredAccount, continuing login: PendingLogin, after guess: Guess
    ) async throws(ErrorWrapper) -> OpenedSession? {
        try await begin(account, rehashed: nil, on: login.device, named: login.deviceName, after: guess)
    }

    /// Makes a new key for the account and records it, to be confirmed. Returns `nil` if another change came first.
    package func offerSecondFactor(
        to account: StoredAccount, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> SecondFactorOffer? {
        let end = clock.now + SecondFactorRules.setUpTime
        let key = TimeCodeKey(randomSource: randomSource)
        let sealed = try await vault.seal(key, of: account.account.id)
        return try await counting(guess) { () async throws(ErrorWrapper) in
            let isBegun = try await registry.change(
                .begin(sealed, until: end), of: account, by: loggedIn.session.id, forgetting: guess, at: clock.now)
            return isBegun ? SecondFactorOffer(account: account.account, key: key, confirmableUntil: end) : nil
        }
    }

    /// Turns the second factor on if the code is right under the key that was begun. Returns the backup codes with
    /// `right`.
    package func confirmSecondFactor(
        with code: SecondCode, of account: StoredAccount, by loggedIn: LoggedIn
    ) async throws(ErrorWrapper) -> (Confirmation, [RecoveryCode]) {
        guard case .time(let code) = code, let begun = account.secondFactor else { return (.unproved(.wrong), []) }
        let (codes, digests) = try await newBackupCodes()
        let result = try await counted(code, of: account, by: loggedIn.session.id) { step in
            .confirm(begun.key, step: step, backups: digests)
        }
        return (result, codes)
    }

    /// Turns the second factor off. Returns `false` if another change came first.
    package func removeSecondFactor(
        of account: StoredAccount, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> Bool {
        try await counting(guess) { () async throws(ErrorWrapper) in
            try await registry.change(
                .remove, of: account, by: loggedIn.session.id, forgetting: guess, at: clock.now)
        }
    }

    /// Replaces the backup codes. Returns `nil` if another change came first.
    package func renewBackupCodes(
        of account: StoredAccount, by loggedIn: LoggedIn, after guess: Guess
    ) async throws(ErrorWrapper) -> [RecoveryCode]? {
        try await counting(guess) { () async throws(ErrorWrapper) in
            let (codes, digests) = try await newBackupCodes()
            let isRenewed = try await registry.change(
                .renew(digests), of: account, by: loggedIn.session.id, forgetting: guess, at: clock.now)
            return isRenewed ? codes : nil
        }
    }

    /// Returns the account of the session if it has a key that can still be confirmed.
    package func accountToConfirm(by loggedIn: LoggedIn) async throws(ErrorWrapper) -> StoredAccount? {
        guard let account = try await registry.account(named: loggedIn.account.name),
            account.account == loggedIn.account, let end = account.secondFactor?.confirmableUntil, clock.now < end
        else { return nil }
        return account
    }

    /// Counts an attempt to guess a time-based code, and makes the change for its step if the code is right. Only a right code
    /// is forgotten, so an attempt also counts if its work fails.
    private func counted(
        _ code: TimeCode, of account: StoredAccount, by session: UUIDv7? = nil,
        _ change: (Int64) -> SecondFactorChange
    ) async throws(ErrorWrapper) -> Confirmation {
        let guess = SecondFactorRules.guess(of: account.account.name)
        if case .later(let until) = try await registry.admit(guess, at: clock.now) { return .later(until) }
        guard let key = account.secondFactor?.key,
            let step = try await vault.step(of: code, under: key, of: account.account.id, at: clock.now)
        else {
            _ = try await self.change(.countFailure, of: account)
            return .unproved(.wrong)
        }
        return try await self.change(change(step), of: account, by: session, forgetting: guess)
    }

    private func change(
        _ change: SecondFactorChange, of account: StoredAccount, by session: UUIDv7? = nil,
        forgetting guess: Guess? = nil
    ) async throws(ErrorWrapper) -> Confirmation {
        let isMade = try await registry.change(change, of: account, by: session, forgetting: guess, at: clock.now)
        return isMade ? .right : .unproved(.wrong)
    }

    private func newBackupCodes() async throws(ErrorWrapper) -> ([RecoveryCode], [TokenDigest]) {
        let codes = (0..<SecondFactorRules.backupCodes).map { _ in RecoveryCode(randomSource: randomSource) }
        return (codes, try await hasher.digests(of: codes.map(\.secret)))
    }
}
