public import Testing
public import Usecases
import UsecasesTerminal

extension Scenario {
    /// The names of the scenes, in order.
    public var sentences: [String] { scenes.map(\.name) }
}

extension Usecase {
    /// Runs it, and expects that it fails so in the last of these scenes.
    public static func expectFailure(
        _ failure: PortFailure, after sentences: [String], from scene: Step<Self>, as actor: Actor,
        with dependencies: Dependencies, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let unfinished = await #expect(throws: UnfinishedScenario<Self>.self, sourceLocation: sourceLocation) {
            try await interact(from: scene, as: actor, with: dependencies)
        }
        let report = Report(try #require(unfinished, sourceLocation: sourceLocation))
        #expect(report.sentences == sentences, sourceLocation: sourceLocation)
        #expect(report.failure?.name == failure.name, sourceLocation: sourceLocation)
        #expect(report.failure?.args == failure.error.args, sourceLocation: sourceLocation)
        #expect(report.exitStatus == failure.exitStatus, sourceLocation: sourceLocation)
    }
}
