package import CalearningDomain
package import UsecasesEngine

/// A server in this process. It runs the server's use cases with separate ports and the same guarantees.
package struct EmbeddedBackend: Sendable {
    let server: Dependencies
    /// Returns the network of the user. All users of a device share one.
    private let network: @Sendable () -> String
    /// Returns the automatic name of the device.
    private let deviceName: @Sendable () -> DeviceName?
    /// The time of grace of a deletion, zero without servers that play durable runs.
    private let grace: Duration

    /// Creates a backend. `server` contains the server's ports.
    package init(
        server: Dependencies, network: @escaping @Sendable () -> String = { "this device" },
        deviceName: @escaping @Sendable () -> DeviceName? = { nil }, grace: Duration = .zero
    ) {
        self.grace = grace
        self.server = server
        self.network = network
        self.deviceName = deviceName
    }

    func run<U: Usecase>(_ scene: Step<U>) async throws(ErrorWrapper) -> U.Goals {
        do throws(UnfinishedScenario<U>) {
            return try await U.interact(from: scene, as: .application, with: server).goal
        } catch {
            throw error.error
        }
    }
}

extension EmbeddedBackend: Backend {
    package func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        switch try await run(RegisterDevice.initial(kind: .terminal, key: installation)) {
        case .記録した場合_サーバは新しいUDIDを返す(let udid), .発行済みの場合_サーバは同じUDIDを返す(let udid): return udid
        case .冪等キーが別の内容で使われている場合_サーバは拒否する:
            throw .service(
                error: .server(
                    ErrorResponse(
                        code: ErrorResponse.keyReused, title: "The key was used before",
                        message: "This installation was registered as another kind of device."), status: 422))
        }
    }
}

extension EmbeddedBackend: AccountBackend {
    package func signUp(
        _ credentials: Credentials, on device: UDID, under key: InstallationKey
    ) async throws(ErrorWrapper) -> SignUpAnswer {
        let request = AccountRequest(
            credentials: credentials, device: device, deviceName: deviceName(), key: key, network: network())
        return switch try await run(RegisterAccount.initial(request: request)) {
        case .記録した場合_サーバはアカウントとセッションを返す(let opened), .登録済みの場合_サーバは同じアカウントと新しいセッションを返す(let opened):
            .opened(opened)
        case .規則に合わない場合_サーバは直すところを返す(let flaws): .flawed(flaws)
        // The account exists, and the request had a different password.
        case .名前が使われている場合_サーバは拒否する, .冪等キーが別の内容で使われている場合_サーバは拒否する: .nameTaken
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): .tooOften(until: until)
        }
    }

    package func logIn(_ credentials: Credentials, on device: UDID) async throws(ErrorWrapper) -> LogInAnswer {
        let request = AccountRequest(
            credentials: credentials, device: device, deviceName: deviceName(), network: network())
        return switch try await run(OpenSession.initial(request: request)) {
        case .サーバはアカウントとセッションを返す(let opened), .消される前だった場合_サーバは取り消してアカウントとセッションを返す(let opened):
            .opened(opened)
        case .二つ目の要素がある場合_サーバはコードを求める(let ticket, _): .codeNeeded(ticket)
        case .名前の形でない場合_サーバは拒否する, .アカウントがない場合_サーバは拒否する, .パスワードが違う場合_サーバは拒否する,
            .アカウントが止められている場合_サーバは拒否する, .パスワードが変わったところの場合_サーバは拒否する:
            .refused
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): .tooOften(until: until)
        }
    }

    package func continueLogin(
        _ ticket: LoginTicket, with code: SecondCode
    ) async throws(ErrorWrapper) -> LogInAnswer {
        let request = ContinuationRequest(ticket: ticket, code: code, network: network())
        return switch try await run(ContinueSession.initial(request: request)) {
        case .サーバはアカウントとセッションを返す(let opened), .消される前だった場合_サーバは取り消してアカウントとセッションを返す(let opened):
            .opened(opened)
        case .ログインの続きでない場合_サーバは拒否する: .refused
        case .コードが違う場合_サーバは拒否する: .wrongCode
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): .tooOften(until: until)
        }
    }

    package func changeSecondFactor(
        _ wish: SecondFactorWish, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        let request = ConfirmedRequest(proof: proof, token: token, network: network())
        return switch try await run(ChangeSecondFactor.initial(request: request, wish: wish)) {
        case .サーバは確かめられる前の鍵を返す(let offer): .begun(offer)
        case .サーバは外したことを返す: .off
        case .サーバは新しい予備のコードを返す(_, let codes): .on(codes)
        case .すでに使っている場合_サーバは拒否する: .hindered(.isOn)
        case .使っていない場合_サーバは拒否する: .hindered(.isOff)
        case .鍵を持たない場合_サーバは拒否する: .hindered(.isUnavailable)
        case .セッションがない場合_サーバは拒否する: .loggedOut
        case .パスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: .refused
        case .コードが要る場合_サーバは求める: .unproved(.needed)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): .tooOften(until: until)
        }
    }

    package func confirmSecondFactor(
        _ code: SecondCode, by token: SessionToken
    ) async throws(ErrorWrapper) -> SecondFactorAnswer {
        switch try await run(ConfirmSecondFactor.initial(code: code, token: token)) {
        case .サーバは予備のコードを返す(_, let codes): .on(codes)
        case .確かめる鍵がない場合_サーバは拒否する: .hindered(.isNotBegun)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .セッションがない場合_サーバは拒否する: .loggedOut
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): .tooOften(until: until)
        }
    }

    package func session(of token: SessionToken) async throws(ErrorWrapper) -> LoggedIn? {
        switch try await run(CheckSession.initial(token: token)) {
        case .サーバはアカウントとセッションを返す(let loggedIn): loggedIn
        case .セッションがない場合_サーバは拒否する: nil
        }
    }

    package func logOut(_ token: SessionToken) async throws(ErrorWrapper) {
        // A session that has already ended is not an error, because the logout is then complete.
        _ = try await run(CloseSession.initial(token: token))
    }

    package func sessions(of token: SessionToken) async throws(ErrorWrapper) -> SessionList? {
        switch try await run(ListSessions.initial(token: token)) {
        case .サーバはセッションの一覧を返す(let list): list
        case .セッションがない場合_サーバは拒否する: nil
        }
    }

    package func nameDevice(_ name: DeviceName, by token: SessionToken) async throws(ErrorWrapper) -> Bool {
        switch try await run(SetDeviceName.initial(name: name, token: token)) {
        case .サーバは名前が変わったことを返す: true
        case .セッションがない場合_サーバは拒否する: false
        }
    }

    package func end(
        _ sessions: EndedSessions, with proof: Proof, by token: SessionToken
    ) async throws(ErrorWrapper) -> EndAnswer {
        let request = ConfirmedRequest(proof: proof, token: token, network: network())
        return switch try await run(CloseOtherSessions.initial(request: request, ended: sessions)) {
        case .サーバは終わったことを返す: .ended
        case .終わらせるセッションがない場合_サーバは拒否する: .unknown
        case .セッションがない場合_サーバは拒否する: .loggedOut
        case .パスワードが違う場合_サーバは拒否する: .refused
        case .コードが要る場合_サーバは求める: .unproved(.needed)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): .tooOften(until: until)
        }
    }

    package func export(of token: SessionToken) async throws(ErrorWrapper) -> AccountExport? {
        switch try await run(CollectAccount.initial(token: token)) {
        case .サーバは集めたものを返す(let export): export
        case .セッションがない場合_サーバは拒否する: nil
        }
    }

    package func changePassword(
        _ change: PasswordChange, by token: SessionToken
    ) async throws(ErrorWrapper) -> PasswordAnswer {
        let request = PasswordRequest(change: change, token: token, deviceName: deviceName(), network: network())
        return switch try await run(ReplacePassword.initial(request: request)) {
        case .サーバはアカウントと新しいセッションを返す(let opened): .changed(opened)
        case .セッションがない場合_サーバは拒否する: .loggedOut
        case .規則に合わない場合_サーバは直すところを返す(let flaws): .flawed(flaws)
        case .今のパスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: .refused
        case .コードが要る場合_サーバは求める: .unproved(.needed)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): .tooOften(until: until)
        }
    }

    package func recover(_ recovery: AccountRecovery) async throws(ErrorWrapper) -> RecoveryAnswer {
        let request = RecoveryRequest(recovery: recovery, network: network())
        return switch try await run(ResetPassword.initial(request: request)) {
        case .サーバはパスワードが変わったことを返す: .recovered
        case .規則に合わない場合_サーバは直すところを返す(let flaws): .flawed(flaws)
        case .名前かコードの形でない場合_サーバは拒否する, .名前かコードが違う場合_サーバは拒否する: .refused
        case .コードが要る場合_サーバは求める: .unproved(.needed)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(let until): .tooOften(until: until)
        }
    }

    package func deleteAccount(
        with proof: Proof, withExport: Bool, by token: SessionToken
    ) async throws(ErrorWrapper) -> DeletionAnswer {
        let terms = DeletionTerms(withExport: withExport, grace: grace)
        let request = ConfirmedRequest(proof: proof, token: token, network: network())
        return switch try await run(EraseAccount.initial(request: request, terms: terms)) {
        case .サーバは消したことを返す(_, let export): .deleted(export)
        case .サーバは消す時刻を返す(let deletion, let export): .scheduled(at: deletion.at, export)
        case .セッションがない場合_サーバは拒否する: .loggedOut
        case .パスワードが違う場合_サーバは拒否する, .ほかの変更が先だった場合_サーバは拒否する: .refused
        case .コードが要る場合_サーバは求める: .unproved(.needed)
        case .コードが違う場合_サーバは拒否する: .unproved(.wrong)
        case .間違いが多すぎる場合_サーバは次に試せる時刻を返す(_, let until): .tooOften(until: until)
        }
    }
}

/// The maximum duration of an operation is the sum of the durations of its calls on the server.
extension EmbeddedBackend: TimeBounded {
    private typealias Call = (port: String, operation: OperationName)

    /// The calls of the longest run for each operation. Operations that hash a password are missing, because the duration
    /// of a hash depends on the machine.
    private static let calls: [OperationName: [Call]] = {
        let session: [Call] = [
            (Port<any CredentialHasher>.name, Port<any CredentialHasher>.digest),
            (Port<any AccountRegistry>.name, Port<any AccountRegistry>.session),
        ]
        typealias Registry = Port<any AccountRegistry>
        func registry(_ operations: OperationName...) -> [Call] { operations.map { (Registry.name, $0) } }
        func withSession(_ operation: OperationName) -> [Call] { session + registry(operation) }
        return [
            Port<any Backend>.publishUDID: [(Port<any DeviceRegistry>.name, Port<any DeviceRegistry>.record)],
            Port<any AccountBackend>.continueLogin: registry(
                Registry.admit, Registry.admit, Registry.change, Registry.begin, Registry.takeBack),
            Port<any AccountBackend>.confirmSecondFactor: session
                + registry(Registry.account, Registry.admit, Registry.change),
            Port<any AccountBackend>.session: session,
            Port<any AccountBackend>.sessions: withSession(Port<any AccountRegistry>.sessions),
            Port<any AccountBackend>.export: withSession(Port<any AccountRegistry>.sessions),
            Port<any AccountBackend>.nameDevice: withSession(Port<any AccountRegistry>.nameDevice),
            Port<any AccountBackend>.logOut: withSession(Port<any AccountRegistry>.end),
        ]
    }()

    package func longest(_ operation: OperationName) async -> Duration? {
        guard let calls = Self.calls[operation] else { return nil }
        var total = Duration.zero
        for call in calls {
            guard let longest = await server.longest(call.operation, of: call.port) else { return nil }
            total += longest
        }
        return total
    }
}
