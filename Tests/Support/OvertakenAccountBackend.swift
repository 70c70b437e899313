import CalearningDomain
import Usecases

/// A backend of accounts in whose calls a concurrent change happens. It happens after the call has taken effect, and
/// before its answer. If the change throws, the answer is lost.
struct OvertakenAccountBackend: AccountBackend {
    let base: any AccountBackend
    let change: @Sendable () async throws(ErrorWrapper) -> Void

    init(base: any AccountBackend, _ change: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.base = base
        self.change = change
    }

    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        let answer = try await base.signUp(credentials, on: device, under: key)
        try await change()
        return answer
    }

    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        let answer = try await base.logIn(credentials, on: device)
        try await change()
        return answer
    }

    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        let answer = try await base.session(of: token)
        try await change()
        return answer
    }

    func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        // The change happens even if the call fails.
        try await change()
        try await base.logOut(token)
    }

    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        let answer = try await base.sessions(of: token)
        try await change()
        return answer
    }

    func end(_ sessions: EndedSessions, by token: SessionToken) async throws(ErrorWrapper) -> EndAnswer {
        let answer = try await base.end(sessions, by: token)
        try await change()
        return answer
    }

    func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        let answer = try await base.changePassword(from: old, to: new, by: token)
        try await change()
        return answer
    }
}
