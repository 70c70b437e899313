public import UsecasesEngine
import UsecasesPresenter

/// A presenter of screens, for terminals and browsers. A goal is shown by its ``ShownUsecase``, and an error by its page.
///
/// A command dispatches an initial scene with `presenter.dispatch(Greet.initial)`. The methods of the presenter are the
/// behaviours of the application, and the specs call them.
@MainActor
public final class ScreenPresenter {
    private let presenter: Presenter<Screen>
    private let clock: any Clock
    /// The minimum time for each splash, or `nil` if only the first start of a device has one.
    private let splash: Duration?
    /// The wait for the end of the shown splash.
    private var splashWait: Task<Void, Never>?

    /// The shown screen.
    public var screen: Screen { presenter.shown }
    /// The sentence of the running scene.
    package var scene: Sentence? { presenter.scene }

    /// Creates a presenter. `splash` is the minimum time of each waiting screen. If it is `nil`, only a run that a use case
    /// calls a first start has a splash, for two seconds. `onScene` is called at the start of each scene. If `run` is
    /// `nil`, each run gets a new identifier.
    public init(
        dependencies: Dependencies,
        splash: Duration? = nil,
        actor: Actor = .user,
        run: UUIDv7? = nil,
        onScene: (@Sendable (Course, Sentence) -> Void)? = nil
    ) {
        clock = dependencies.clock
        self.splash = splash
        presenter = Presenter(
            shown: .blank, dependencies: dependencies, actor: actor, run: run, onScene: onScene,
            error: { .error(ErrorReport($0)) })
    }

    /// Runs the use case, and shows the reached goal or the error. The run uses `actor` instead of the presenter's
    /// actor, if it is given.
    @discardableResult
    public func dispatch<U: Usecase>(_ scene: Step<U>, as actor: Actor? = nil) async -> Report {
        let shown = U.self as? any ShownUsecase.Type
        let wait = shown?.waiting.map(startSplash)
        let outcome = await presenter.dispatch(scene, as: actor) { outcome in
            guard let wait else { return }
            let isFirstStart = (try? outcome.get()).map { shown?.isFirstStart($0) ?? false }
            if splash == nil, isFirstStart != true { wait.cancel() }
            await withTaskCancellationHandler {
                await wait.value
            } onCancel: {
                wait.cancel()
            }
        } scenario: {
            U.goalScreen(of: $0)
        }
        return switch outcome {
        case .success(let scenario): Report(scenario, screen: screen)
        case .failure(let scenario): Report(scenario)
        }
    }

    /// Shows the screen without running a use case.
    public func show(_ screen: Screen) {
        presenter.show(screen)
    }

    /// Ends the shown splash as soon as its use case ends.
    func endSplash() {
        splashWait?.cancel()
    }

    /// Shows the screen, and returns the wait for the end of its splash.
    private func startSplash(showing screen: Screen) -> Task<Void, Never> {
        show(screen)
        let wait = Task { [clock, splash] in
            // Only an interruption or a key ends the wait early.
            do { try await clock.sleep(for: splash ?? .seconds(2)) } catch {}
        }
        splashWait = wait
        return wait
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

    /// Returns the screen that shows the goal of the scenario.
    static func goalScreen(of scenario: Scenario<Self>) -> Screen {
        (self as? any ShownUsecase.Type)?.screen(of: scenario) ?? .goal(of: scenario)
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
