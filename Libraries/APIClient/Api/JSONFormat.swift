public import Foundation
import Usecases

/// How JSON is read and written: the names of members, and dates as ISO 8601, `2026-11-20T12:00:00Z`; fractions of a
/// second are read but not written.
public struct JSONFormat: Sendable, Hashable {
    /// The form of the names of members.
    public var keys: KeyFormat

    /// Creates a format with the given form of names.
    public init(keys: KeyFormat = .asWritten) {
        self.keys = keys
    }

    /// Reads a value; throws a `DecodingError` if the data are not its JSON.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        switch keys {
        case .asWritten: try Self.decoder.decode(type, from: data)
        case .snakeCase: try Self.snakeCaseDecoder.decode(type, from: data)
        }
    }

    private static let decoder = decoder(keys: .useDefaultKeys)
    private static let snakeCaseDecoder = decoder(keys: .convertFromSnakeCase)

    private static func decoder(keys: JSONDecoder.KeyDecodingStrategy) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(date)
        decoder.keyDecodingStrategy = keys
        return decoder
    }

    /// Writes members in alphabetical order. Secrets are redacted unless a receiver is given, which is then passed each
    /// of them.
    public func encode(
        _ value: some Encodable, secretReceiver: (@Sendable (String) -> Void)? = nil
    ) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
        encoder.userInfo[.secretReceiver] = secretReceiver
        return try encoder.encode(value)
    }

    private static func date(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            if let date = try? style.parse(text) { return date }
        }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date by ISO 8601: \(text)")
    }
}
