import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum AccountBackendOutcomes: OutcomeProducer {
    static let port = Port<any AccountBackend>.name
    private static let otherKey = InstallationKey(UUIDv7.fixture())
    private static let wrong = Password(normalized: "nobody has this sentence")

    /// The server of an embedded backend, with its accounts in a file.
    private struct Server {
        let directory = TemporaryDirectory()
        let clock = ManualClock()

        var hasher: ScryptHasher { ScryptHasher(randomSource: SeededRandomSource(), parameters: .fixture()) }

        func port(_ outcomes: ProducedOutcomes, hasher: ScryptHasher? = nil) -> Port<any AccountBackend> {
            let server = Dependencies(clock: clock, randomSource: SeededRandomSource()) {
                $0.accountRegistry.adapter = FileAccountRegistry(directory: directory.path, clock: clock)
                $0.credentialHasher.adapter = hasher ?? self.hasher
            }
            return outcomes.port(\.accountBackend, EmbeddedBackend(server: server))
        }
    }

    static func produce(for outcomes: ProducedOutcomes) async throws {
        try await answer(outcomes)
        try await failInRegistry(outcomes)
        try await failInHasher(outcomes)
        let service = { BackendAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<BackendAPIs>) in
            await self.ask(outcomes.port(\.accountBackend, APIBackend(client: client, clock: ManualClock())))
        }
        for (status, code) in [
            (401, ErrorResponse.sessionEnded), (401, ErrorResponse.wrongPassword), (404, ErrorResponse.noSuchSession),
            (401, ErrorResponse.wrongRecovery),
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
        let (old, new) = (PasswordChange.example.old, PasswordChange.example.new)
        for _ in 0...GuessRules.limit { _ = try await backend.changePassword(from: wrong, to: new, by: token) }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.changePassword(from: old, to: PasswordChange.flawedExample.new, by: token)
        if case .changed(let opened) = try await backend.changePassword(from: old, to: new, by: token) {
            token = opened.token
        }
        for _ in 0...GuessRules.limit { _ = try await backend.deleteAccount(with: wrong, by: token) }
        server.clock.advance(by: GuessRules.window)
        for _ in 0...GuessRules.limit { _ = try await backend.end(.others, with: wrong, by: token) }
        server.clock.advance(by: GuessRules.window)
        _ = try await backend.recover(.flawedExample)
        for _ in 0...GuessRules.limit { _ = try await backend.recover(.example) }
        server.clock.advance(by: GuessRules.window)
        for token in [token, .fixture()] {
            _ = try await backend.session(of: token)
            _ = try await backend.export(of: token)
            _ = try await backend.sessions(of: token)
            _ = try await backend.nameDevice(.example, by: token)
            _ = try await backend.end(.one(.fixture()), with: new, by: token)
            _ = try await backend.end(.others, with: new, by: token)
            try await backend.logOut(token)
            _ = try await backend.changePassword(from: old, to: new, by: token)
        }
        if case .opened(let opened) = try await backend.logIn(
            Credentials(name: Credentials.example.name, password: new), on: .example(2))
        {
            for _ in 1...2 { _ = try await backend.deleteAccount(with: new, by: opened.token) }
        }
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

    private static func ask(_ backend: any AccountBackend, with token: SessionToken = .example) async {
        let credentials = Credentials(name: "somebody", password: wrong)
        _ = try? await backend.signUp(credentials, on: .example(1), under: otherKey)
        _ = try? await backend.logIn(.example, on: .example(1))
        _ = try? await backend.session(of: token)
        _ = try? await backend.sessions(of: token)
        _ = try? await backend.nameDevice(.example, by: token)
        _ = try? await backend.end(.others, with: .example, by: token)
        _ = try? await backend.recover(.example)
        _ = try? await backend.export(of: token)
        _ = try? await backend.changePassword(from: .example, to: wrong, by: token)
        _ = try? await backend.deleteAccount(with: .example, by: token)
        try? await backend.logOut(token)
    }
}
