package import CalearningDomain
import HTTPTypes
package import UsecasesAPIClient
package import UsecasesEngine
import UsecasesSystem

/// A backend that requests UDIDs and accounts from a service, with an API client.
package struct APIBackend: Backend {
    let client: any APIClient<BackendAPIs>
    let clock: any Clock
    /// Returns the automatic name of this device.
    private let deviceName: @Sendable () -> DeviceName?

    package init(
        client: any APIClient<BackendAPIs>, clock: any Clock,
        deviceName: @escaping @Sendable () -> DeviceName? = { nil }
    ) {
        self.client = client
        self.clock = clock
        self.deviceName = deviceName
    }

    package func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        try await client.call(BackendAPIs.register(installation)).udid
    }
}

extension APIBackend: TimeBounded {
    package func longest(_ operation: OperationName) -> Duration? { client.longest }
}

extension APIBackend: AccountBackend {
    package func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        do {
            let body = CredentialsBody(credentials, on: device, named: deviceName())
            return .opened(try await client.call(BackendAPIs.signUp(body, key: key)).opened)
        } catch {
            switch error.refusal {
            case (409, _)?, (422, ErrorResponse.keyReused)?: return .nameTaken
            case (422, let code)?: return .flawed([try flaw(code, in: error)])
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    package func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        do {
            let body = CredentialsBody(credentials, on: device, named: deviceName())
            return .opened(try await client.call(BackendAPIs.logIn(body)).opened)
        } catch {
            switch error.refusal {
            case (401, ErrorResponse.codeNeeded)?: return .codeNeeded(try ticket(in: error))
            case (401, _)?: return .refused
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    package func continueLogin(
        _ ticket: LoginTicket, with code: SecondCode
    ) async throws(ErrorWrapper) -> LogInAnswer {
        do {
            return .opened(try await client.call(BackendAPIs.continueLogin(ticket, code)).opened)
        } catch {
            switch error.refusal {
            case (401, ErrorResponse.wrongCode)?: return .wrongCode
            case (401, _)?: return .refused
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    package func changeSecondFactor(
        _ wish: SecondFactorWish, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        do throws(ErrorWrapper) {
            switch wish {
            case .setUp: return .begun(try await client.call(BackendAPIs.setUpSecondFactor(proof, token)).offer)
            case .off:
                _ = try await client.call(BackendAPIs.removeSecondFactor(proof, token))
                return .off
            case .backupCodes:
                return .on(try await client.call(BackendAPIs.renewBackupCodes(proof, token)).backupCodes)
            }
        } catch {
            return try secondFactorAnswer(to: error, among: wish == .setUp ? [.isOn, .isUnavailable] : [.isOff])
        }
    }

    package func confirmSecondFactor(
        _ code: SecondCode, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        do throws(ErrorWrapper) {
            return .on(try await client.call(BackendAPIs.confirmSecondFactor(code, token)).backupCodes)
        } catch {
            let answer = try secondFactorAnswer(to: error, among: [.isNotBegun])
            // No password was sent, and a code was.
            guard answer != .refused, answer != .unproved(.needed) else { throw error }
            return answer
        }
    }

    /// Returns the answer for the error. Rethrows it if no such hindrance is expected.
    private func secondFactorAnswer(
        to error: ErrorWrapper, among hindrances: [SecondFactorHindrance]
    ) throws(ErrorWrapper) -> SecondFactorAnswer {
        if let hindrance = hindrances.first(where: { error.refusal?.code == $0.code }) { return .hindered(hindrance) }
        switch error.refusal {
        case (401, ErrorResponse.wrongPassword)?: return .refused
        case (401, let code)?: return CodeFault(code: code).map { .unproved($0) } ?? .loggedOut
        case (429, _)?: return .tooOften(until: end(of: error))
        case _: throw error
        }
    }

    package func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        try await unlessEnded(BackendAPIs.checkSession(token))?.loggedIn
    }

    package func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        _ = try await unlessEnded(BackendAPIs.logOut(token))
    }

    package func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        try await unlessEnded(BackendAPIs.sessions(token))?.list
    }

    package func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool {
        try await unlessEnded(BackendAPIs.nameDevice(name, token)) != nil
    }

    package func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport? {
        try await unlessEnded(BackendAPIs.export(token))?.export
    }

    package func end(
        _ sessions: EndedSessions, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer {
        do {
            _ = try await client.call(BackendAPIs.end(sessions, proof, token))
            return .ended
        } catch {
            switch error.refusal {
            case (401, ErrorResponse.wrongPassword)?: return .refused
            case (401, let code)?: return CodeFault(code: code).map { .unproved($0) } ?? .loggedOut
            case (429, _)?: return .tooOften(until: end(of: error))
            case (404, ErrorResponse.noSuchSession)?: return .unknown
            case _: throw error
            }
        }
    }

    package func changePassword(
        _ change: PasswordChange, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        do {
            let body = PasswordBody(change, on: deviceName())
            return .changed(try await client.call(BackendAPIs.changePassword(body, token)).opened)
        } catch {
            switch error.refusal {
            case (401, ErrorResponse.wrongPassword)?: return .refused
            case (401, let code)?: return CodeFault(code: code).map { .unproved($0) } ?? .loggedOut
            case (422, let code)?: return .flawed([try flaw(code, in: error)])
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    package func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer {
        do {
            _ = try await client.call(BackendAPIs.recover(recovery))
            return .recovered
        } catch {
            switch error.refusal {
            case (401, let code)?: return CodeFault(code: code).map { .unproved($0) } ?? .refused
            case (422, let code)?: return .flawed([try flaw(code, in: error)])
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    package func deleteAccount(
        with proof: Proof, withExport: Bool, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer {
        do {
            return try await client.call(BackendAPIs.deleteAccount(proof, withExport, token)).answer
        } catch {
            switch error.refusal {
            case (401, ErrorResponse.wrongPassword)?: return .refused
            case (401, let code)?: return CodeFault(code: code).map { .unproved($0) } ?? .loggedOut
            case (429, _)?: return .tooOften(until: end(of: error))
            case _: throw error
            }
        }
    }

    /// Returns the entity of the endpoint, or `nil` if the session of the token has ended.
    private func unlessEnded<Entity>(
        _ endpoint: some API<BackendAPIs, Entity>
    ) async throws(ErrorWrapper) -> Entity? {
        do throws(ErrorWrapper) {
            return try await client.call(endpoint)
        } catch {
            guard error.refusal?.status == 401 else { throw error }
            return nil
        }
    }

    /// Returns the ticket in the answer to a login. Rethrows the error if there is none.
    private func ticket(in error: ErrorWrapper) throws(ErrorWrapper) -> LoginTicket {
        let payload = error.api?.response?.payload
        guard let body = payload.flatMap({ try? BackendAPIs.json.decode(CodeNeededBody.self, from: $0) }) else {
            throw error
        }
        return body.ticket
    }

    /// Returns the flaw for the server's code. Rethrows the error if this version does not know the code.
    private func flaw(_ code: String, in error: ErrorWrapper) throws(ErrorWrapper) -> AccountFlaw {
        guard let flaw = AccountFlaw(code: code) else { throw error }
        return flaw
    }

    /// Returns the time when the server accepts the request again, or `nil` if the server does not report it.
    private func end(of error: ErrorWrapper) -> Timestamp? {
        error.api?.response?.retryTime(from: clock.now)
    }
}

extension SecondFactorHindrance {
    /// The code of the service's error.
    fileprivate var code: String {
        switch self {
        case .isOn: ErrorResponse.secondFactorIsOn
        case .isOff: ErrorResponse.secondFactorIsOff
        case .isNotBegun: ErrorResponse.secondFactorIsNotBegun
        case .isUnavailable: ErrorResponse.secondFactorIsUnavailable
        }
    }
}

extension CodeFault {
    /// Reads the code of the service's error. Returns `nil` for any other.
    fileprivate init?(code: String) {
        switch code {
        case ErrorResponse.codeNeeded: self = .needed
        case ErrorResponse.wrongCode: self = .wrong
        default: return nil
        }
    }
}

extension ErrorWrapper {
    /// The status and the code of a service error.
    fileprivate var refusal: (status: Int, code: String)? {
        if case .service(.server(let response, let status), _, _) = self { (status, response.code) } else { nil }
    }
}

extension APIBackend {
    /// Returns a backend whose service gives this answer to one request for a UDID. It uses no network.
    package static func stub(_ answer: StubAnswer) -> APIBackend {
        // The clock measures the time limit of the call. With a clock that stands still, the call would time out
        // immediately.
        let clock = SystemClock()
        let transport = StubTransport([ExpectedRequest(.post, "/udids", answer)], clock: clock)
        return APIBackend(
            client: LiveAPIClient(
                BackendAPIs(address: BaseAddress(host: "service.example")), transport: transport, clock: clock),
            clock: clock)
    }
}
