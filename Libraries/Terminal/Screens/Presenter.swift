public import Observation
public import Usecases

/// Runs use cases and turns the goal that was reached into a new state of the store.
///
/// A view dispatches an initial scene to it: `presenter.dispatch(Greet.initial)`. Its methods are the behaviours of the
/// application, and what the specs call.
@MainActor @Observable
public final class Presenter {
    /// The state that views show.
    public private(set) var store: Store

    private let dependencies: Dependencies
    /// The minimum time for which the splash is shown.
    private let splash: Duration
    private let actor: Actor
    /// Identifies the runs; if it is `nil`, each gets an identifier of its own.
    private let run: UUIDv7?
    /// Is called with the course and the sentence of each scene as it is entered.
    private let onScene: (@Sendable (Course, Sentence) -> Void)?

    /// `splash` is the minimum time of a waiting screen. `onScene` is called at the beginning of each scene.
    public init(
        dependencies: Dependencies,
        store: Store = Store(),
        splash: Duration = .seconds(2),
        actor: Actor = .user,
        run: UUIDv7? = nil,
        onScene: (@Sendable (Course, Sentence) -> Void)? = nil
    ) {
        self.dependencies = dependencies
        self.store = store
        self.splash = splash
        self.actor = actor
        self.run = run
        self.onScene = onScene
    }

    /// Runs the use case and shows the goal that it reached, or why it reached none. `actor` runs it in place of the one
    /// whom the presenter stands for.
    @discardableResult
    public func dispatch<U: Usecase>(_ scene: Step<U>, as actor: Actor? = nil) async -> Report {
        let shown = U.self as? any ShownUsecase.Type
        let outcome: Result<Scenario<U>, UnfinishedScenario<U>>
        if let waiting = shown?.waiting {
            store.screen = waiting
            async let splashIsOver: Void = waitForSplash()
            outcome = await perform(scene, as: actor ?? self.actor)
            await splashIsOver
        } else {
            outcome = await perform(scene, as: actor ?? self.actor)
        }
        return finish(outcome, as: shown)
    }

    /// Shows the screen, without running anything.
    public func show(_ screen: Screen) {
        store.screen = screen
    }

    private func waitForSplash() async {
        do {
            try await dependencies.clock.sleep(for: splash)
        } catch {
            // Only an interruption ends the wait early, and the use case beside it reports that.
        }
    }

    /// Runs the use case, and shows what it is doing.
    private func perform<U: Usecase>(
        _ scene: Step<U>, as actor: Actor
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        let (scenes, observer) = AsyncStream.makeStream(of: Scene<U>.self)
        async let outcome = run(scene, as: actor, observer: observer)
        for await scene in scenes {
            store.currentScene = { U.sentence(scene.name) }
            onScene?(scene.course, U.sentence(scene.name))
        }
        return await outcome
    }

    private func run<U: Usecase>(
        _ scene: Step<U>, as actor: Actor, observer: AsyncStream<Scene<U>>.Continuation
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        do throws(UnfinishedScenario<U>) {
            return .success(
                try await U.interact(from: scene, as: actor, with: dependencies, run: run, observer: observer))
        } catch {
            return .failure(error)
        }
    }

    /// Turns the goal that was reached, or the error, into the next state of the store.
    private func finish<U: Usecase>(
        _ outcome: Result<Scenario<U>, UnfinishedScenario<U>>, as shown: (any ShownUsecase.Type)?
    ) -> Report {
        store.currentScene = nil
        switch outcome {
        case .success(let scenario):
            store.screen = shown?.screen(of: scenario) ?? .goal(of: scenario)
            return Report(scenario, screen: store.screen)
        case .failure(let scenario):
            store.screen = .error(ErrorReport(scenario.error))
            return Report(scenario)
        }
    }
}

/// A use case whose goals have screens of their own. The goals of all others are shown as their sentences.
///
/// The switch over the goals has no `default`: a goal that is added later does not compile until it is shown.
public protocol ShownUsecase: Usecase {
    /// What is shown while the use case runs, at least for the time of the splash; `nil` for what was shown before.
    static var waiting: Screen? { get }
    /// Why the program ends with another status than 0 at one of its goals: parts of sentences, for the help of the program.
    static var exitStatuses: [ExitStatus: [Sentence]] { get }
    /// The screen to which the goal leads.
    static func show(_ scenario: Scenario<Self>) -> Screen
}

extension ShownUsecase {
    /// `nil`: the previous screen stays.
    public static var waiting: Screen? { nil }
    /// None: every goal ends the program with 0.
    public static var exitStatuses: [ExitStatus: [Sentence]] { [:] }

    /// `nil` for the scenario of another use case.
    public static func screen(of scenario: some Sendable) -> Screen? {
        (scenario as? Scenario<Self>).map(show)
    }
}

extension Usecase {
    /// Why the program ends with another status than 0 at one of its goals.
    static var goalStatuses: [ExitStatus: [Sentence]] { (self as? any ShownUsecase.Type)?.exitStatuses ?? [:] }
}

/// The state of the application that views show; only a ``Presenter`` changes it.
public struct Store: Sendable {
    package var screen: Screen
    /// Says which scene is running; it is asked when that is shown, which most runs never do.
    var currentScene: (@Sendable () -> Sentence)?

    /// A store that shows this screen, while no scene runs.
    public init(screen: Screen = .blank) {
        self.screen = screen
    }

    /// The scene that is running.
    package var scene: Sentence? { currentScene?() }
}

extension Store: Equatable {
    /// Compares the screens and the running scenes.
    public static func == (first: Store, second: Store) -> Bool {
        (first.screen, first.scene) == (second.screen, second.scene)
    }
}

/// Waits before each scene, so that people can watch a run.
public struct PacingTap: Tap, RunTap {
    /// The wait before each scene; an error that it throws ends the run there.
    public let pause: @Sendable () async throws(ErrorWrapper) -> Void

    /// A tap that waits in this way.
    public init(pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.pause = pause
    }

    /// The same tap for every run.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    /// Waits; throws the error of the wait.
    public func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
