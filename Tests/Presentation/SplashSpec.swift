import CalearningApplication
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesTerminal

@MainActor
@Suite(.timeLimit(.minutes(5))) struct スプラッシュ {
    private let clock = ManualClock()

    @Test func ユースケースの後ではなく横で二秒を数える() async {
        let presenter = ScreenPresenter(dependencies: .fixture(clock: clock, backend: HangingBackend(clock: clock)))
        let booting = Task { await presenter.dispatch(Boot.initial) }

        // The splash and the backend sleep at the same time.
        await clock.sleepers(2)
        #expect(presenter.screen == .splash)
        clock.advance(by: .seconds(3600))

        await expect(booting.boundValue.exitStatus, equals: .success)
        #expect(presenter.screen == .tutorial)
    }

    @Test func ユースケースが先に終わっても二秒までは示す() async throws {
        let presenter = ScreenPresenter(dependencies: .fixture(clock: clock))
        let booting = Task {
            await presenter.dispatch(Boot.initial)
            return clock.uptime
        }

        await clock.sleepers(1)
        try await eventually("the goal is reached") {
            presenter.scene == Boot.sentence(Boot.Goals.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示.name)
        }
        // A second boot that starts now without a splash takes more turns than the rest of the first one, apart from
        // its splash.
        await ScreenPresenter(dependencies: .fixture(clock: clock), splash: .zero).dispatch(Boot.initial)
        #expect(clock.rests == [.seconds(2)])
        clock.advance(by: .milliseconds(1999))
        #expect(clock.rests == [.milliseconds(1)])
        #expect(presenter.screen == .splash)
        clock.advance(by: .milliseconds(1))

        await expect(booting.boundValue, equals: .seconds(2))
        #expect(presenter.screen == .tutorial)
    }

    @Test func 二度目の起動では待たせない() async {
        let dependencies = Dependencies.fixture(clock: clock)
        await ScreenPresenter(dependencies: dependencies, splash: .zero).dispatch(Boot.initial)

        let again = Task { await ScreenPresenter(dependencies: dependencies).dispatch(Boot.initial) }

        await expect(again.boundValue.exitStatus, equals: .success)
        #expect(clock.uptime == .zero)
    }

    @Test func キーで終わらせられる() async {
        let presenter = ScreenPresenter(dependencies: .fixture(clock: clock))
        let booting = Task { await presenter.dispatch(Boot.initial) }

        await clock.sleepers(1)
        presenter.endSplash()

        await expect(booting.boundValue.exitStatus, equals: .success)
        #expect(presenter.screen == .tutorial)
        #expect(clock.uptime == .zero)
    }

    @Test func 中断されたらすぐに終わる() async {
        let presenter = ScreenPresenter(dependencies: .fixture(clock: clock, backend: HangingBackend(clock: clock)))
        let booting = Task { await presenter.dispatch(Boot.initial) }

        await clock.sleepers(2)
        booting.cancel()

        await expect(booting.boundValue.exitStatus, equals: .interrupted)
    }
}
