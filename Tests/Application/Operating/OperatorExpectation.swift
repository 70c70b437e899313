import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

/// Expects that the run of an operator has one scene before the goal, and these calls of the administration.
func expectOperation<U: Usecase>(
    _ step: Step<U>, reaching goal: U.Goals, calling calls: [StubAdministration.Call],
    on administration: StubAdministration = StubAdministration(), sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let scenario = try await U.interact(from: step, as: .operator, with: .operated(administration))

    #expect(scenario.goal == goal, sourceLocation: sourceLocation)
    #expect(scenario.sentences == [step.scene.name, goal.name], sourceLocation: sourceLocation)
    #expect(administration.calls == calls, sourceLocation: sourceLocation)
}
