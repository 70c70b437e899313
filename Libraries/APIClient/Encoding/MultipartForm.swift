public import Foundation
public import UsecasesEngine

/// A form with values and files (RFC 7578). Files are read while they are being sent.
public struct MultipartForm: Sendable {
    private enum Content: Sendable {
        case text(String)
        case secret(Secret)
        case data(Data)
        case file(URL)
    }

    private struct Field: Sendable {
        let name: String
        var filename: String?
        var contentType: String?
        let content: Content
    }

    /// The separator of the parts. Its 122 random bits keep it from occurring in a file.
    public let boundary: String
    private var fields: [Field] = []

    /// Creates a form without fields. No part may contain `boundary`.
    public init(boundary: String = "form-\(UUID())") {
        self.boundary = boundary
    }

    /// Appends a value.
    public mutating func append(_ name: String, _ text: String) {
        fields.append(Field(name: name, content: .text(text)))
    }

    /// Appends a secret. Traces and errors show it redacted.
    public mutating func append(_ name: String, _ secret: Secret) {
        fields.append(Field(name: name, content: .secret(secret)))
    }

    /// Appends bytes as a file.
    public mutating func append(
        _ name: String, data: Data, filename: String, contentType: String = "application/octet-stream"
    ) {
        fields.append(Field(name: name, filename: filename, contentType: contentType, content: .data(data)))
    }

    /// Appends a file. `filename` is the name of the file by default.
    public mutating func append(
        _ name: String, file: URL, filename: String? = nil, contentType: String = "application/octet-stream"
    ) {
        let filename = filename ?? file.lastPathComponent
        fields.append(Field(name: name, filename: filename, contentType: contentType, content: .file(file)))
    }

    /// Returns the form as it is sent. Throws if a file cannot be read.
    package func body(secretReceiver: (String) -> Void) throws -> HTTPBody {
        let parts = try fields.map { field in
            let content: HTTPBody
            switch field.content {
            case .text(let text): content = HTTPBody(Data(text.utf8))
            case .secret(let secret):
                secretReceiver(secret.reveal())
                content = HTTPBody(Data(secret.reveal().utf8))
            case .data(let data): content = HTTPBody(data)
            case .file(let file): content = try HTTPBody(file: file)
            }
            return HTTPBody(Data(head(of: field).utf8)) + content + HTTPBody(Data("\r\n".utf8))
        }
        return parts.reduce(.empty, +) + HTTPBody(Data("--\(boundary)--\r\n".utf8))
    }

    private func head(of field: Field) -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name.formEscaped)\""
        if let filename = field.filename { head += "; filename=\"\(filename.formEscaped)\"" }
        if let contentType = field.contentType { head += "\r\nContent-Type: \(contentType)" }
        return head + "\r\n\r\n"
    }
}

extension String {
    /// The text escaped as in browsers (HTML standard, "multipart/form-data encoding algorithm").
    fileprivate var formEscaped: String {
        replacingScalars("\n", with: "%0A").replacingScalars("\r", with: "%0D").replacingScalars("\"", with: "%22")
    }
}
