public import Foundation

/// Any JSON value. Preserves unknown members.
public enum JSON: Sendable, Hashable {
    /// The value `null`.
    case null
    case bool(Bool)
    /// A whole number that fits into 64 bits.
    case integer(Int64)
    /// A number that a `Decimal` can represent.
    case number(Decimal)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The maximum depth of stored values. It is below the encoder's limit and above any depth in practice.
    package static let depthLimit = 100

    func isNested(atMost limit: Int) -> Bool {
        switch self {
        case .null, .bool, .integer, .number, .double, .string: true
        case .array(let values): limit > 0 && values.allSatisfy { $0.isNested(atMost: limit - 1) }
        case .object(let members): limit > 0 && members.values.allSatisfy { $0.isNested(atMost: limit - 1) }
        }
    }
}

extension JSON: Codable {
    /// Decodes any JSON value. A whole number that fits into 64 bits becomes an ``integer(_:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            // Strings first, because most values are strings and each failed attempt throws an error.
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Decimal.self) {
            self = .number(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Encodes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// Numbers beyond the range of `Double`, such as `1e400`. The decoder refuses them, so they are read as marked texts.
extension JSON {
    /// A random text. Text from outside cannot begin with it, so a text never becomes a number.
    private static let mark = UUID().uuidString

    /// Returns JSON text with a marked text in the place of each such number.
    static func hidingHugeNumbers(in text: Data) -> Data {
        replacingTokens(in: text) { Double($0)?.isInfinite == true ? "\"\(mark)\($0)\"" : $0 }
    }

    /// Returns JSON text with the numbers in the place of the marked texts.
    static func showingHugeNumbers(in text: Data) -> Data {
        guard text.range(of: Data(mark.utf8)) != nil else { return text }
        return replacingTokens(in: text) {
            $0.utf8.dropFirst().starts(with: mark.utf8) ? $0.dropFirst(1 + mark.count).dropLast() : $0
        }
    }

    /// Replaces strings, numbers and parts of the other literals.
    private static func replacingTokens(in text: Data, by replacement: (Substring) -> Substring) -> Data {
        let token = #/"(?:[^"\\]|\\.)*+"|[-+.0-9eE]++/#.matchingSemantics(.unicodeScalar)
        return Data(String(decoding: text, as: UTF8.self).replacing(token) { replacement($0.output) }.utf8)
    }
}

/// Counts members to detect repeated names. A dictionary keeps only one of them, so writing it would lose the others.
extension JSON {
    /// The number of members at all depths.
    var memberCount: Int {
        switch self {
        case .null, .bool, .integer, .number, .double, .string: 0
        case .array(let values): values.reduce(0) { $0 + $1.memberCount }
        case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
        }
    }
}

/// The structure of JSON text, by its brackets and colons outside of strings. The text need not be JSON.
package struct JSONStructure {
    /// The number of members. Each has one colon.
    let memberCount: Int
    /// The number of nested brackets.
    package let depth: Int

    package init(of text: Data) {
        var (memberCount, depth, deepest) = (0, 0, 0)
        var isInString = false
        var isEscaped = false
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: ":"): memberCount += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        (self.memberCount, self.depth) = (memberCount, deepest)
    }
}

/// The error that a text is not the expected JSON, described in one line.
public struct UnreadableJSON: Error, Hashable, CustomStringConvertible {
    /// The reason in one line.
    public let description: String

    /// Converts a `DecodingError`, because its own description is a dump. Returns any other error unchanged.
    public static func explained(_ error: any Error) -> any Error {
        error is DecodingError ? UnreadableJSON(error) : error
    }

    /// Converts the `DecodingError` of reading `data`. `JSONDecoder` reports a number that does not fit its type as if
    /// the text were not JSON.
    public static func explained(_ error: any Error, reading data: Data) -> any Error {
        guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError, context.codingPath.isEmpty,
            (try? JSONDecoder().decode(JSON.self, from: data)) != nil
        else { return explained(error) }
        return UnreadableJSON(description: "a number in it is too large, or is not a whole number")
    }

    private init(description: String) {
        self.description = description
    }

    /// Creates an error with the reason of a `DecodingError`. The reason of any other error contains only its type.
    public init(_ error: any Error) {
        description = (error as? DecodingError)?.reason ?? "it cannot be read as JSON (\(type(of: error)))"
    }
}

extension DecodingError {
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(context.place)"
        case .valueNotFound(_, let context): "there is null where a value is expected\(context.place)"
        case .typeMismatch(let type, let context): "there is no \(type)\(context.place)"
        case .dataCorrupted(let context) where context.underlyingError != nil || context.codingPath.isEmpty:
            "it is not JSON, or not complete"
        case .dataCorrupted(let context): "\(context.debugDescription)\(context.place)"
        @unknown default: "it cannot be read as JSON"
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String {
        codingPath.isEmpty ? "" : " at '\(codingPath.map(\.stringValue).joined(separator: "."))'"
    }
}
