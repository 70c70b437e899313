import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesRuns
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum AccountBackendOutcomes: OutcomeProducer {
    static let port = Port<any AccountBackend>.name
    private static let otherKey = InstallationKey(UUIDv7.fixture())
    private static let wrong = Password(normalized: "nobody has this sentence")
    private static let unproved = Proof(password: wrong)

    /// The server of an embedded backend, with its accounts in a file.
    private struct Server {
        let directory = TemporaryDirectory()
        let clock = ManualClock()

        var hasher: ScryptHasher { ScryptHasher(randomSource: SeededRandomSource(), parameters: .fixture()) }

        func port(
            _ outcomes: ProducedOutcomes, hasher: ScryptHasher? = nil, vault: any CredentialVault = PlainVault(),
            grace: Duration = .zero
        ) -> Port<any AccountBackend> {
            let server = Dependencies(clock: clock, randomSource: SeededRandomSource()) {
                $0.accountRegistry.adapter = FileAccountRegistry(directory: directory.path, clock: clock)
                $0.credentialHasher.adapter = hasher ?? self.hasher
                $0.credentialVault.adapter = vault
                $0.durableRuns.adapter = InMemoryRunQueue(clock: clock)
            }
            return outcomes.port(\.accountBackend, EmbeddedBackend(server: server, grace: grace))
        }
    }

    static func produce(for outcomes: ProducedOutcomes) async throws {
        try await answer(outcomes)
        try await failInRegistry(outcomes)
        try await failInHasher(outcomes)
        try await prove(outcomes)
        let service = { BackendAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<BackendAPIs>) in
            await self.ask(outcomes.port(\.accountBackend, APIBackend(client: client, clock: ManualClock())))
        }
        for (status, code) in [
            (401, ErrorResponse.sessionEnded), (401, ErrorResponse.wrongPassword), (404, ErrorResponse.noSuchSession),
            (401, ErrorResponse.wrongRecovery), (401, ErrorResponse.wrongCode), (401, ErrorResponse.codeNeeded),
            (409, ErrorResponse.secondFactorIsOn), (409, ErrorResponse.secondFactorIsOff),
            (409, ErrorResponse.secondFactorIsNotBegun), (501, ErrorResponse.secondFactorIsUnavailable),
            (409, ErrorResponse.nameTaken), (422, AccountFlaw.passwordIsCommon.code), (422, "UNKNOWN"), (429, "LATER"),
        ] {
            try await LoopbackServer.answering(status, #"{"code":"\#(code)","title":"No","message":"No."}"#)
                .withClient(of: service, ask)
        }
        try await LoopbackServer.answering(204, "").withClient(of: service, ask)
        try await ServiceFault.each(of: service, ask)
    }

    /// Produces every outcome of a working server.
    private static func answer(_ outcomes: ProducedOutcomes) async throws {
        let server = Server()
        let backend = server.port(outcomes)
        var token = try await signUp(with: backend)
        _ = try await backend.signUp(.example, on: .example(1), under: otherKey)
        _ = try await backend.signUp(.flawedExample, on: .example(1), under: otherKey)
        for _ in 0...GuessRules.limit {
            let credentials = Credentials(name: Credentials.example.name, password: wrong)
            _ = try await backend.signUp(credentials, on: .example(1), under: .example)
            _ = try await backend.logIn(credentials, on: .example(1))
        }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.logIn(.example, on: .example(2))
        let new = PasswordChange.example.new
        for _ in 0...GuessRules.limit {
            _ = try await backend.changePassword(PasswordChange(old: wrong, new: new), by: token)
        }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.changePassword(.flawedExample, by: token)
        if case .changed(let opened) = try await backend.changePassword(.example, by: token) {
            token = opened.token
        }
        for _ in 0...GuessRules.limit {
            _ = try await backend.deleteAccount(with: unproved, withExport: false, by: token)
        }
        server.clock.advance(by: GuessRules.window)
        for _ in 0...GuessRules.limit { _ = try await backend.end(.others, with: unproved, by: token) }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.recover(.flawedExample)
        for _ in 0...GuessRules.limit { _ = try await backend.recover(.example) }
        server.clock.advance(by: GuessRules.window)
        for token in [token, .fixture()] {
            _ = try await backend.session(of: token)
            _ = try await backend.export(of: token)
            _ = try await backend.sessions(of: token)
            _ = try await backend.nameDevice(.example, by: token)
            _ = try await backend.end(.one(.fixture()), with: Proof(password: new), by: token)
            _ = try await backend.end(.others, with: Proof(password: new), by: token)
            try await backend.logOut(token)
            _ = try await backend.changePassword(.example, by: token)
        }
        let credentials = Credentials(name: Credentials.example.name, password: new)
        let slow = server.port(outcomes, grace: .seconds(60))
        for export in [true, false] {
            guard case .opened(let opened) = try await slow.logIn(credentials, on: .example(2)) else { continue }
            _ = try await slow.deleteAccount(with: Proof(password: new), withExport: export, by: opened.token)
        }
        if case .opened(let opened) = try await backend.logIn(credentials, on: .example(2)) {
            for _ in 1...2 {
                _ = try await backend.deleteAccount(with: Proof(password: new), withExport: false, by: opened.token)
            }
        }
    }

    /// Produces the outcomes of an account with a second factor.
    private static func prove(_ outcomes: ProducedOutcomes) async throws {
        let server = Server()
        let (backend, slow) = (server.port(outcomes), server.port(outcomes, grace: .seconds(600)))
        let without = [
            SealingVault(key: nil),
            SealingVault(key: VaultKey(String(repeating: "0", count: 64)), library: NoCryptography()),
        ].map { server.port(outcomes, vault: $0) }
        let right = Proof(password: .example, code: .time(.example))
        var token = try await signUp(with: backend)
        for wish in SecondFactorWish.allCases {
            for proof in [unproved, right] { _ = try await backend.changeSecondFactor(wish, with: proof, by: token) }
            _ = try await backend.changeSecondFactor(wish, with: right, by: .fixture())
        }
        for backend in without { _ = try? await backend.changeSecondFactor(.setUp, with: right, by: token) }
        for token in [token, .fixture()] { _ = try await backend.confirmSecondFactor(.other, by: token) }
        for backend in without { _ = try? await backend.confirmSecondFactor(.time(.example), by: token) }
        for _ in 1...2 { _ = try await backend.confirmSecondFactor(.time(.example), by: token) }
        for backend in without { await ask(backend, with: token, proof: right) }
        for _ in 1...2 {
            guard case .codeNeeded(let ticket) = try await backend.logIn(.example, on: .example(2)) else {
                throw NeverHappened(expectation: "a code is needed", limit: .zero)
            }
            for backend in without { _ = try? await backend.continueLogin(ticket, with: .time(.example)) }
            server.clock.advance(by: .seconds(60))
            for code in [SecondCode.other, .time(.example), .time(.example)] {
                guard case .opened(let opened) = try await backend.continueLogin(ticket, with: code) else { continue }
                token = opened.token
            }
            server.clock.advance(by: .seconds(60))
            _ = try await slow.deleteAccount(with: right, withExport: false, by: token)
        }
        _ = try await backend.continueLogin(.example, with: .other)
        try await refuse(Proof(password: .example), by: backend, server)
        try await refuse(Proof(password: .example, code: .other), by: backend, server)
    }

    /// Produces the refusals of a proof, and then the changes of the second factor.
    private static func refuse(
        _ proof: Proof, by backend: any AccountBackend, _ server: Server
    ) async throws {
        guard case .codeNeeded(let ticket) = try await backend.logIn(.example, on: .example(2)) else { return }
        server.clock.advance(by: .seconds(60))
        guard case .opened(let opened) = try await backend.continueLogin(ticket, with: .time(.example)) else { return }
        let token = opened.token
        let change = PasswordChange(old: .example, new: PasswordChange.example.new, code: proof.code)
        _ = try await backend.changePassword(change, by: token)
        _ = try await backend.end(.others, with: proof, by: token)
        _ = try await backend.deleteAccount(with: proof, withExport: false, by: token)
        for wish in SecondFactorWish.allCases { _ = try await backend.changeSecondFactor(wish, with: proof, by: token) }
        server.clock.advance(by: GuessRules.window)
        for wish in [SecondFactorWish.setUp, .backupCodes, .off, .setUp] {
            server.clock.advance(by: .seconds(60))
            let right = Proof(password: .example, code: .time(.example))
            _ = try await backend.changeSecondFactor(wish, with: right, by: token)
        }
        for _ in 0...GuessRules.limit {
            _ = try await backend.confirmSecondFactor(.time(TimeCode(typed: "000001") ?? .example), by: token)
        }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.changeSecondFactor(.setUp, with: Proof(password: .example), by: token)
        _ = try await backend.confirmSecondFactor(.time(.example), by: token)
        for _ in 0...GuessRules.limit { _ = try await backend.continueLogin(ticket, with: .other) }
        for _ in 0...GuessRules.limit { _ = try await backend.changeSecondFactor(.setUp, with: unproved, by: token) }
        server.clock.advance(by: GuessRules.window)
    }

    private static func failInRegistry(_ outcomes: ProducedOutcomes) async throws {
        for fault in DocumentFault.allCases {
            let server = Server()
            let backend = server.port(outcomes)
            let token = try await signUp(with: backend)
            // The next use of the session must be recorded.
            server.clock.advance(by: SessionRules.usePrecision)
            try fault.befall(server.directory.path + "/accounts.json")
            await ask(backend, with: token)
        }
    }

    private static func failInHasher(_ outcomes: ProducedOutcomes) async throws {
        let server = Server()
        let token = try await signUp(with: server.port(outcomes))
        let without = ScryptHasher(randomSource: SeededRandomSource(), library: NoCryptography())
        await ask(server.port(outcomes, hasher: without), with: token)
        let library = GatedCryptography()
        let busy = ScryptHasher(
            randomSource: SeededRandomSource(), parameters: .fixture(), threads: 1, library: library)
        async let hash = busy.hash(.example)
        try await eventually("a password is hashed") { library.calls.count == 1 }
        await ask(server.port(outcomes, hasher: busy), with: token)
        library.letThrough(1)
        _ = try await hash
    }

    private static func signUp(with backend: any AccountBackend) async throws -> SessionToken {
        let answer = try await backend.signUp(.example, on: .example(1), under: .example)
        guard case .opened(let opened) = answer else { throw NeverHappened(expectation: "\(answer)", limit: .zero) }
        return opened.token
    }

    private static func ask(
        _ backend: any AccountBackend, with token: SessionToken = .example, proof: Proof = .example
    ) async {
        let credentials = Credentials(name: "somebody", password: wrong)
        _ = try? await backend.signUp(credentials, on: .example(1), under: otherKey)
        _ = try? await backend.logIn(.example, on: .example(1))
        _ = try? await backend.session(of: token)
        _ = try? await backend.sessions(of: token)
        _ = try? await backend.nameDevice(.example, by: token)
        _ = try? await backend.end(.others, with: proof, by: token)
        _ = try? await backend.recover(.example)
        _ = try? await backend.export(of: token)
        _ = try? await backend.changePassword(
            PasswordChange(old: .example, new: wrong, code: proof.code), by: token)
        _ = try? await backend.deleteAccount(with: proof, withExport: false, by: token)
        _ = try? await backend.changeSecondFactor(.setUp, with: proof, by: token)
        _ = try? await backend.confirmSecondFactor(.time(.example), by: token)
        _ = try? await backend.continueLogin(.example, with: .time(.example))
        try? await backend.logOut(token)
    }
}
