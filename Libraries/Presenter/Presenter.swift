public import Observation
public import UsecasesEngine

/// A presenter that runs use cases and shows their results. `Shown` is a value with everything that a screen shows.
///
/// A view reads ``shown`` and dispatches initial scenes. Each property wakes only the views that read it.
@MainActor @Observable
public final class Presenter<Shown: Sendable> {
    /// The result that views show.
    public private(set) var shown: Shown
    /// Whether a use case is running.
    public private(set) var isRunning = false
    /// Returns the sentence of the running scene. It is called only when the sentence is shown, because most runs never
    /// show it.
    private var currentScene: (@Sendable () -> Sentence)?

    @ObservationIgnored private var runs = 0
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let actor: Actor
    @ObservationIgnored private let run: UUIDv7?
    @ObservationIgnored private let onScene: (@Sendable (Course, Sentence) -> Void)?
    @ObservationIgnored private let showError: @MainActor (ErrorWrapper) -> Shown

    /// The sentence of the running scene, or `nil` between two runs.
    public var scene: Sentence? { currentScene?() }

    /// Creates a presenter that shows `shown` first. `error` returns what an error shows, the interruption of a
    /// cancelled run included. `onScene` receives the course and the sentence of each scene when the scene is entered.
    /// If `run` is `nil`, each run gets a new identifier.
    public init(
        shown: Shown,
        dependencies: Dependencies,
        actor: Actor = .user,
        run: UUIDv7? = nil,
        onScene: (@Sendable (Course, Sentence) -> Void)? = nil,
        error: @escaping @MainActor (ErrorWrapper) -> Shown
    ) {
        self.shown = shown
        self.dependencies = dependencies
        self.actor = actor
        self.run = run
        self.onScene = onScene
        showError = error
    }

    /// Runs the use case, and shows the reached goal or the error. `goal` returns what a goal shows. If it switches over
    /// the goals without a `default`, a new goal does not compile until it is shown. The run uses `actor` instead of the
    /// presenter's actor, if it is given.
    @discardableResult
    public func dispatch<U: Usecase>(
        _ scene: Step<U>, as actor: Actor? = nil, goal: @MainActor (U.Goals) -> Shown
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        await dispatch(scene, as: actor, settle: { _ in }, scenario: { goal($0.goal) })
    }

    /// Shows the value without running a use case.
    public func show(_ shown: Shown) {
        self.shown = shown
    }

    /// Runs the use case. The end of the run is shown after `settle` has returned.
    package func dispatch<U: Usecase>(
        _ scene: Step<U>, as actor: Actor?,
        settle: @MainActor (Result<Scenario<U>, UnfinishedScenario<U>>) async -> Void,
        scenario show: @MainActor (Scenario<U>) -> Shown
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        runs += 1
        if !isRunning { isRunning = true }
        let outcome = await perform(scene, as: actor ?? self.actor)
        await settle(outcome)
        runs -= 1
        if runs == 0 { isRunning = false }
        currentScene = nil
        switch outcome {
        case .success(let scenario): shown = show(scenario)
        case .failure(let scenario): shown = showError(scenario.error)
        }
        return outcome
    }

    /// Runs the use case, and shows the running scene.
    private func perform<U: Usecase>(
        _ scene: Step<U>, as actor: Actor
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        let (scenes, observer) = AsyncStream.makeStream(of: Scene<U>.self)
        async let outcome = play(scene, as: actor, observer: observer)
        for await scene in scenes {
            currentScene = { U.sentence(scene.name) }
            onScene?(scene.course, U.sentence(scene.name))
        }
        return await outcome
    }

    private func play<U: Usecase>(
        _ scene: Step<U>, as actor: Actor, observer: AsyncStream<Scene<U>>.Continuation
    ) async -> Result<Scenario<U>, UnfinishedScenario<U>> {
        do throws(UnfinishedScenario<U>) {
            return .success(
                try await U.interact(from: scene, as: actor, with: dependencies, run: run, observer: observer))
        } catch {
            return .failure(error)
        }
    }
}
