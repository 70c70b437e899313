public import Foundation

/// Any JSON value, so that unknown members can be preserved.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Decimal)
    case double(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The maximum depth of stored values: less than the system's encoder rejects, and more than is used in practice.
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
            // Most values are strings, and each wrong guess costs an error that is thrown and discarded.
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
