#if Server
import Hummingbird
import Logging
public import UsecasesEngine

/// Runs a use case for a request, within its trace.
public struct UsecaseRunner: Sendable {
    let dependencies: Dependencies
    let sceneSpans: SceneSpans
    let text: ServiceText
    let actor: Actor
    /// The log message for a run that does not reach a goal.
    let failureMessage: Logger.Message

    /// Returns the goal of the run. If it does not reach one, logs the failure and throws a ``Refusal``.
    public func run<U: Usecase>(_ scene: Step<U>, _ context: ServerContext) async throws(Refusal) -> U.Goals {
        do throws(UnfinishedScenario<U>) {
            let scenario = try await U.interact(from: scene, as: actor, with: dependencies)
            if let span = context.span { sceneSpans.record(scenario, under: span) }
            return scenario.goal
        } catch {
            if let span = context.span { sceneSpans.record(error, under: span) }
            if case .system(.application(let reason), _, _) = error.error, reason.meaning == .crowded { throw .crowded }
            throw refusal(because: error.error, context)
        }
    }

    /// Logs the failure, and returns the refusal for it.
    func refusal(because error: ErrorWrapper, _ context: ServerContext) -> Refusal {
        context.log(.warning, failureMessage, .failure(error))
        return .unavailable(because: error, text)
    }
}
#endif
