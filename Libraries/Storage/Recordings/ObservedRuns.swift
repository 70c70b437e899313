import Foundation
package import Usecases
package import UsecasesSystem

/// Reads what recordings, logs and reports say of runs, one line after another, however many there are.
///
/// What is read is not trusted: neither the length of a line nor its depth makes it cost more than a bound.
package struct ObservedRuns: ~Copyable {
    /// In bytes; an error keeps a response of at most 1 MiB, which can become six times as long as text in JSON.
    package static let lineLimit = 16 << 20
    /// How deep the values of a line may be nested.
    package static let depthLimit = JSON.depthLimit

    /// The content of one line, or the loss of it.
    public enum Piece: Sendable, Hashable {
        case events([ObservedEvent])
        /// A line that may have said something of any run cannot be read.
        case loss
    }

    private var lines: LineReader
    private var number = 0
    package private(set) var flaws = ObservationFlaws()

    /// `-` is standard input.
    package init(_ path: String) throws(InputFile.Flaw) {
        lines = try LineReader(path, limit: Self.lineLimit)
    }

    /// Reads what is in memory already.
    package init(content: [UInt8]) {
        lines = LineReader(content: content, limit: Self.lineLimit)
    }

    /// `nil` at the end of the file.
    package mutating func next() throws(InputFile.Flaw) -> Piece? {
        while let line = try lines.next() {
            number += 1
            switch line {
            case .tooLong:
                flaws.tooLong.add(number)
                return .loss
            case .whole(let data), .partial(let data):
                guard !data.allSatisfy({ UInt8.blanks.contains($0) }) else { continue }
                let isLast = if case .partial = line { true } else { false }
                if let piece = read(data, isLast: isLast) { return piece }
            }
        }
        return nil
    }

    private mutating func read(_ data: Data, isLast: Bool) -> Piece? {
        guard data.isNested(atMost: Self.depthLimit) else {
            flaws.tooDeep.add(number)
            return .loss
        }
        do {
            let line = try JSONDecoder().decode(ObservedLine.self, from: data)
            if line.origin != .elsewhere { flaws.isForeign = false }
            return line.events.isEmpty ? nil : .events(line.events)
        } catch let flaw as ObservedLine.Flaw {
            flaws.isForeign = false
            switch flaw {
            case .version: flaws.otherVersion.add(number)
            case .anonymousScene: flaws.anonymous.add(number)
            }
            return nil
        } catch {
            if isLast { flaws.isTruncated = true } else { flaws.unreadable.add(number) }
            return .loss
        }
    }
}

extension Data {
    /// Whether the brackets outside of texts are nested at most so deep. The bytes need not be JSON.
    func isNested(atMost limit: Int) -> Bool {
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in self {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > limit { return false }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate static let blanks = Array(" \t\r".utf8)
}
