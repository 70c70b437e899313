package import Application
package import Domain
import Observation

/// Runs use cases and turns the goal that was reached into a new state of the store.
///
/// A view dispatches an initial scene to it: `presenter.dispatch(Boot.initial)`. Its methods are the behaviours of the
/// application, and what the specs call.
@MainActor @Observable
package final class Presenter {
    package private(set) var store = Store()

    private let dependencies: Dependencies
    /// How long the splash is shown at least.
    private let splash: Duration
    private let actor: Actor
    /// Is told the course and the name of each scene as it is entered.
    private let onScene: (@Sendable (Course, String) -> Void)?

    package init(
        dependencies: Dependencies,
        splash: Duration = .seconds(2),
        actor: Actor = .user,
        onScene: (@Sendable (Course, String) -> Void)? = nil
    ) {
        self.dependencies = dependencies
        self.splash = splash
        self.actor = actor
        self.onScene = onScene
    }

    /// Shows the splash, starts the application beside it, and shows the view that the goal names.
    @discardableResult
    package func dispatch(_ scene: Step<Boot>) async -> Report {
        store.screen = .splash
        async let splashIsOver: Void = waitForSplash()
        let outcome = await perform(scene)
        await splashIsOver
        return finish(outcome) { scenario in
            store.udid = scenario.udid
            return switch scenario.goal {
            case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示: .login
            case .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示: .tutorial
            }
        }
    }

    /// Records that the tutorial was completed, and shows the login view.
    @discardableResult
    package func dispatch(_ scene: Step<CompleteTutorial>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .アプリはログイン画面を表示: .login
            }
        }
    }

    /// Forgets the UDID and the tutorial record, and is where it was before the first start.
    @discardableResult
    package func dispatch(_ scene: Step<Reset>) async -> Report {
        finish(await perform(scene)) { scenario in
            switch scenario.goal {
            case .アプリは初期状態に戻ったことを表示:
                store.udid = nil
                return .splash
            }
        }
    }

    /// Shows the tutorial, without running anything.
    package func showTutorial() {
        store.screen = .tutorial
    }

    private func waitForSplash() async {
        do {
            try await dependencies.clock.sleep(for: splash)
        } catch {
            // Only an interruption ends the wait early, and the use case beside it reports that.
        }
    }

    /// Runs the use case, and shows what it is doing.
    func perform<U: Usecase>(_ scene: Step<U>) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        let (scenes, observer) = AsyncStream.makeStream(of: Scene<U>.self)
        async let outcome = run(scene, observer: observer)
        for await scene in scenes {
            store.scene = scene.name
            onScene?(scene.course, scene.name)
        }
        return await outcome
    }

    /// What the run asks of servers belongs to a trace of the run's own identifier.
    private func run<U: Usecase>(
        _ scene: Step<U>, observer: AsyncStream<Scene<U>>.Continuation
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        let run = UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        let trace = TraceContext(run: run, randomSource: dependencies.randomSource)
        return await TraceContext.$current.withValue(trace) {
            do throws(UnfinishedScenario<U>) {
                return .success(
                    try await U.interact(from: scene, as: actor, with: dependencies, run: run, observer: observer))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Turns the goal that was reached, or the error, into the next state of the store.
    func finish<U: Usecase>(
        _ outcome: Result<Scenario<U>, UnfinishedScenario<U>>, show: (Scenario<U>) -> Store.Screen
    ) -> Report {
        store.scene = nil
        switch outcome {
        case .success(let scenario):
            store.screen = show(scenario)
            return Report(scenario, screen: store.screen)
        case .failure(let scenario):
            store.screen = .error(ErrorReport(scenario.error))
            return Report(scenario)
        }
    }
}

extension Scenario<Boot> {
    /// The UDID that the application started with.
    fileprivate var udid: UDID? {
        for case .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(let udid)) in walk.passages.map(\.scene) {
            return udid
        }
        return nil
    }
}
