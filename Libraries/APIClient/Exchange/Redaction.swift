import Foundation
public import HTTPTypes
public import UsecasesEngine

extension HTTPField {
    /// Whether the value is secret, because the field carries credentials or was marked as secret. The mark also keeps
    /// the field out of the tables of HTTP/2 (RFC 7541, 7.1.3).
    public var isSecret: Bool {
        get { indexingStrategy == .disallow || Self.credentials.contains(name) }
        set { indexingStrategy = newValue ? .disallow : .automatic }
    }

    private static let credentials: Set<HTTPField.Name> = [.authorization, .proxyAuthorization, .cookie, .setCookie]

    /// Creates a field whose value is secret.
    public static func secret(_ name: HTTPField.Name, _ value: Secret) -> HTTPField {
        var field = HTTPField(name: name, value: value.reveal())
        field.isSecret = true
        return field
    }
}

/// Removes the secrets of an exchange from reports about it.
struct Redaction: Sendable {
    /// The secrets as written in text, JSON, addresses and forms. Longer ones come first, because they may contain
    /// shorter ones.
    private let spellings: [String]

    init(_ request: APIRequest?, _ response: HTTPResponse? = nil, alsoHiding others: [String] = []) {
        var values = Set((request?.secrets ?? []) + others)
        for fields in [request?.head.headerFields, response?.headerFields] {
            for field in fields ?? [:] where field.isSecret {
                values.insert(field.value)
                // In `Bearer TOKEN`, the token may also appear without `Bearer`.
                if let space = field.value.firstIndex(of: " ") {
                    values.insert(String(field.value[space...].dropFirst()))
                }
            }
        }
        var spellings = Set<String>()
        for value in values where !value.isEmpty {
            let percentEncoded = value.percentEncoded
            spellings.formUnion([value, percentEncoded, percentEncoded.replacing("%20", with: "+")])
            spellings.formUnion(
                [JSONEncoder.OutputFormatting.withoutEscapingSlashes, []].compactMap { value.json($0) })
        }
        self.spellings = spellings.sorted { ($0.count, $0) > ($1.count, $1) }
    }

    func redact(_ text: String) -> String { text.redacting(spellings) }

    /// Redacts a payload. The values of members with the names of secrets are also redacted.
    func redact(payload: String) -> String {
        redact(payload).replacing(Self.secretMembers) { "\($0.output.1)\"\(Secret.redacted)\"" }
    }

    /// Returns the fields for a person. The addresses in them are written without their secret parts.
    func report(_ fields: HTTPFields) -> [(name: String, value: String)] {
        fields.map { field in
            let value = field.isSecret ? Secret.redacted : redact(field.value)
            let isAddress = [.location, .contentLocation].contains(field.name)
            return (redact(field.name.rawName), isAddress ? value.redactedAddress : value.redactingAddresses)
        }
    }

    /// Returns the first 1000 characters of a body. Secrets are redacted before the text is cut, so no secret is split.
    func excerpt(of data: Data) -> String {
        String(redact(payload: String(decoding: data.prefix(1 << 16), as: UTF8.self)).prefix(1000))
    }

    /// Returns the first 1000 characters of a request body, with the path and length of a file instead of its content.
    /// Returns `nil` if the body is empty.
    func excerpt(of body: HTTPBody) -> String? {
        guard !body.isEmpty else { return nil }
        let start = body.parts.map { part in
            switch part {
            case .bytes(let data): data.prefix(1 << 16)
            case .file(let path, let length): Data("‹\(length) bytes of \(path)›".utf8)
            }
        }
        return excerpt(of: start.reduce(Data(), +))
    }

    private static var secretMembers: Regex<(Substring, Substring)> {
        #/(?i)("(?:access_?token|refresh_?token|id_?token|token|password|secret|client_?secret|api_?key)"\s*:\s*)"(?:[^"\\]|\\.)*"/#
            .matchingSemantics(.unicodeScalar)
    }
}

extension String {
    /// The text as written between the quotation marks of a JSON string.
    fileprivate func json(_ formatting: JSONEncoder.OutputFormatting) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        guard let data = try? encoder.encode(self) else { return nil }
        return String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    }
}
