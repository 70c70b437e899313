public import Foundation
import Usecases

/// The body of a request and its content type.
public struct Payload: Sendable {
    typealias SecretReceiver = @Sendable (String) -> Void

    let contentType: String
    let body: @Sendable (JSONFormat, @escaping SecretReceiver) throws -> HTTPBody

    /// JSON, in the service's format unless another one is given.
    package static func json(_ value: some Encodable & Sendable, _ format: JSONFormat? = nil) -> Payload {
        Payload(contentType: "application/json") { service, receiver in
            HTTPBody(try (format ?? service).encode(value, secretReceiver: receiver))
        }
    }

    /// Pairs in the form that browsers send: `application/x-www-form-urlencoded`.
    package static func form(_ value: some Encodable & Sendable, _ format: QueryFormat = QueryFormat()) -> Payload {
        Payload(contentType: "application/x-www-form-urlencoded") { _, receiver in
            let pairs = try QueryEncoder(format: format, secretReceiver: receiver).pairs(of: value)
            return HTTPBody(Data(pairs.form.utf8))
        }
    }

    /// Values and files in the form that browsers send: `multipart/form-data`.
    package static func multipart(_ form: MultipartForm) -> Payload {
        Payload(contentType: "multipart/form-data; boundary=\(form.boundary)") { _, receiver in
            try form.body(secretReceiver: receiver)
        }
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String) -> Payload {
        .data(Data(text.utf8), contentType: "text/plain; charset=utf-8")
    }

    package static func data(_ data: Data, contentType: String) -> Payload {
        Payload(contentType: contentType) { _, _ in HTTPBody(data) }
    }

    /// The content of a file, which is read while it is being sent.
    package static func file(_ file: URL, contentType: String) -> Payload {
        Payload(contentType: contentType) { _, _ in try HTTPBody(file: file) }
    }
}

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
