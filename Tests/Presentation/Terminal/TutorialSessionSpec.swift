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
@Suite(.timeLimit(.minutes(5))) struct 端末でのチュートリアル {
    private let screen = InMemoryDisplay()
    private let clock = ManualClock()
    private let dataStore = InMemoryDataStore()

    private func run(
        failing failure: (call: String, error: ErrorWrapper)? = nil,
        from behaviour: @escaping @MainActor (ScreenPresenter) async -> Report
    ) -> Task<TerminalSession.Ending, Never> {
        var dependencies = Dependencies.fixture(clock: clock, dataStore: dataStore)
        if let failure { dependencies = dependencies.failing(failure.call, with: failure.error) }
        let session = TerminalSession(
            presenter: ScreenPresenter(dependencies: dependencies, splash: .zero), display: screen, clock: clock,
            language: .en)
        return Task { await session.run(startingWith: behaviour) }
    }

    private func read(_ page: TutorialPage? = nil) -> Task<TerminalSession.Ending, Never> {
        let scene = page.map { ReadTutorial.initial(page: $0) } ?? ReadTutorial.initial
        return run { await $0.dispatch(scene) }
    }

    private var page: TutorialPage? {
        get async throws { try await dataStore.get(DeviceMemory.keys.tutorialPage) }
    }

    @Test func シーンは起きたときに現れ最後に説明が出る() async {
        let running = read()
        await screen.shows("Tutorial 1/7")

        let scenes = ["+0ms basic The application checks whether a UDID", "+0ms alternative", "+0ms goal"]
        for (number, scene) in scenes.enumerated() {
            await clock.sleepers(1)
            #expect(screen.text.contains("⋯"))
            for later in scenes[number...] { #expect(!screen.text.contains(later)) }
            clock.advance(by: .milliseconds(250))
            await screen.shows(scene)
        }
        await screen.shows("These 4 scenes")
        while screen.text.contains("⋯") { await screen.isDrawn() }

        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.exitStatus, equals: .success)
    }

    @Test func 次へ進むと前のページの実演は終わり場所が残る() async throws {
        let running = read()
        await screen.shows("Tutorial 1/7")
        await clock.sleepers(1)

        screen.send(.key(.enter))
        await screen.shows("Tutorial 2/7")

        #expect(!screen.text.contains("+0ms"))
        try await expect(page, equals: .alternative)
        await clock.sleepers(1)
        #expect(clock.rests.count == 1)
        clock.advance(by: .milliseconds(250))
        await screen.shows("The first start:\n  +0ms basic")
        screen.send(.key(.character("q")))
        _ = await running.boundValue
        #expect(clock.rests.isEmpty)
    }

    @Test func 戻ると前のページがもう一度実演される() async throws {
        let running = read(.backends)
        await screen.shows("Tutorial 5/7")

        screen.send(.key(.character("b")))
        await screen.shows("Tutorial 4/7")
        await screen.shows("5 scenes, 19 scenarios")
        screen.send(.key(.right))
        await screen.shows("Tutorial 5/7")
        screen.send(.key(.left))
        await screen.shows("Tutorial 4/7")
        await screen.shows("5 scenes, 19 scenarios")

        try await expect(page, equals: .scenarios)
        screen.send(.key(.character("q")))
        _ = await running.boundValue
    }

    @Test func 飛ばすと完了したことになる() async throws {
        let running = read(.failure)
        await screen.shows("Tutorial 3/7")

        screen.send(.key(.character("s")))
        await screen.shows("This device is ready.")

        try await expect(dataStore.get(DeviceMemory.keys.hasCompletedTutorial), equals: true)
        screen.send(.key(.escape))
        _ = await running.boundValue
    }

    @Test func 最後のページではenterで完了する() async throws {
        let running = read(.onward)
        await screen.shows("[enter] complete the tutorial")
        try await expect(dataStore.get(DeviceMemory.keys.hasCompletedTutorial), equals: nil)

        screen.send(.key(.enter))
        await screen.shows("This device is ready.")

        try await expect(dataStore.get(DeviceMemory.keys.hasCompletedTutorial), equals: true)
        screen.send(.key(.escape))
        _ = await running.boundValue
    }

    @Test func 起動すると開いていたページから続く() async throws {
        await dataStore.save(DeviceMemory.keys.tutorialPage.with(.recording))

        let running = run { await $0.dispatch(Boot.initial) }
        await screen.shows("Tutorial 6/7")

        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.usecase, equals: "Boot")
    }

    @Test func 場所を読めなければそう伝え初めの画面が残る() async {
        let running = run(failing: ("DataStore.get(tutorialPage)", .unreadable)) { await $0.dispatch(Boot.initial) }
        await screen.shows("Cannot be read")

        #expect(screen.text.contains("Welcome"))
        #expect(screen.text.contains("[s] skip"))
        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.exitStatus, equals: .success)
    }

    @Test func 場所を記録できなければ説明しもう一度試せる() async {
        let running = run(failing: ("DataStore.save", .unwritable)) { await $0.dispatch(ReadTutorial.initial) }
        await screen.shows("Tutorial 1/7")
        screen.send(.key(.enter))
        await screen.shows("[r] try again")

        #expect(screen.text.contains("Cannot be written"))
        screen.send(.key(.character("q")))
        await expect(running.boundValue.report?.exitStatus, equals: .storeFailure)
    }

    @Test func 実演の途中でも中断すればすぐに終わる() async {
        let running = read(.backends)
        await screen.shows("Tutorial 5/7")
        await clock.sleepers(1)

        screen.send(.interrupted(signal: 2))

        await expect(running.boundValue.signal, equals: 2)
        #expect(clock.rests.isEmpty)
    }

    @Test func 実演の途中で動かしてもその場にとどまる() async {
        screen.size = (columns: 40, rows: 10)
        let running = read()
        await screen.shows("Tutorial 1/7")
        screen.send(.keys([.down, .down]))
        await screen.isDrawn()
        let before = screen.text.split(separator: "\n").first

        await clock.sleepers(1)
        clock.advance(by: .milliseconds(250))
        await screen.isDrawn()

        #expect(screen.text.split(separator: "\n").first == before)
        #expect(before?.contains("Tutorial") == false)
        screen.send(.key(.character("q")))
        _ = await running.boundValue
    }
}
