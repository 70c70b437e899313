import Foundation
import HTTPTypes

extension HttpRequest {
    /// A shell command that sends this request with curl, its secrets replaced by `[redacted]`.
    package var curlCommand: String {
        let redaction = Redaction(self)
        var words = ["curl"]
        switch head.method {
        case .get: break
        case .head: words.append("--head")
        default: words += ["--request", head.method.rawValue]
        }
        words.append(redaction.redact(url).shellQuoted)
        for (name, value) in redaction.redact(head.headerFields) {
            // curl takes a name followed by a colon as a field to omit.
            words += ["--header", (value.isEmpty ? "\(name);" : "\(name): \(value)").shellQuoted]
        }
        words += bodyWords(redaction)
        return words.joined(separator: " ")
    }

    private func bodyWords(_ redaction: Redaction) -> [String] {
        if body.isEmpty { return [] }
        if let data = body.data, let text = String(data: data, encoding: .utf8) {
            return ["--data-raw", redaction.redact(payload: text).shellQuoted]
        }
        if body.parts.count == 1, case .file(let path, _)? = body.parts.first {
            return ["--data-binary", "@\(path)".shellQuoted]
        }
        return ["--data-binary", "@‹\(body.length) bytes›".shellQuoted]
    }
}

extension String {
    /// The text quoted as one word of a POSIX shell.
    var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
