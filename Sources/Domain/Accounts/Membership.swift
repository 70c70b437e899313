package import Usecases

/// The account in which this device is logged in, as the application knows it.
package struct Membership: PortSelection {
    private let application: Application
    private let dependencies: Dependencies
    private let memory = DeviceMemory.keys

    package init(_ dependencies: Dependencies) {
        application = Application(dependencies)
        self.dependencies = dependencies
    }

    /// The device that logs in; `nil` if no UDID was issued to it.
    package var udid: UDID? {
        get async throws(ErrorWrapper) { try await application.udid }
    }

    /// Asks the backend for a UDID and saves it.
    package func obtainUDID() async throws(ErrorWrapper) -> UDID {
        try await application.obtainUDID()
    }

    /// The token of the saved session; `nil` if there is none.
    package var token: SessionToken? {
        get async throws(ErrorWrapper) { try await dependencies.dataStore.get(memory.session) }
    }

    /// Asks the backend for an account. A request that is repeated, even by another process, for the same name yields the
    /// same account.
    package func signUp(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> SignUpAnswer {
        guard let name = AccountName(credentials.name) else { return .flawed(AccountRules.flaws(of: credentials)) }
        let attempt = try await attempt(for: name)
        let answer = try await dependencies.accountBackend.signUp(credentials, on: device, under: attempt.key)
        // Whatever the answer is, the request is over; an account that was opened is kept by its session.
        if case .opened = answer { return answer }
        try await dependencies.dataStore.delete(memory.signUp.with(attempt))
        return answer
    }

    /// Saves the session. From now on, this device is logged in.
    package func save(_ opened: OpenedSession) async throws(ErrorWrapper) {
        try await dependencies.dataStore.save(memory.session.with(opened.token), deleting: memory.signUp)
    }

    /// Forgets the session, unless another one has been saved since.
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
            // The request for another name is given up.
            stored = candidate
            return candidate
        }
    }
}
