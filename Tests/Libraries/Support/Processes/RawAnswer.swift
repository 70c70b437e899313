import Foundation

/// An HTTP/1.1 answer as received over the wire.
package struct RawAnswer: Sendable {
    package let status: Int
    /// The header fields, keyed by name in lower case.
    package let headers: [String: String]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var json: Any? { try? JSONSerialization.jsonObject(with: Data(body)) }
    package var code: String? { (json as? [String: Any])?["code"] as? String }

    /// Returns the complete answers at the beginning of the bytes, each with its announced length.
    package static func all(in bytes: [UInt8], isHead: Bool = false) -> [RawAnswer] {
        var answers: [RawAnswer] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { break }
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                    in: .whitespaces)
            }
            let length = isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
            guard rest[end.upperBound...].count >= length else { break }
            answers.append(
                RawAnswer(status: status, headers: headers, body: Array(rest[end.upperBound...].prefix(length))))
            rest = rest[end.upperBound...].dropFirst(length)
        }
        return answers
    }
}
