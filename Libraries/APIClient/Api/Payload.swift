package import Foundation

/// The body of a request and its content type.
public struct Payload: Sendable {
    typealias SecretReceiver = @Sendable (String) -> Void

    let contentType: String
    let body: @Sendable (JSONFormat, @escaping SecretReceiver) throws -> HttpBody

    /// JSON, in the service's format unless another one is given.
    package static func json(_ value: some Encodable & Sendable, _ format: JSONFormat? = nil) -> Payload {
        Payload(contentType: "application/json") { service, receiver in
            HttpBody(try (format ?? service).encode(value, secretReceiver: receiver))
        }
    }

    /// Pairs in the form that browsers send: `application/x-www-form-urlencoded`.
    package static func form(_ value: some Encodable & Sendable, _ format: QueryFormat = QueryFormat()) -> Payload {
        Payload(contentType: "application/x-www-form-urlencoded") { _, receiver in
            let pairs = try QueryEncoder(format: format, secretReceiver: receiver).pairs(of: value)
            return HttpBody(Data(pairs.form.utf8))
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
        Payload(contentType: contentType) { _, _ in HttpBody(data) }
    }

    /// The content of a file, which is read while it is being sent.
    package static func file(_ file: URL, contentType: String) -> Payload {
        Payload(contentType: contentType) { _, _ in try HttpBody(file: file) }
    }
}
