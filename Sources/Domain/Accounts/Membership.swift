package import UsecasesEngine

/// The account of this device, as the application knows it.
package struct Membership: PortSelection {
    private let application: Application
    private let dependencies: Dependencies
    private let memory = DeviceMemory.keys

    package init(_ dependencies: Dependencies) {
        application = Application(dependencies)
        self.dependencies = dependencies
    }

    /// The identifier of the device, or `nil` if it has no UDID yet.
    package var udid: UDID? {
        get async throws(ErrorWrapper) { try await application.udid }
    }

    /// Requests a UDID from the backend and saves it.
    package func obtainUDID() async throws(ErrorWrapper) -> UDID {
        try await application.obtainUDID()
    }

    /// The token of the saved session, or `nil` without one.
    package var token: SessionToken? {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(memory.session) }
    }

    /// Requests an account from the backend. A repeated request for the same name yields the same account, even in
    /// another process.
    package func signUp(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> SignUpAnswer {
        guard let name = AccountName(credentials.name) else { return .flawed(AccountRules.flaws(of: credentials)) }
        let attempt = try await attempt(for: name)
        let answer = try await dependencies.accountBackend.signUp(credentials, on: device, under: attempt.key)
        // The request is complete with any answer. The session replaces the record of the attempt if an account was
        // created.
        if case .opened = answer { return answer }
        try await dependencies.dataStore.delete(memory.signUp.with(attempt))
        return answer
    }

    /// Saves the session. This device is then logged in. The session replaces the record of the request that has led to it.
    package func save(_ opened: OpenedSession, continuing isContinued: Bool = false) async throws(ErrorWrapper) {
        let pending: any DeclaredKey = isContinued ? memory.login : memory.signUp
        try await dependencies.dataStore.save(memory.session.with(opened.token), deleting: pending)
    }

    /// The ticket of the login that waits for a code, or `nil` without one.
    package var ticket: LoginTicket? {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(memory.login) }
    }

    /// Saves the ticket of a login that waits for a code.
    package func save(_ ticket: LoginTicket) async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.login.with(ticket))
    }

    /// Deletes the ticket, unless another one has been saved since.
    package func forget(_ ticket: LoginTicket) async throws(ErrorWrapper) {
        try await dependencies.dataStore.delete(memory.login.with(ticket))
    }

    /// Deletes the session, unless another session has been saved since.
    package func forget(_ token: SessionToken) async throws(ErrorWrapper) {
        try await dependencies.dataStore.delete(memory.session.with(token))
    }

    /// The server's side of accounts.
    package var backend: any AccountBackend { dependencies.accountBackend }

    private func attempt(for name: AccountName) async throws(ErrorWrapper) -> SignUpAttempt {
        let candidate = SignUpAttempt(
            name: name,
            key: InstallationKey(clock: dependencies.clock, randomSource: dependencies.randomSource))
        return try await dependencies.dataStore.change(memory.signUp) { stored in
            if let stored, stored.name == name { return stored }
            // Abandons the request for the other name.
            stored = candidate
            return candidate
        }
    }
}
