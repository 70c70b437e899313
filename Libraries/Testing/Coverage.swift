public import Foundation
import Synchronization
public import Testing
public import Usecases
public import UsecasesLaboratory

/// The scenarios that the specs walk, for `make coverage`: written to the file that `USECASES_COVERAGE` names.
public final class Coverage: Sendable {
    /// The coverage of the running test; `nil` if none is requested.
    @TaskLocal public static var current: Coverage?

    /// The file that the specs have written, for ``House/coverageFindings(in:from:)``. `USECASES_COVERED` names it when all
    /// specs have run; `nil` before that.
    public static let file = ProcessInfo.processInfo.environment["USECASES_COVERED"]

    /// A scenario of a use case.
    struct Walked: Hashable, CustomStringConvertible {
        let usecase: String
        let scenario: ScenarioName

        var description: String { "\(usecase): \(scenario)" }
    }

    private struct State {
        var walked: Set<Walked> = []
        var hasFailed = false
    }

    private let state = Mutex(State())

    /// Adds a scenario that the test has walked; the same one counts once.
    public func add(_ scenario: ScenarioName, of usecase: String) {
        state.withLock { _ = $0.walked.insert(Walked(usecase: usecase, scenario: scenario)) }
    }

    /// Marks the test as failed.
    public func fail() {
        state.withLock { $0.hasFailed = true }
    }

    /// A spec that walks no scenario has a line without one.
    struct Line: Codable {
        let spec: String
        let passed: Bool
        var usecase: String?
        var scenes: [String]?
        var failure: String?

        var walked: Walked? {
            usecase.map { Walked(usecase: $0, scenario: ScenarioName(scenes: scenes ?? [], failure: failure)) }
        }
    }

    /// The lines for the file, in JSON: one for each scenario, or one without a scenario. Throws errors of encoding.
    public func lines(of spec: String) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let (walked, hasFailed) = state.withLock { ($0.walked, $0.hasFailed) }
        let lines = walked.map { walked in
            Line(
                spec: spec, passed: !hasFailed, usecase: walked.usecase, scenes: walked.scenario.scenes,
                failure: walked.scenario.failure)
        }
        return try (lines.isEmpty ? [Line(spec: spec, passed: !hasFailed)] : lines).reduce(into: Data()) { data, line in
            data += try encoder.encode(line)
            data.append(UInt8(ascii: "\n"))
        }
    }
}

/// Records the scenarios of a test's runs.
public struct CoverageTap: Tap {
    /// The coverage that the scenarios are added to.
    public let coverage: Coverage

    /// A tap that adds the scenario of this run when the run ends.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        CoveredRun(usecase: run.usecase, coverage: coverage)
    }
}

private final class CoveredRun: RunTap {
    private let usecase: String
    private let coverage: Coverage
    private let scenes = Mutex<[String]>([])

    /// A run of the use case that has entered no scene yet.
    public init(usecase: String, coverage: Coverage) {
        self.usecase = usecase
        self.coverage = coverage
    }

    /// Notes the name of the scene.
    public func enter(_ scene: TappedScene) {
        scenes.withLock { $0.append(scene.name) }
    }

    /// Adds the scenario with its goal or its error to the coverage.
    public func end(_ ending: RunEnding) {
        let passed = scenes.withLock { $0 }
        let scenario =
            switch ending {
            case .goal(let goal): ScenarioName(scenes: passed + [goal.name], failure: nil)
            case .failure(let error): ScenarioName(scenes: passed, failure: error.name)
            }
        coverage.add(scenario, of: usecase)
    }
}

/// Counts the scenarios that the tests of a suite walk.
public struct CoverageTrait: SuiteTrait, TestTrait, TestScoping {
    private static let file = ProcessInfo.processInfo.environment["USECASES_COVERAGE"]
    private static let writing = Mutex(())

    /// `true`: the trait of a suite applies to all tests in it.
    public let isRecursive = true

    /// Runs a test case with a coverage of its own and appends its lines to the file, if one is requested. Throws what
    /// the test case throws, and the errors of writing.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard let file = Self.file, testCase != nil else { return try await function() }
        let coverage = Coverage()
        let watched: IssueHandlingTrait = .compactMapIssues { issue in
            coverage.fail()
            return issue
        }
        try await Coverage.$current.withValue(coverage) {
            try await watched.provideScope(for: test, testCase: testCase, performing: function)
        }
        try Self.append(coverage.lines(of: Self.name(of: test)), to: file)
    }

    /// The suites and the test, without the module and the source location.
    private static func name(of test: Test) -> String {
        "\(test.id)".split(separator: "/").dropLast().joined(separator: "/").split(separator: ".", maxSplits: 1).last
            .map { String($0) } ?? ""
    }

    private static func append(_ lines: Data, to file: String) throws {
        try writing.withLock { _ in
            if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(filePath: file)) }
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: lines)
            try handle.close()
        }
    }
}

extension Trait where Self == CoverageTrait {
    /// Marks the suite as the behaviour spec of a use case.
    public static var behaviour: CoverageTrait { CoverageTrait() }
}
