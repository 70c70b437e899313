import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 内蔵のバックエンドのアカウント {
    private static let device = UDID.fixture(7)
    private static let other = Credentials(name: "grace", password: .example)

    private let clock = ManualClock()
    private let registry = InMemoryAccountRegistry()
    private let hasher = StubCredentialHasher()
    private let backend: EmbeddedBackend

    init() {
        backend = EmbeddedBackend(
            server: .fixture(clock: clock, accountRegistry: registry, credentialHasher: hasher))
    }

    private func signUp(
        _ credentials: Credentials = .example, under key: InstallationKey = .example
    ) async throws -> OpenedSession {
        try #require(try await backend.signUp(credentials, on: Self.device, under: key).opened)
    }

    /// Logs in on a second device.
    private func logIn(_ credentials: Credentials = .example, on number: UInt64 = 8) async throws -> OpenedSession {
        try #require(try await backend.logIn(credentials, on: .fixture(number)).opened)
    }

    @Test func アカウントを作るとそのままログインしている() async throws {
        let opened = try await signUp()

        let loggedIn = try await backend.session(of: opened.token)

        #expect(loggedIn?.account == opened.account)
        #expect(loggedIn?.session.id == opened.session)
        #expect(loggedIn?.session.udid == Self.device)
        #expect(loggedIn?.session.expiresAt == opened.expiresAt)
    }

    @Test func 同じ冪等キーで頼めば同じアカウントの新しいセッションになり_前のものは終わる() async throws {
        let first = try await signUp()
        let second = try await signUp()

        #expect(first.account == second.account)
        #expect(first.session != second.session)
        try await expect(backend.sessions(of: second.token)?.sessions.map(\.id), equals: [second.session])
        try await expect(backend.session(of: first.token), equals: nil)
    }

    @Test func 規則に合わなければ直すところを返す() async throws {
        let answer = try await backend.signUp(.flawedExample, on: Self.device, under: .example)

        #expect(answer == .flawed([.nameCharacters, .passwordTooShort]))
    }

    @Test func 名前が使われているか_冪等キーが別の内容で使われていれば断る() async throws {
        _ = try await signUp()
        let otherPassword = Credentials(name: "ada", password: PasswordChange.example.new)

        let taken = try await backend.signUp(.example, on: Self.device, under: try #require(InstallationKey("k-2")))
        let reused = try await backend.signUp(otherPassword, on: Self.device, under: .example)
        let renamed = try await backend.signUp(Self.other, on: Self.device, under: .example)

        #expect([taken, reused, renamed] == [.nameTaken, .nameTaken, .nameTaken])
        await expect(registry.account(named: try #require(AccountName("grace"))), equals: nil)
    }

    @Test(arguments: [
        Credentials(name: "nobody", password: .example), Credentials(name: "a b", password: .example),
        Credentials(name: "ada", password: PasswordChange.example.new),
    ])
    func 名前かパスワードが違えば_どちらとも言わずに断る(credentials: Credentials) async throws {
        _ = try await signUp()

        try await expect(backend.logIn(credentials, on: Self.device), equals: .refused)
    }

    @Test func 間違いが多すぎれば_次に試せる時刻を返す() async throws {
        _ = try await signUp()
        let wrong = Credentials(name: "ada", password: PasswordChange.example.new)
        for _ in 0..<GuessRules.limit { _ = try await backend.logIn(wrong, on: Self.device) }

        let until = Timestamp.example + GuessRules.window
        try await expect(backend.logIn(.example, on: Self.device), equals: .tooOften(until: until))

        clock.advance(by: GuessRules.window)
        _ = try await logIn()
    }

    @Test func ログアウトすると終わり_ほかのセッションは続く() async throws {
        let (first, second) = (try await signUp(), try await logIn())

        try await backend.logOut(first.token)
        try await backend.logOut(first.token)

        try await expect(backend.session(of: first.token), equals: nil)
        try await expect(backend.sessions(of: first.token), equals: nil)
        try await expect(backend.end(.others, by: first.token), equals: .loggedOut)
        try await expect(
            backend.changePassword(from: .example, to: PasswordChange.example.new, by: first.token), equals: .loggedOut)
        #expect(try await backend.session(of: second.token) != nil)
    }

    @Test func 一つだけでもほかすべてでも_別のアカウントのものは終わらせられない() async throws {
        let own = try await signUp()
        let strangers = try await signUp(Self.other, under: try #require(InstallationKey("k-2")))
        let (second, third, fourth) = (try await logIn(), try await logIn(on: 9), try await logIn(on: 10))

        try await expect(backend.end(.one(strangers.session), by: own.token), equals: .unknown)
        try await expect(backend.end(.one(second.session), by: own.token), equals: .ended)
        try await expect(backend.end(.one(second.session), by: own.token), equals: .unknown)
        try await expect(backend.sessions(of: own.token)?.sessions.count, equals: 3)
        try await expect(backend.end(.others, by: own.token), equals: .ended)

        for ended in [second, third, fourth] { try await expect(backend.session(of: ended.token), equals: nil) }
        #expect(try await backend.session(of: own.token) != nil)
        #expect(try await backend.session(of: strangers.token) != nil)
    }

    @Test func パスワードを変えると_新しいものだけで_ほかの端末はログアウトする() async throws {
        let (first, second) = (try await signUp(), try await logIn())
        let new = PasswordChange.example.new

        guard case .changed(let rotated) = try await backend.changePassword(from: .example, to: new, by: first.token)
        else {
            Issue.record("the password was not changed")
            return
        }

        #expect(try await backend.session(of: rotated.token) != nil)
        try await expect(backend.session(of: first.token), equals: nil)
        try await expect(backend.session(of: second.token), equals: nil)
        try await expect(backend.logIn(.example, on: Self.device), equals: .refused)
        _ = try await logIn(Credentials(name: "ada", password: new))
    }

    @Test func 変えられないわけを返す() async throws {
        let token = try await signUp().token
        let new = PasswordChange.example.new

        let flawed = try await backend.changePassword(from: .example, to: Password(normalized: "short"), by: token)
        let refused = try await backend.changePassword(from: new, to: new, by: token)
        for _ in 1..<GuessRules.limit { _ = try await backend.changePassword(from: new, to: new, by: token) }
        let tooOften = try await backend.changePassword(from: .example, to: new, by: token)

        #expect(flawed == .flawed([.passwordTooShort]))
        #expect(refused == .refused)
        #expect(tooOften == .tooOften(until: .example + GuessRules.window))
    }

    /// Tries one password at a time, as fast as the rules allow, with the hash that the program uses.
    @Test func 違うパスワードは二千通り試しても一つも通らない() async throws {
        let random = SeededRandomSource.unpredictable()
        let directory = try TemporaryDirectory()
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
        let crowded = EmbeddedBackend(server: .fixture().failing("CredentialHasher.compare", with: .crowded))

        let session = await #expect(throws: ErrorWrapper.self) { try await unreadable.session(of: .example) }
        let logIn = await #expect(throws: ErrorWrapper.self) { try await crowded.logIn(.example, on: Self.device) }

        #expect(session?.name == "書き込みに失敗")
        #expect(logIn?.system == .hasher(.混雑))
    }
}

extension SignUpAnswer {
    fileprivate var opened: OpenedSession? { if case .opened(let opened) = self { opened } else { nil } }
}

extension LogInAnswer {
    fileprivate var opened: OpenedSession? { if case .opened(let opened) = self { opened } else { nil } }
}
