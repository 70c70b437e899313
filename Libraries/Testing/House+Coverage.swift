import Foundation
import UsecasesLaboratory
public import UsecasesTerminal

extension House {
    /// What the coverage lacks, as sentences: scenarios that no spec covers, or several, and specs that cover none of their own,
    /// or have failed. A spec is a test in a suite with the trait ``Testing/Trait/behaviour``.
    ///
    /// The specs write `file` in a run before: with `USECASES_COVERAGE` in the environment, which names it. Throws if it cannot
    /// be read.
    public static func coverageFindings<App: TerminalApplication>(
        in application: App.Type, from file: String? = Coverage.file
    ) async throws -> [String] {
        guard let file else { return ["`USECASES_COVERED` does not say where the coverage is."] }
        let lines = try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Coverage.Line.self, from: $0)
        }
        let specs = Dictionary(grouping: lines) { $0.walked }.mapValues { Set($0.map(\.spec)) }
        let scenarios = await Explorations.all(in: application).flatMap { exploration in
            exploration.scenarios.map { Coverage.Walked(usecase: exploration.usecase.name, scenario: $0.name) }
        }
        let covered = scenarios.map { (scenario: $0, specs: specs[$0, default: []].sorted()) }
        let own = Set(covered.filter { $0.specs.count == 1 }.flatMap(\.specs))
        let idle = Set(lines.map(\.spec)).subtracting(own)
        let failed = Set(lines.filter { !$0.passed }.map(\.spec))
        return covered.filter { $0.specs.isEmpty }.map { "No spec covers \($0.scenario)" }
            + covered.filter { $0.specs.count > 1 }.map {
                "Several specs cover \($0.scenario): \($0.specs.joined(separator: ", "))"
            }
            + idle.sorted().map { "This spec covers no scenario of its own: \($0)" }
            + failed.sorted().map { "This spec failed: \($0)" }
    }
}
