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
@Suite(.timeLimit(.minutes(5))) struct 端末での対話 {
    private let screen = InMemoryDisplay()
    private let clock = ManualClock()
    private let dataStore = InMemoryDataStore()

    private func session(backend: any Backend = StubBackend(), splash: Duration = .zero) -> TerminalSession {
        let dependencies = Dependencies.fixture(clock: clock, dataStore: dataStore, backend: backend)
        return TerminalSession(
            presenter: ScreenPresenter(dependencies: dependencies, splash: splash), display: screen, clock: clock,
            language: .en)
    }

    private func boot(_ session: TerminalSession) -> Task<TerminalSession.Ending, Never> {
        Task { await session.run { await $0.dispatch(Boot.initial) } }
    }

    @Test func スプラッシュは少なくとも二秒動きながら示される() async {
        let running = boot(session(splash: .seconds(2)))

        var pictures: Set<String> = []
        for _ in 0..<19 {
            await clock.sleepers(2)
            clock.advance(by: .milliseconds(100))
            await screen.isDrawn()
            pictures.insert(screen.text)
        }
        #expect(pictures.count == 19)
        #expect(pictures.allSatisfy { $0.contains("application") && !$0.contains("Tutorial") })
        clock.advance(by: .milliseconds(100))
        await screen.shows("Tutorial")

        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.exitStatus, equals: .success)
    }

    @Test func チュートリアルを完了するとログイン画面になりUDIDを示す() async throws {
        let running = boot(session())

        await screen.shows("Tutorial 1/7")
        screen.send(.key(.character("s")))
        await screen.shows("This device is ready.")

        // After that, the application checks whether a user is logged in, and on which device.
        await screen.shows(UDID.fixture().rawValue)
        try await expect(dataStore.get(DeviceMemory.keys.hasCompletedTutorial), equals: true)
        screen.send(.key(.escape))
        let ending = await running.boundValue
        #expect(ending.report?.usecase == "CompleteTutorial")
        #expect(ending.signal == nil)
    }

    @Test func 失敗したらもう一度試せる() async {
        let running = boot(session(backend: StubBackend(failures: 1)))

        await screen.shows("[r] try again")
        screen.send(.key(.character("r")))
        await screen.shows("Tutorial")

        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.exitStatus, equals: .success)
    }

    @Test func 失敗したまま終えると失敗が残る() async {
        let running = boot(session(backend: StubBackend(.failure(.service(error: .client(.networkUnreachable))))))

        await screen.shows("[r] try again")
        screen.send(.key(.endOfInput))

        await expect(running.boundValue.report?.exitStatus, equals: .unavailable)
    }

    @Test func 中断するとユースケースが止まって終わる() async {
        let running = boot(session(backend: HangingBackend(clock: clock)))

        await clock.sleepers(2)
        screen.send(.interrupted(signal: 2))

        let ending = await running.boundValue
        #expect(ending.signal == 2)
        #expect(ending.report == nil || ending.report?.exitStatus == .interrupted)
    }

    @Test func 大きさが変わったら描き直す() async {
        let running = boot(session())
        await screen.shows("Tutorial")

        screen.size = (columns: 20, rows: 4)
        screen.send(.resized)
        await screen.shows("…")

        #expect(screen.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 4)
        screen.send(.key(.character("q")))
        _ = await running.boundValue
    }

    @Test func 一度に来たキーは一度だけ描かれ後の中断はすぐ届く() async {
        let running = boot(session())
        await screen.shows("Tutorial 1/7")
        await clock.sleepers(1)
        let before = screen.drawings

        screen.send(.keys(Array(repeating: .character("x"), count: 10_000)))
        screen.send(.interrupted(signal: 2))

        await expect(running.boundValue.signal, equals: 2)
        #expect(screen.drawings <= before + 1)
    }

    @Test func 入りきらない画面は動かして読め新しい画面は初めから示される() async {
        screen.size = (columns: 40, rows: 8)
        let running = boot(session())
        await screen.shows("Tutorial 1/7")

        screen.send(.keys([.pageDown, .pageDown, .pageDown, .pageDown, .pageDown, .down, .up, .pageUp]))
        screen.send(.keys(Array(repeating: .down, count: 100)))
        await screen.shows("touched.")
        #expect(!screen.text.contains("Tutorial"))
        screen.send(.key(.character("g")))
        await screen.shows("Tutorial 1/7")
        screen.send(.key(.character("?")))
        await screen.shows("one line")
        screen.send(.key(.escape))
        await screen.shows("Tutorial 1/7")
        screen.send(.key(.end))
        await screen.shows("touched.")
        screen.send(.key(.enter))
        await screen.shows("Tutorial 2/7")
        screen.send(.key(.character("s")))
        await screen.shows("Password")

        #expect(screen.text.contains("Log in"))
        screen.send(.key(.escape))
        _ = await running.boundValue
    }

}
