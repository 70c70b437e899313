import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@MainActor
@Suite(.timeLimit(.minutes(5))) struct 端末での復旧 {
    private static let password = "a sentence that nobody says"
    private let screen = InMemoryDisplay()

    /// Starts at the login screen, and presses Ctrl-F until the form is shown. The login screen ignores the key while
    /// the application checks for a session.
    private func run(
        _ accounts: StubAccountBackend = StubAccountBackend()
    ) async throws -> Task<TerminalSession.Ending, Never> {
        let clock = ManualClock()
        let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
        let presenter = ScreenPresenter(
            dependencies: .fixture(clock: clock, dataStore: dataStore, accountBackend: accounts))
        presenter.show(.login(udid: UDID("u-1")))
        let session = TerminalSession(presenter: presenter, display: screen, clock: clock, language: .en)
        let ending = Task { await session.run() }
        await screen.shows("[ctrl-f] forgot your password?")
        try await eventually("the form is shown") {
            press(.control("f"))
            await screen.isDrawn()
            return screen.text.contains("Recover the account")
        }
        return ending
    }

    private func type(_ text: String) { screen.send(.keys(text.map { .character($0) })) }

    private func press(_ keys: DisplayEvent.Key...) { screen.send(.keys(keys)) }

    /// Types the name, a code as people write it down, and the new password. The code of the second factor stays empty.
    private func fillIn(password: String = Self.password) {
        type("ada")
        press(.enter)
        type("OOOO 0000 oooo 0000 0000 0000")
        press(.enter)
        type(password)
        press(.enter)
    }

    @Test func 名前とコードと新しいパスワードを打つと_ログイン画面でそのことを伝える() async throws {
        let accounts = StubAccountBackend()
        let ending = try await run(accounts)

        fillIn()
        press(.enter)
        await screen.shows("The password was changed. Log in with the new one.")

        #expect(accounts.calls == [.recover(.example)])
        #expect(screen.text.contains("› Name"))
        #expect(!screen.text.contains("•"))
        press(.escape)
        let report = await ending.boundValue.report
        #expect(report?.usecase == "RecoverAccount" && report?.exitStatus == .success)
    }

    @Test(arguments: [
        (
            RecoveryAnswer.refused, "The name or the code is wrong, or the code has expired.",
            UsecasesTerminal.ExitStatus.notAllowed
        ),
        (
            .tooOften(until: .example), "This was tried too often. Try again at 2026-11-20 12:00:00 UTC.",
            .tryAgainLater
        ),
    ])
    func 断られたら名前は残り_コードとパスワードは打ち直す(
        answer: RecoveryAnswer, shown: String, status: UsecasesTerminal.ExitStatus
    ) async throws {
        let ending = try await run(StubAccountBackend(recover: .success(answer)))

        fillIn()
        press(.enter)
        await screen.shows(shown)

        try await eventually("the secrets are gone") { !screen.text.contains("•") }
        #expect(screen.text.contains("ada"))
        #expect(screen.text.contains("› Recovery code"))
        press(.escape)
        await screen.shows("This device is ready.")
        press(.escape)
        await expect(ending.boundValue.report?.exitStatus, equals: status)
    }

    @Test func 短すぎるパスワードはサーバに尋ねずに断り_打ち直せば変えられる() async throws {
        let accounts = StubAccountBackend()
        let ending = try await run(accounts)

        fillIn(password: "short")
        press(.enter)
        await screen.shows("! It must have at least 15 characters")
        try await eventually("the secrets are gone") { !screen.text.contains("•") }
        #expect(screen.text.contains("› New password"))
        #expect(accounts.calls == [])
        type(Self.password)
        // The recovery code is empty again, so the key leads there first.
        press(.enter, .enter)
        type("0000-0000-0000-0000-0000-0000")
        press(.enter, .enter, .enter)
        await screen.shows("The password was changed.")

        #expect(accounts.calls == [.recover(.example)])
        press(.escape)
        await expect(ending.boundValue.report?.exitStatus, equals: .success)
    }

    @Test func コードが要れば名前は残り_コードの欄で尋ねる() async throws {
        let accounts = StubAccountBackend(recover: .success(.unproved(.needed)))
        let ending = try await run(accounts)

        fillIn()
        press(.enter)
        await screen.shows("! A code of the second factor")

        try await eventually("the secrets are gone") { !screen.text.contains("•") }
        #expect(screen.text.contains("ada"))
        #expect(screen.text.contains("› Code"))
        type("000 000")
        press(.enter)
        type("0000-0000-0000-0000-0000-0000")
        press(.enter)
        type(Self.password)
        await screen.shows("•••")
        press(.enter, .enter)
        try await eventually("the secrets are gone again") { !screen.text.contains("•") }

        #expect(accounts.calls == [.recover(.example), .recover(.secondExample)])
        press(.escape)
        await screen.shows("This device is ready.")
        press(.escape)
        await expect(ending.boundValue.report?.exitStatus, equals: .notAllowed)
    }

    @Test func やめれば何も尋ねずログイン画面に戻り_名前だけが残る() async throws {
        let accounts = StubAccountBackend()
        let ending = try await run(accounts)

        fillIn()
        await screen.shows("•••")
        press(.escape)
        await screen.shows("This device is ready.")
        press(.control("f"))
        await screen.shows("Recover the account")

        #expect(screen.text.contains("ada"))
        #expect(!screen.text.contains("•"))
        #expect(accounts.calls == [])
        press(.escape, .escape)
        #expect(await ending.boundValue.report == nil)
    }
}
