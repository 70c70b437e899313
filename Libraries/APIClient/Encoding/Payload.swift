public import Foundation
import UsecasesEngine

/// The body of a request and its content type.
public struct Payload: Sendable {
    typealias SecretReceiver = @Sendable (String) -> Void

    let contentType: String
    let body: @Sendable (JSONFormat, @escaping SecretReceiver) throws -> HTTPBody

    /// A JSON payload in the format of the service.
    public static func json(_ value: some Encodable & Sendable) -> Payload {
        Payload(contentType: "application/json") { format, receiver in
            HTTPBody(try format.encode(value, secretReceiver: receiver))
        }
    }

    /// A payload of name–value pairs as `application/x-www-form-urlencoded`.
    public static func form(_ pairs: Query) -> Payload {
        Payload(contentType: "application/x-www-form-urlencoded") { _, receiver in
            pairs.secrets.forEach(receiver)
            return HTTPBody(Data(pairs.form.utf8))
        }
    }

    /// A payload of values and files as `multipart/form-data`.
    public static func multipart(_ form: MultipartForm) -> Payload {
        Payload(contentType: "multipart/form-data; boundary=\(form.boundary)") { _, receiver in
            try form.body(secretReceiver: receiver)
        }
    }

    /// A payload of these bytes.
    public static func data(_ data: Data, contentType: String) -> Payload {
        Payload(contentType: contentType) { _, _ in HTTPBody(data) }
    }

    /// A payload with the content of a file. The file is read while it is being sent.
    public static func file(_ file: URL, contentType: String) -> Payload {
        Payload(contentType: contentType) { _, _ in try HTTPBody(file: file) }
    }
}

/// The format of member names.
public enum KeyFormat: Sendable, Hashable {
    /// `htmlUrl` as `htmlUrl`
    case asWritten
    /// `htmlUrl` as `html_url`
    case snakeCase
}

/// The format of JSON that is read and written. Dates are written as ISO 8601, for example `2026-11-20T12:00:00Z`.
/// Fractions of a second are read but not written.
public struct JSONFormat: Sendable, Hashable {
    /// The format of member names.
    public var keys: KeyFormat

    /// Creates a format with the given format of member names.
    public init(keys: KeyFormat = .asWritten) {
        self.keys = keys
    }

    /// Decodes a value. Throws a `DecodingError` if the data is not valid JSON for its type.
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

    /// Encodes a value, with its members in alphabetical order. Secrets are redacted unless `secretReceiver` is given.
    /// It is called with each secret.
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
        guard let time = WrittenTime(text)?.timestamp else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: WrittenTime.rule)
        }
        return Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }
}
