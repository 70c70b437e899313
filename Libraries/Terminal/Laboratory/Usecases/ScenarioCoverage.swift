package import Foundation
package import UsecasesEngine
package import UsecasesLaboratory
import UsecasesSystem

/// The scenarios that the specs have run, and whether the specs passed.
package struct ScenarioCoverage: Sendable, Hashable {
    /// The record of a spec that ran a scenario.
    public struct Line: Sendable, Hashable, Decodable {
        /// The name of the spec.
        public let spec: String
        /// Whether the spec passed.
        public let passed: Bool
        /// The name of the use case in the code.
        public let usecase: String
        /// The scenes from the first to the last. A reached goal is the last.
        public let scenes: [String]
        /// The name of the error's case, in Japanese or in ASCII, or `nil` if the scenario reached a goal.
        public let failure: String?

        /// Creates a record.
        public init(spec: String, passed: Bool, usecase: String, scenes: [String], failure: String? = nil) {
            self.spec = spec
            self.passed = passed
            self.usecase = usecase
            self.scenes = scenes
            self.failure = failure
        }
    }

    /// The state of a scenario. All its specs passed, at least one failed, or it has no specs.
    public enum State: String, Sendable, Hashable {
        case passed, failed, uncovered
    }

    package struct Spec: Sendable, Hashable {
        package let name: String
        /// Whether the spec passed each time that it ran the scenario.
        package let passed: Bool

        package init(name: String, passed: Bool) {
            self.name = name
            self.passed = passed
        }
    }

    private struct Key: Hashable {
        let usecase: String
        let scenario: ScenarioName
    }

    /// Whether each spec passed, by the name of the spec.
    private var passed: [Key: [String: Bool]] = [:]

    package init(_ lines: [Line]) {
        for line in lines {
            let scenario = ScenarioName(
                scenes: line.scenes, failure: line.failure.map(ErrorWrapper.name(meantBy:)))
            let key = Key(usecase: line.usecase, scenario: scenario)
            let before = passed[key, default: [:]][line.spec] ?? true
            passed[key, default: [:]][line.spec] = before && line.passed
        }
    }

    /// Returns the specs in alphabetical order.
    package func specs(of scenario: ScenarioName, in usecase: String) -> [Spec] {
        passed[Key(usecase: usecase, scenario: scenario), default: [:]]
            .sorted { $0.key < $1.key }
            .map { Spec(name: $0.key, passed: $0.value) }
    }

    package func state(of scenario: ScenarioName, in usecase: String) -> State {
        let specs = specs(of: scenario, in: usecase)
        guard !specs.isEmpty else { return .uncovered }
        return specs.allSatisfy(\.passed) ? .passed : .failed
    }

    /// Returns the scenarios that specs have run but the exploration has not reached, in alphabetical order.
    package func unexplored(in exploration: Exploration) -> [ScenarioName] {
        let explored = Set(exploration.scenarios.map(\.name))
        return passed.keys
            .filter { $0.usecase == exploration.usecase.name && !explored.contains($0.scenario) }
            .map(\.scenario)
            .sorted { $0.description < $1.description }
    }
}

/// A reader of a ``ScenarioCoverage`` from JSON lines.
package enum CoverageFile {
    /// The members of every line. A line without a use case comes from a spec that ran no scenario.
    private struct Spec: Decodable {
        let spec: String
        let passed: Bool
        let usecase: String?
    }

    /// The limit in bytes. A scenario of a use case has at most a thousand scenes.
    private static let lineLimit = 1 << 20

    /// Returns the coverage in the file. Throws `unreadable` if it cannot be read. Throws `damaged` if it is too large,
    /// and like ``coverage(in:from:)``.
    static func coverage(in path: String) throws(ErrorWrapper) -> ScenarioCoverage {
        let data: Data
        do {
            data = try InputFile.read(path)
        } catch {
            throw ErrorWrapper(error, of: path, content: .coverage)
        }
        return try coverage(in: data, from: path)
    }

    /// Returns the coverage in the data. Throws `damaged` with a ``CoverageDamage``. `path` is the name of the file
    /// in errors.
    package static func coverage(in data: Data, from path: String) throws(ErrorWrapper) -> ScenarioCoverage {
        var lines: [ScenarioCoverage.Line] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { !UInt8.blanks.contains($0) }) else { continue }
            guard line.count <= lineLimit else {
                throw damaged(path, line: index + 1, "it has more than \(lineLimit) bytes")
            }
            do {
                let decoder = JSONDecoder()
                guard try decoder.decode(Spec.self, from: Data(line)).usecase != nil else { continue }
                lines.append(try decoder.decode(ScenarioCoverage.Line.self, from: Data(line)))
            } catch {
                let reason = (error as? DecodingError)?.reason ?? error.localizedDescription
                throw damaged(path, line: index + 1, reason)
            }
        }
        return ScenarioCoverage(lines)
    }

    private static func damaged(_ path: String, line: Int, _ reason: String) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: path, content: .coverage)),
            causedBy: CoverageDamage(line: line, reason: reason))
    }
}

/// An error in a coverage file.
package struct CoverageDamage: Error, Hashable, CustomStringConvertible {
    /// The line number, counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) is damaged: \(reason)" }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
        case .valueNotFound(_, let context): "'\(context.member)' is null"
        case .typeMismatch(let type, let context) where context.codingPath.isEmpty: "it is not an object (\(type))"
        case .typeMismatch(let type, let context): "'\(context.member)' is not of type \(type)"
        case .dataCorrupted: "it is not JSON"
        @unknown default: "\(self)"
        }
    }
}

extension DecodingError.Context {
    fileprivate var member: String { codingPath.map(\.stringValue).joined(separator: ".") }
}

extension UInt8 {
    fileprivate static let blanks = Array(" \t\r".utf8)
}
