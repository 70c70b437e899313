package import Foundation

/// Reads a ``ScenarioCoverage`` from JSON lines.
package enum CoverageFile {
    package static func read(_ path: String) throws(CoverageError) -> ScenarioCoverage {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .unreadable(path: path, cause: error.localizedDescription)
        }
        return try coverage(in: data, from: path)
    }

    /// What every line has. One without a use case is of a spec that ran through no scenario.
    private struct Spec: Decodable {
        let spec: String
        let passed: Bool
        let usecase: String?
    }

    package static func coverage(in data: Data, from path: String) throws(CoverageError) -> ScenarioCoverage {
        var lines: [ScenarioCoverage.Line] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { !UInt8.blanks.contains($0) }) else { continue }
            do {
                let decoder = JSONDecoder()
                guard try decoder.decode(Spec.self, from: Data(line)).usecase != nil else { continue }
                lines.append(try decoder.decode(ScenarioCoverage.Line.self, from: Data(line)))
            } catch let error as DecodingError {
                throw .damaged(path: path, line: index + 1, reason: error.reason)
            } catch {
                throw .damaged(path: path, line: index + 1, reason: error.localizedDescription)
            }
        }
        return ScenarioCoverage(lines)
    }
}

/// Why there is no coverage to show.
package enum CoverageError: Error, Hashable {
    case unreadable(path: String, cause: String)
    /// Lines are counted from 1.
    case damaged(path: String, line: Int, reason: String)
}

extension CoverageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let cause): "The coverage in \(path) cannot be read: \(cause)"
        case .damaged(let path, let line, let reason): "The coverage in \(path) is damaged in line \(line): \(reason)"
        }
    }
}

extension ExitStatus {
    package init(_ error: CoverageError) {
        switch error {
        case .unreadable: self = .storeFailure
        case .damaged: self = .badData
        }
    }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "there is no '\(key.stringValue)'."
        case .valueNotFound(_, let context): "'\(context.member)' is null."
        case .typeMismatch(let type, let context) where context.codingPath.isEmpty: "it is no object (\(type))."
        case .typeMismatch(let type, let context): "'\(context.member)' is no \(type)."
        case .dataCorrupted: "it is no JSON."
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
