package import Foundation
package import Usecases
import UsecasesSystem

/// Reads a ``ScenarioCoverage`` from JSON lines.
package enum CoverageFile {
    /// The members that every line has. A line without a use case is that of a spec that ran through no scenario.
    private struct Spec: Decodable {
        let spec: String
        let passed: Bool
        let usecase: String?
    }

    /// In bytes. A scenario of a use case has at most a thousand scenes.
    private static let lineLimit = 1 << 20

    /// Throws `読み込みに失敗`, or `内容が壊れています` if it is too large or as ``coverage(in:from:)`` does.
    static func coverage(in path: String) throws(ErrorWrapper) -> ScenarioCoverage {
        let data: Data
        do {
            data = try InputFile.read(path)
        } catch {
            throw ErrorWrapper(error, of: path, content: .coverage)
        }
        return try coverage(in: data, from: path)
    }

    /// Throws `内容が壊れています` with a ``CoverageDamage``; `path` is the name of the file in errors.
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
            error: .dataStore(.内容が壊れています(location: path, content: .coverage)),
            causedBy: CoverageDamage(line: line, reason: reason))
    }
}

/// What is wrong with a coverage file.
package struct CoverageDamage: Error, Hashable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) is damaged: \(reason)" }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "there is no '\(key.stringValue)'"
        case .valueNotFound(_, let context): "'\(context.member)' is null"
        case .typeMismatch(let type, let context) where context.codingPath.isEmpty: "it is no object (\(type))"
        case .typeMismatch(let type, let context): "'\(context.member)' is no \(type)"
        case .dataCorrupted: "it is no JSON"
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
