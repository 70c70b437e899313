public import Testing
import UsecasesEngine
public import UsecasesLaboratory

extension House {
    /// Expects that no world breaks an invariant of the application, as its command `worlds` does. Two actors run each
    /// use case that a command starts. The issue has the smallest world that breaks the invariant. A world that lacks the
    /// adapter of a port is a finding, too.
    public static func expectKeptInvariants<App: ExplorableApplication>(
        in application: App.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        record(await brokenInvariants(in: application), sourceLocation)
    }

    package static func brokenInvariants<App: ExplorableApplication>(in application: App.Type) async -> [String] {
        let report = await WorldSurvey(
            App.usecases.flatMap { $0.plannedRuns }, search: App.worlds, bounds: WorldSurvey.Bounds()
        ).run { _, _ in }
        return report.broken.map { WorldStory($0, of: App.usecases).lines(in: .en).joined(separator: "\n") }
            + report.missingPorts.map { "`\(App.self).surroundings` provides no adapter for \($0)." }
            + (report.stuck + report.strayed).map { "Something else than a port decides the steps of \($0)." }
    }
}
