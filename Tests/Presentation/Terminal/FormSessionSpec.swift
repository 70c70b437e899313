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
@Suite(.timeLimit(.minutes(5))) struct 端末でのフォーム {
    private let screen = InMemoryDisplay()
    private let clock = ManualClock()

    private func run(
        _ shown: Screen = .login(udid: .fixture()), accounts: StubAccountBackend = StubAccountBackend(),
        isSlow: Bool = false, keeping: KeyValue...
    ) async -> (presenter: ScreenPresenter, ending: Task<TerminalSession.Ending, Never>) {
        let dataStore = InMemoryDataStore(DeviceMemory.keys.udid.with("u-1"))
        for value in keeping { await dataStore.save(value) }
        var dependencies = Dependencies.fixture(clock: clock, dataStore: dataStore, accountBackend: accounts)
        if isSlow {
            dependencies = dependencies.before("AccountBackend.session") { [clock] () async throws(ErrorWrapper) in
                try await clock.sleep(for: .seconds(3600))
            }
        }
        let presenter = ScreenPresenter(dependencies: dependencies)
        presenter.show(shown)
        let session = TerminalSession(presenter: presenter, display: screen, clock: clock, language: .en)
        return (presenter, Task { await session.run() })
    }

    private func type(_ text: String) { screen.send(.keys(text.map { .character($0) })) }

    private func press(_ keys: DisplayEvent.Key...) { screen.send(.keys(keys)) }

    private func submit(until shown: String) async {
        press(.enter)
        await screen.shows(shown)
    }

    private static let token = DeviceMemory.keys.session.with(.example)

    @Test func 名前とパスワードを打ってログインしキーの文字も打てる() async throws {
        let accounts = StubAccountBackend()
        let (presenter, ending) = await run(accounts: accounts)
        await screen.shows("Password")

        type("qr")
        press(.enter)
        screen.send(.key(.paste("ﾊﾟﾅﾏ q\nr")))
        await screen.shows("••••••")
        #expect(screen.text.contains("qr"))
        #expect(accounts.calls == [])
        await submit(until: "Logged in as ada")

        let credentials = Credentials(name: "qr", password: Password(normalized: "パナマ qr"))
        #expect(accounts.calls == [.logIn(credentials, device: UDID("u-1") ?? .fixture())])
        #expect(presenter.screen == .home(account: .example, udid: UDID("u-1")))
        #expect(!"\(presenter.screen)".contains("パナマ"))
        #expect(screen.cursor == nil)
        press(.character("q"))
        let end = await ending.boundValue
        #expect(end.report?.usecase == "LogIn" && end.report?.exitStatus == .success)
    }

    @Test func 断られたら名前は残りパスワードは打ち直す() async throws {
        let (_, ending) = await run(accounts: StubAccountBackend(logIn: .success(.refused)))
        await screen.shows("Password")

        type("ada")
        press(.tab)
        type("wrong")
        await submit(until: "The name or the password is wrong.")

        #expect(!screen.text.contains("! "))
        #expect(screen.text.contains("ada"))
        try await eventually("the password is gone") { !screen.text.contains("•") }
        press(.escape)
        let end = await ending.boundValue
        #expect(end.report?.exitStatus == .notAllowed)
    }

    @Test func サーバに届かなければ同じ入力でもう一度試せフォームにも戻れる() async throws {
        let error = ErrorWrapper.service(error: .client(.networkUnreachable))
        let (_, ending) = await run(accounts: StubAccountBackend(logIn: .failure(error)))
        await screen.shows("Password")
        type("ada")
        press(.tab)
        type("secret")

        await submit(until: "[r] try again")
        #expect(screen.text.contains("[esc] back"))
        press(.escape)
        await screen.shows("› Password")

        #expect(screen.text.contains("ada") && !screen.text.contains("•"))
        press(.escape)
        await expect(ending.boundValue.report?.exitStatus, equals: .unavailable)
    }

    @Suite @MainActor struct 初めて現れたとき {
        private let outer = 端末でのフォーム()

        @Test func アプリが見回る間に送ったものはその後で送られる() async {
            let accounts = StubAccountBackend(session: .success(nil))
            let (_, ending) = await outer.run(accounts: accounts, keeping: 端末でのフォーム.token)

            // The session has drawn nothing yet.
            outer.screen.send(.keys("ada".map { .character($0) } + [.tab] + "secret".map { .character($0) } + [.enter]))
            await outer.screen.shows("Logged in as ada")

            let credentials = Credentials(name: "ada", password: Password(normalized: "secret"))
            #expect(
                accounts.calls == [.session(.example), .logIn(credentials, device: UDID("u-1") ?? .fixture())])
            outer.press(.character("q"))
            _ = await ending.boundValue
        }

        @Test func 見回りで別の画面になれば_送ったものは捨てられる() async {
            let accounts = StubAccountBackend()
            let (_, ending) = await outer.run(accounts: accounts, keeping: 端末でのフォーム.token)

            outer.screen.send(.keys("bob".map { .character($0) } + [.tab] + "secret".map { .character($0) } + [.enter]))
            await outer.screen.shows("Logged in as ada")

            #expect(accounts.calls == [.session(.example)])
            outer.press(.character("q"))
            _ = await ending.boundValue
        }

        @Test func ログイン状態が残っていればホーム画面になる() async {
            let accounts = StubAccountBackend()
            let (presenter, ending) = await outer.run(accounts: accounts, keeping: 端末でのフォーム.token)

            await outer.screen.shows("Logged in as ada")

            #expect(presenter.screen.name == "home")
            #expect(accounts.calls == [.session(.example)])
            outer.press(.character("q"))
            // The session did not request it.
            #expect(await ending.boundValue.report == nil)
        }

        @Test func サーバに届かなければログイン画面に残りそのことを伝える() async {
            let error = ErrorWrapper.service(error: .client(.networkUnreachable))
            let (presenter, ending) = await outer.run(
                accounts: StubAccountBackend(session: .failure(error)), keeping: 端末でのフォーム.token)

            await outer.screen.shows("could not be reached")

            #expect(presenter.screen.name == "login")
            #expect(outer.screen.text.contains("Password"))
            #expect(outer.screen.cursor != nil)
            outer.press(.escape)
            #expect(await ending.boundValue.report == nil)
        }

        @Test func 確かめている間も打てて打ったものは残る() async throws {
            let accounts = StubAccountBackend(session: .success(nil))
            let (_, ending) = await outer.run(accounts: accounts, isSlow: true, keeping: 端末でのフォーム.token)
            await outer.clock.sleepers(2)
            outer.clock.advance(by: .milliseconds(100))
            await outer.screen.shows("asks the server")

            outer.type("ada")
            outer.press(.enter)
            outer.type("secret")
            await outer.screen.shows("••••••")
            #expect(outer.screen.text.contains("asks the server"))
            await outer.clock.sleepers(2)
            outer.clock.advance(by: .seconds(3600))
            try await eventually("it has ended") { !outer.screen.text.contains("asks the server") }

            #expect(outer.screen.text.contains("ada") && outer.screen.text.contains("••••••"))
            outer.press(.escape)
            #expect(await ending.boundValue.report == nil)
        }

        @Test func 一度だけ確かめる() async throws {
            let accounts = StubAccountBackend()
            let (_, ending) = await outer.run(accounts: accounts, keeping: 端末でのフォーム.token)
            await outer.screen.shows("Logged in as ada")

            outer.press(.character("l"))
            await outer.screen.shows("Logged out.")
            await outer.screen.shows("› Name")

            #expect(accounts.calls == [.session(.example), .logOut(.example)])
            outer.press(.escape)
            await expect(ending.boundValue.report?.usecase, equals: "LogOut")
        }
    }

    @Suite @MainActor struct ほかの画面へ {
        private let outer = 端末でのフォーム()

        @Test func 何も実行せずに移りエスケープで戻る() async {
            let accounts = StubAccountBackend()
            let (presenter, ending) = await outer.run(accounts: accounts)
            await outer.screen.shows("[esc] quit")
            try? await eventually("the application has looked around") { presenter.scene == nil }

            outer.type("ada")
            try? await eventually("sign up is shown") {
                outer.press(.control("n"))
                await outer.screen.isDrawn()
                return outer.screen.text.contains("Sign up")
            }
            #expect(presenter.screen == .signUp())
            #expect(outer.screen.text.contains("[esc] back"))
            #expect(!outer.screen.text.contains("ada"))
            outer.press(.escape)
            await outer.screen.shows("This device is ready.")

            #expect(outer.screen.text.contains("ada"))
            #expect(accounts.calls == [])
            outer.press(.escape)
            #expect(await ending.boundValue.report == nil)
        }

        @Test func ホームから端末の一覧へ行き選んで終わらせて戻る() async throws {
            let accounts = StubAccountBackend()
            let (_, ending) = await outer.run(
                .home(account: .example, udid: UDID("u-1")), accounts: accounts, keeping: 端末でのフォーム.token)
            await outer.screen.shows("[s]")

            outer.press(.character("s"))
            await outer.screen.shows("(this device)")
            #expect(
                outer.screen.text.contains(
                    "› Device without a name (this device)\n  Device identifier (UDID): \(UDID.example(1))"))
            #expect(outer.screen.text.contains("[e] log out"))
            outer.press(.down, .down)
            await outer.screen.shows("[e] log it out")
            outer.press(.character("e"))
            await outer.screen.shows("Log a device out")
            #expect(outer.screen.text.contains("\(UDID.example(2))"))
            outer.type("a sentence that nobody says")
            outer.press(.enter, .enter)
            await outer.screen.shows("The device is logged out.")

            #expect(!outer.screen.text.contains("\(UDID.example(2))"))
            #expect(accounts.calls == [.sessions(.example), .end(.one(Session.otherExample.id), .example, .example)])
            outer.press(.escape)
            await outer.screen.shows("Logged in as ada")
            outer.press(.escape, .character("q"))
            await expect(ending.boundValue.report?.usecase, equals: "EndSession")
        }

        @Test func 規則に合わなければ直すところが欄の下に出て終われば戻らない() async throws {
            let accounts = StubAccountBackend()
            let (_, ending) = await outer.run(.signUp(), accounts: accounts)
            await outer.screen.shows("Sign up")

            outer.type("a b")
            outer.press(.enter)
            outer.type("short")
            outer.press(.enter)
            await outer.screen.shows("! It must have at least 15 characters")
            #expect(outer.screen.text.contains("! It can have only a to z"))
            #expect(outer.screen.text.contains("› Name"))
            try await eventually("the password is gone") { !outer.screen.text.contains("•") }
            outer.press(.control("u"))
            outer.type("ada")
            outer.press(.enter)
            outer.type("a sentence that nobody says")
            outer.press(.enter)
            await outer.screen.shows("Logged in as ada")

            #expect(!outer.screen.text.contains("[esc]"))
            #expect(accounts.calls.count == 1)
            outer.press(.character("q"))
            await expect(ending.boundValue.report?.exitStatus, equals: .success)
        }
    }

    @Test func 大きな貼り付けは一度に描かれ送られない() async {
        let accounts = StubAccountBackend()
        let (_, ending) = await run(.signUp(), accounts: accounts)
        await screen.shows("› Name")
        press(.tab)
        await screen.shows("› Password")
        let before = screen.drawings

        screen.send(.key(.paste(Secret(String(repeating: "日本\n", count: 1 << 14)))))
        await screen.shows("…•")

        #expect(screen.drawings == before + 1)
        #expect(accounts.calls == [])
        press(.escape)
        _ = await ending.boundValue
    }

    @Test func 中断はフォームの中でも終わらせる() async {
        let (_, ending) = await run()
        await screen.shows("Password")

        screen.send(.interrupted(signal: 2))
        screen.send(.interrupted(signal: 2))

        await expect(ending.boundValue.signal, equals: 2)
    }
}
