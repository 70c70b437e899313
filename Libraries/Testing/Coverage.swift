public import Foundation
import Synchronization
public import Testing
public import UsecasesEngine
public import UsecasesLaboratory

/// The scenarios that a spec runs. `make coverage` writes them to the file that `USECASES_COVERAGE` names.
public final class Coverage: Sendable {
    /// The coverage of the running test, or `nil` if no coverage is requested.
    @TaskLocal public static var current: Coverage?

    /// The coverage file for ``House/expectCoverage(of:from:sourceLocation:)``. `USECASES_COVERED` names it after all specs have
    /// run. Until then it is `nil`.
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

    /// Adds a scenario that the test has run. A repeated scenario counts once.
    public func add(_ scenario: ScenarioName, of usecase: String) {
        state.withLock { _ = $0.walked.insert(Walked(usecase: usecase, scenario: scenario)) }
    }

    /// Marks the test as failed.
    public func fail() {
        state.withLock { $0.hasFailed = true }
    }

    /// A line of the coverage file. A spec that runs no scenario has one line without a use case.
    struct Line: Codable {
        let spec: String
        let passed: Bool
        var usecase: String?
        var scenes: [String]?
        var failure: String?
        var error: ErrorNames?

        var walked: Walked? {
            usecase.map { usecase in
                let failure = failure.map(ErrorWrapper.name(meantBy:))
                return Walked(usecase: usecase, scenario: ScenarioName(scenes: scenes ?? [], failure: failure))
            }
        }
    }

    /// Returns the lines for the file as JSON, one per scenario, or one line without a scenario. Throws encoding
    /// errors.
    public func lines(of spec: String) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let (walked, hasFailed) = state.withLock { ($0.walked, $0.hasFailed) }
        let lines = walked.map { walked in
            Line(
                spec: spec, passed: !hasFailed, usecase: walked.usecase, scenes: walked.scenario.scenes,
                failure: walked.scenario.failure, error: walked.scenario.failure.map(ErrorNames.init(of:)))
        }
        return try (lines.isEmpty ? [Line(spec: spec, passed: !hasFailed)] : lines).reduce(into: Data()) { data, line in
            data += try encoder.encode(line)
            data.append(UInt8(ascii: "\n"))
        }
    }
}

/// A tap that records the scenarios of a test's runs.
public struct CoverageTap: Tap {
    /// The coverage that receives the scenarios.
    public let coverage: Coverage

    /// Returns a tap that adds the scenario of this run when the run ends.
    public func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        CoveredRun(usecase: run.usecase, coverage: coverage)
    }
}

private final class CoveredRun: RunTap {
    private let usecase: String
    private let coverage: Coverage
    private let scenes = Mutex<[String]>([])

    /// Creates a tap for a run of the use case that has entered no scene yet.
    public init(usecase: String, coverage: Coverage) {
        self.usecase = usecase
        self.coverage = coverage
    }

    /// Records the name of the scene.
    public func enter(_ scene: TappedScene) {
        scenes.withLock { $0.append(scene.name) }
    }

    /// Adds the scenario to the coverage, with its goal or its error.
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

/// A trait that records the scenarios of a suite's tests.
public struct CoverageTrait: SuiteTrait, TestTrait, TestScoping {
    private static let file = ProcessInfo.processInfo.environment["USECASES_COVERAGE"]
    private static let writing = Mutex(())

    /// `true`, because the trait of a suite applies to all tests in it.
    public let isRecursive = true

    /// Runs a test case with its own coverage, and appends its lines to the file if one is requested. Throws the errors
    /// of the test case and of writing.
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

    /// Returns the names of the suites and the test, without the module and the source location.
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
    /// A trait that marks the suite as the behaviour spec of a use case.
    public static var behaviour: CoverageTrait { CoverageTrait() }
}
