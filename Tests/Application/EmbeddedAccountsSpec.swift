import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// Random histories compare its other answers with the answers of the service.
@Suite struct 内蔵のバックエンドのアカウント {
    private static let device = UDID.fixture(7)

    /// Tries one password at a time, as fast as the rules allow, with the hash that the program uses.
    @Test func 違うパスワードは二千通り試しても一つも通らない() async throws {
        let random = SeededRandomSource.unpredictable()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let backend = EmbeddedBackend(
            server: .fixture(
                clock: clock, accountRegistry: FileAccountRegistry(directory: directory.path, clock: clock),
                credentialHasher: ScryptHasher(randomSource: random, parameters: .fixture())))
        _ = try await backend.signUp(.example, on: Self.device, under: .example)
        var answers: [LogInAnswer: Int] = [:]

        for _ in 0..<2000 {
            clock.advance(by: GuessRules.window)
            let wrong = Credentials(
                name: Credentials.example.name, password: Password(normalized: "\(random.next()) nobody says"))
            answers[try await backend.logIn(wrong, on: Self.device), default: 0] += 1
        }

        #expect(answers == [.refused: 2000], random.comment)
        guard case .opened = try await backend.logIn(.example, on: Self.device) else {
            Issue.record("the right password is refused")
            return
        }
    }

    @Test func 登録簿とハッシュの失敗はそのまま伝わる() async throws {
        let unreadable = EmbeddedBackend(
            server: .fixture().failing("AccountRegistry.session", with: .unwritable))
        let crowded = EmbeddedBackend(server: .fixture().failing("CredentialHasher.compare", with: .system(error: .混雑)))

        let session = await #expect(throws: ErrorWrapper.self) { try await unreadable.session(of: .example) }
        let logIn = await #expect(throws: ErrorWrapper.self) { try await crowded.logIn(.example, on: Self.device) }

        #expect(session?.name == "書き込みに失敗")
        #expect(logIn?.system == .混雑)
    }
}
