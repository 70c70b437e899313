/// A backend of accounts whose calls go through a tap.
struct TappedAccountBackend: AccountBackend {
    let base: any AccountBackend
    let tap: any RunTap

    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        let operation = PortOperation<SignUpAnswer>(
            "AccountBackend", "signUp(_:on:under:)", ["\(credentials)", "\(device)", "\(key)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened(.example)),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("name-taken", .nameTaken),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.signUp(credentials, on: device, under: key)
        }
    }

    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        let operation = PortOperation<LogInAnswer>(
            "AccountBackend", "logIn(_:on:)", ["\(credentials)", "\(device)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened(.example)),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
            ] + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.logIn(credentials, on: device)
        }
    }

    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        let operation = PortOperation<LoggedIn?>(
            "AccountBackend", "session(of:)", ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.session(of: token) }
    }

    func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        let operation = PortOperation<Done>(
            "AccountBackend", "logOut(_:)", ["\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("ended", Done())] + PossibleOutcome.backendErrors)
        _ = try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.logOut(token)
            return Done()
        }
    }

    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        let operation = PortOperation<SessionList?>(
            "AccountBackend", "sessions(of:)", ["\(token)"],
            outcomes: [PossibleOutcome("found", .example), PossibleOutcome("ended", nil)]
                + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.sessions(of: token) }
    }

    func end(_ sessions: EndedSessions, by token: SessionToken) async throws(ErrorWrapper) -> EndAnswer {
        let operation = PortOperation<EndAnswer>(
            "AccountBackend", "end(_:by:)", ["\(sessions)", "\(token)"], changes: true, isPerformedElsewhere: true,
            outcomes: [EndAnswer.ended, .unknown, .loggedOut].map { PossibleOutcome($0.rawValue, $0) }
                + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.end(sessions, by: token)
        }
    }

    func changePassword(
        from old: Password, to new: Password, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        let operation = PortOperation<PasswordAnswer>(
            "AccountBackend", "changePassword(from:to:by:)", ["\(old)", "\(new)", "\(token)"], changes: true,
            isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("changed", .changed(.example)),
                PossibleOutcome("flawed", .flawed([.passwordIsCommon])),
                PossibleOutcome("refused", .refused),
                PossibleOutcome("too-often", .tooOften(until: .example)),
                PossibleOutcome("logged-out", .loggedOut),
            ] + PossibleOutcome.backendErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.changePassword(from: old, to: new, by: token)
        }
    }
}

extension PossibleOutcome {
    /// A backend in this process fails with the errors of its registry.
    static var backendErrors: [PossibleOutcome] { apiErrors + writeErrors }
}
