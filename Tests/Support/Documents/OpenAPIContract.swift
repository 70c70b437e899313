import Foundation
import UsecasesTestSupport

/// The requirements of the checked-in document for an answer. It knows the keywords of the document, and reports
/// unknown ones.
struct OpenAPIContract {
    private static let known: Set<String> = [
        "$ref", "type", "required", "properties", "additionalProperties", "enum", "pattern", "minLength", "maxLength",
        "minimum", "maximum", "description", "examples", "items",
    ]

    nonisolated(unsafe) private static let read = Result {
        try JSONObject(Repository.text(of: "Sources/Presentation/Server/openapi.json")).members
    }

    private let document: [String: Any]

    init() throws {
        document = try Self.read.get()
    }

    /// Returns all differences between the answer and the document. An answer to an unknown path or method must be 404
    /// or 405 in the common form.
    func complaints(_ method: String, _ path: String, _ answer: RawAnswer) -> [String] {
        let operation = object(document, "paths", path, method == "HEAD" ? "get" : method.lowercased())
        guard let operation else {
            let expected = object(document, "paths", path) == nil ? 404 : 405
            var complaints = answer.status == expected ? [] : ["status \(answer.status), not \(expected)"]
            if expected == 405, answer.headers["allow"] == nil { complaints.append("no Allow") }
            return complaints + (method == "HEAD" ? [] : errorComplaints(answer))
        }
        guard let declared = object(operation, "responses", "\(answer.status)") else {
            return ["status \(answer.status) is not declared for \(method) \(path)"]
        }
        let response = resolved(declared)
        var complaints: [String] = []
        for (name, header) in response["headers"] as? [String: [String: Any]] ?? [:] {
            let header = resolved(header)
            guard let value = answer.headers[name.lowercased()] else {
                if header["required"] as? Bool == true { complaints.append("no header \(name)") }
                continue
            }
            let schema = header["schema"] as? [String: Any] ?? [:]
            complaints += check(Self.typed(value, schema), schema, name)
        }
        guard method != "HEAD", response["content"] != nil else {
            return complaints + (answer.body.isEmpty ? [] : ["a body"])
        }
        let type = answer.headers["content-type"]?.prefix { $0 != ";" }
        guard let type, let media = object(response, "content", String(type)) else {
            return complaints + ["content type \(type ?? "none")"]
        }
        guard type == "application/json" else { return complaints }
        return complaints + check(answer.json ?? "no JSON", media["schema"] as? [String: Any] ?? [:], "body")
    }

    var operations: [String: Set<String>] {
        (document["paths"] as? [String: [String: Any]] ?? [:]).mapValues { Set($0.keys) }
    }

    func errorComplaints(_ answer: RawAnswer) -> [String] {
        complaints(answer.json ?? "no JSON", as: "ErrorResponse")
    }

    /// Returns all differences between the body and a schema of the document.
    func complaints(_ body: Any, as schema: String) -> [String] {
        check(body, ["$ref": "#/components/schemas/\(schema)"], "body")
    }

    private func check(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        let schema = resolved(schema)
        var complaints = Set(schema.keys).subtracting(Self.known).map { "\(place): unknown keyword \($0)" }
        if let type = schema["type"] as? String, !Self.isOf(type, value) {
            return complaints + ["\(place): \(value) is no \(type)"]
        }
        if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
            complaints.append("\(place): \(value) is none of \(allowed)")
        }
        if let text = value as? String {
            if let minimum = schema["minLength"] as? Int, text.unicodeScalars.count < minimum {
                complaints.append("\(place): too short")
            }
            if let maximum = schema["maxLength"] as? Int, text.unicodeScalars.count > maximum {
                complaints.append("\(place): too long")
            }
            if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
                complaints.append("\(place): \(text) does not match \(pattern)")
            }
        }
        if let number = value as? Int, let minimum = schema["minimum"] as? Int, number < minimum {
            complaints.append("\(place): \(number) is below \(minimum)")
        }
        if let elements = value as? [Any], let items = schema["items"] as? [String: Any] {
            complaints += elements.enumerated().flatMap { check($1, items, "\(place)[\($0)]") }
        }
        if let members = value as? [String: Any] {
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            for name in schema["required"] as? [String] ?? [] where members[name] == nil {
                complaints.append("\(place): no \(name)")
            }
            for (name, member) in members {
                if let property = properties[name] {
                    complaints += check(member, property, "\(place).\(name)")
                } else if schema["additionalProperties"] as? Bool == false {
                    complaints.append("\(place): \(name) is not declared")
                }
            }
        }
        return complaints
    }

    /// Returns a header's value converted to its intended type, if possible.
    private static func typed(_ value: String, _ schema: [String: Any]) -> Any {
        guard schema["type"] as? String == "integer", let number = Int(value) else { return value }
        return number
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "string": value is String
        case "integer": value is Int
        case "array": value is [Any]
        case "boolean": value is Bool
        default: false
        }
    }

    private func resolved(_ object: [String: Any]) -> [String: Any] {
        guard let reference = object["$ref"] as? String else { return object }
        let path = reference.split(separator: "/").dropFirst().map(String.init)
        return path.reduce(document) { $0[$1] as? [String: Any] ?? [:] }
    }

    private func object(_ root: [String: Any], _ path: String...) -> [String: Any]? {
        path.reduce(root) { $0?[$1] as? [String: Any] }
    }
}
