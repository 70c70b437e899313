public import Observation
public import UsecasesEngine

/// A presenter that runs use cases and turns the reached goal into a new state of the store.
///
/// A view dispatches an initial scene with `presenter.dispatch(Greet.initial)`. The methods of the presenter are the
/// behaviours of the application, and the specs call them.
@MainActor @Observable
public final class Presenter {
    /// The state that views show.
    public private(set) var store: Store

    private let dependencies: Dependencies
    /// The minimum time for each splash, or `nil` if only the first start of a device has one.
    private let splash: Duration?
    /// The wait for the end of the shown splash.
    private var splashWait: Task<Void, Never>?
    private let actor: Actor
    /// The identifier of the runs. If it is `nil`, each run gets a new identifier.
    private let run: UUIDv7?
    /// A function that receives the course and the sentence of each scene when the scene is entered.
    private let onScene: (@Sendable (Course, Sentence) -> Void)?

    /// Creates a presenter. `splash` is the minimum time of each waiting screen. If it is `nil`, only a run that a use case
    /// calls a first start has a splash, for two seconds. `onScene` is called at the start of each scene.
    public init(
        dependencies: Dependencies,
        store: Store = Store(),
        splash: Duration? = nil,
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

    /// Runs the use case, and shows the reached goal or the error. The run uses `actor` instead of the presenter's
    /// actor, if it is given.
    @discardableResult
    public func dispatch<U: Usecase>(_ scene: Step<U>, as actor: Actor? = nil) async -> Report {
        let shown = U.self as? any ShownUsecase.Type
        let outcome: Result<Scenario<U>, UnfinishedScenario<U>>
        if let waiting = shown?.waiting {
            store.screen = waiting
            let wait = Task { [clock = dependencies.clock, splash] in
                // Only an interruption or a key ends the wait early.
                do { try await clock.sleep(for: splash ?? .seconds(2)) } catch {}
            }
            splashWait = wait
            outcome = await perform(scene, as: actor ?? self.actor)
            if splash == nil, !isFirstStart(outcome, of: shown) { wait.cancel() }
            await withTaskCancellationHandler {
                await wait.value
            } onCancel: {
                wait.cancel()
            }
        } else {
            outcome = await perform(scene, as: actor ?? self.actor)
        }
        return finish(outcome, as: shown)
    }

    /// Shows the screen without running a use case.
    public func show(_ screen: Screen) {
        store.screen = screen
    }

    /// Ends the shown splash as soon as its use case ends.
    func endSplash() {
        splashWait?.cancel()
    }

    private func isFirstStart<U: Usecase>(
        _ outcome: Result<Scenario<U>, UnfinishedScenario<U>>, of shown: (any ShownUsecase.Type)?
    ) -> Bool {
        guard case .success(let scenario) = outcome else { return false }
        return shown?.isFirstStart(scenario) ?? false
    }

    /// Runs the use case, and shows the running scene.
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

    /// Turns the goal or the error into the next state of the store.
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

/// A use case with its own screens for its goals. The goals of other use cases are shown as their sentences.
///
/// The switch over the goals has no `default`, so a new goal does not compile until it has a screen.
public protocol ShownUsecase: Usecase {
    /// The screen during the run, shown at least for the time of the splash. If it is `nil`, the previous screen stays.
    static var waiting: Screen? { get }
    /// Returns whether the device has started for the first time. Its waiting screen stays for the time of the splash.
    static func isFirstStart(_ scenario: Scenario<Self>) -> Bool
    /// The reasons why a goal ends the program with a status other than 0. They are parts of sentences for the
    /// program's help.
    static var exitStatuses: [ExitStatus: [Sentence]] { get }
    /// Returns the screen of the goal.
    static func show(_ scenario: Scenario<Self>) -> Screen
}

extension ShownUsecase {
    /// `nil` by default, so the previous screen stays.
    public static var waiting: Screen? { nil }
    /// Returns `false` by default.
    public static func isFirstStart(_ scenario: Scenario<Self>) -> Bool { false }
    /// Empty by default, so every goal ends the program with 0.
    public static var exitStatuses: [ExitStatus: [Sentence]] { [:] }

    /// Returns the screen of the scenario, or `nil` if the scenario belongs to a different use case.
    public static func screen(of scenario: some Sendable) -> Screen? {
        (scenario as? Scenario<Self>).map(show)
    }

    /// Returns whether the scenario of this use case is the first start of the device.
    fileprivate static func isFirstStart(_ scenario: some Sendable) -> Bool {
        (scenario as? Scenario<Self>).map { isFirstStart($0) } ?? false
    }
}

extension Usecase {
    /// The reasons why a goal ends the program with a status other than 0.
    static var goalStatuses: [ExitStatus: [Sentence]] { (self as? any ShownUsecase.Type)?.exitStatuses ?? [:] }
}

/// The application state that views show. Only a ``Presenter`` changes it.
public struct Store: Sendable {
    package var screen: Screen
    /// Returns the sentence of the running scene. It is called only when the sentence is shown, because most runs never
    /// show it.
    var currentScene: (@Sendable () -> Sentence)?

    /// Creates a store that shows this screen, without a running scene.
    public init(screen: Screen = .blank) {
        self.screen = screen
    }

    /// The sentence of the running scene.
    package var scene: Sentence? { currentScene?() }
}

extension Store: Equatable {
    /// Compares the screens and the running scenes.
    public static func == (first: Store, second: Store) -> Bool {
        (first.screen, first.scene) == (second.screen, second.scene)
    }
}

/// A tap that waits before each scene, to let the user watch a run.
public struct PacingTap: Tap, RunTap {
    /// The wait before each scene. If it throws an error, the run ends there.
    public let pause: @Sendable () async throws(ErrorWrapper) -> Void

    /// Creates a tap with this wait.
    public init(pause: @escaping @Sendable () async throws(ErrorWrapper) -> Void) {
        self.pause = pause
    }

    /// Returns itself for every run.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    /// Waits. Throws the error of the wait.
    public func enter(_ scene: TappedScene) async throws(ErrorWrapper) { try await pause() }
}
