import CalearningDomain
import Synchronization
import UsecasesEngine

/// A backend of accounts with prepared answers. It records its calls.
final class StubAccountBackend: AccountBackend {
    enum Call: Sendable, Hashable {
        case signUp(Credentials, device: UDID, key: InstallationKey)
        case logIn(Credentials, device: UDID)
        case continueLogin(LoginTicket, SecondCode)
        case session(SessionToken)
        case logOut(SessionToken)
        case sessions(SessionToken)
        case nameDevice(DeviceName, SessionToken)
        case end(EndedSessions, Proof, SessionToken)
        case export(SessionToken)
        case changePassword(PasswordChange, SessionToken)
        case recover(AccountRecovery)
        case deleteAccount(Proof, withExport: Bool, SessionToken)
        case changeSecondFactor(SecondFactorWish, Proof, SessionToken)
        case confirmSecondFactor(SecondCode, SessionToken)
    }

    private let signUp: Result<SignUpAnswer, ErrorWrapper>
    private let logIn: Result<LogInAnswer, ErrorWrapper>
    private let continueLogin: Result<LogInAnswer, ErrorWrapper>
    private let session: Result<LoggedIn?, ErrorWrapper>
    private let logOut: Result<Void, ErrorWrapper>
    private let sessions: Result<SessionList?, ErrorWrapper>
    private let nameDevice: Result<Bool, ErrorWrapper>
    private let end: Result<EndAnswer, ErrorWrapper>
    private let export: Result<AccountExport?, ErrorWrapper>
    private let changePassword: Result<PasswordAnswer, ErrorWrapper>
    private let recover: Result<RecoveryAnswer, ErrorWrapper>
    private let deleteAccount: Result<DeletionAnswer, ErrorWrapper>
    private let changeSecondFactor: Result<SecondFactorAnswer, ErrorWrapper>
    private let confirmSecondFactor: Result<SecondFactorAnswer, ErrorWrapper>
    private let asked = Mutex<[Call]>([])

    init(
        signUp: Result<SignUpAnswer, ErrorWrapper> = .success(.opened(.example)),
        logIn: Result<LogInAnswer, ErrorWrapper> = .success(.opened(.example)),
        continueLogin: Result<LogInAnswer, ErrorWrapper> = .success(.opened(.example)),
        session: Result<LoggedIn?, ErrorWrapper> = .success(.example),
        logOut: Result<Void, ErrorWrapper> = .success(()),
        sessions: Result<SessionList?, ErrorWrapper> = .success(.example),
        nameDevice: Result<Bool, ErrorWrapper> = .success(true),
        end: Result<EndAnswer, ErrorWrapper> = .success(.ended),
        export: Result<AccountExport?, ErrorWrapper> = .success(.example),
        changePassword: Result<PasswordAnswer, ErrorWrapper> = .success(.changed(.example)),
        recover: Result<RecoveryAnswer, ErrorWrapper> = .success(.recovered),
        deleteAccount: Result<DeletionAnswer, ErrorWrapper> = .success(.deleted(nil)),
        changeSecondFactor: Result<SecondFactorAnswer, ErrorWrapper> = .success(.begun(.example)),
        confirmSecondFactor: Result<SecondFactorAnswer, ErrorWrapper> = .success(.on([.example]))
    ) {
        self.signUp = signUp
        self.logIn = logIn
        self.continueLogin = continueLogin
        self.session = session
        self.logOut = logOut
        self.sessions = sessions
        self.nameDevice = nameDevice
        self.end = end
        self.export = export
        self.changePassword = changePassword
        self.recover = recover
        self.deleteAccount = deleteAccount
        self.changeSecondFactor = changeSecondFactor
        self.confirmSecondFactor = confirmSecondFactor
    }

    var calls: [Call] { asked.withLock { $0 } }

    func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        note(.signUp(credentials, device: device, key: key))
        return try signUp.get()
    }

    func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        note(.logIn(credentials, device: device))
        return try logIn.get()
    }

    func continueLogin(_ ticket: LoginTicket, with code: SecondCode) async throws(ErrorWrapper) -> LogInAnswer {
        note(.continueLogin(ticket, code))
        return try continueLogin.get()
    }

    func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        note(.session(token))
        return try session.get()
    }

    func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        note(.logOut(token))
        try logOut.get()
    }

    func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        note(.sessions(token))
        return try sessions.get()
    }

    func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool {
        note(.nameDevice(name, token))
        return try nameDevice.get()
    }

    func end(
        _ sessions: EndedSessions, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer {
        note(.end(sessions, proof, token))
        return try end.get()
    }

    func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport? {
        note(.export(token))
        return try export.get()
    }

    func changePassword(
        _ change: PasswordChange, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        note(.changePassword(change, token))
        return try changePassword.get()
    }

    func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer {
        note(.recover(recovery))
        return try recover.get()
    }

    func deleteAccount(
        with proof: Proof, withExport: Bool, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer {
        note(.deleteAccount(proof, withExport: withExport, token))
        return try deleteAccount.get()
    }

    func changeSecondFactor(
        _ wish: SecondFactorWish, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        note(.changeSecondFactor(wish, proof, token))
        return try changeSecondFactor.get()
    }

    func confirmSecondFactor(
        _ code: SecondCode, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        note(.confirmSecondFactor(code, token))
        return try confirmSecondFactor.get()
    }

    private func note(_ call: Call) {
        asked.withLock { $0.append(call) }
    }
}
