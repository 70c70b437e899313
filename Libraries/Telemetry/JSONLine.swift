#if Server
import Logging
import UsecasesEngine

/// A JSON object on one line, written member by member. Its length is limited. Long texts are truncated. Members that
/// do not fit are omitted, and the member `left_out` counts them.
struct JSONLine {
    /// The limit in bytes, including the line break. A pipe accepts this many bytes atomically, and never splits such a
    /// line.
    static let limit = 4096
    /// The limit of a written text, without its quotation marks and the note on the omitted rest.
    private static let textLimit = 512
    private static let nameLimit = 128
    /// The limit of a top-level member with a nested value.
    private static let valueLimit = 1024
    /// The space for the note on a truncated text: `… (N bytes left out)`.
    private static let cutNote = 44
    /// The minimum space for a member or an element, with a truncated name, the start of a truncated value, and the
    /// separators.
    private static let least = nameLimit + cutNote + 64 + cutNote + 6
    /// The space for the end of the line: `,"left_out":N}` and the line break.
    private static let ending = 36

    private var bytes: [UInt8] = []
    /// The number of open brackets within the line.
    private var depth = 0
    private var leftOut = 0
    /// The position where the current value must end, including brackets.
    private var end = limit - ending

    init() {
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
    }

    private var room: Int { end - bytes.count - depth }

    mutating func append(_ name: String, _ value: String) {
        append(name, .string(value))
    }

    mutating func append(_ name: String, _ value: Logger.MetadataValue) {
        let former = end
        if depth == 0 { end = min(end, bytes.count + Self.nameLimit + Self.cutNote + Self.valueLimit) }
        defer { end = former }
        guard room >= Self.least else {
            leftOut += 1
            return
        }
        appendName(name)
        appendValue(value)
    }

    /// Returns the complete line, with its line break.
    consuming func finished() -> String {
        if leftOut > 0 {
            append(",\"left_out\":\(leftOut)")
        }
        append("}\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendName(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { append(",") }
        appendString(name, limit: Self.nameLimit)
        append(":")
    }

    private mutating func appendValue(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let string): appendText(string)
        case .stringConvertible(let value): appendScalar(value)
        case .dictionary(let members):
            append("{")
            depth += 1
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { append(name, value) }
            depth -= 1
            append("}")
        case .array(let values):
            append("[")
            depth += 1
            for value in values { appendElement(value) }
            depth -= 1
            append("]")
        }
    }

    private mutating func appendElement(_ value: Logger.MetadataValue) {
        guard room >= Self.least else {
            leftOut += 1
            return
        }
        if bytes.last != UInt8(ascii: "[") { append(",") }
        appendValue(value)
    }

    private mutating func appendScalar(_ value: any CustomStringConvertible & Sendable) {
        switch value {
        case let value as Bool: append(value ? "true" : "false")
        case let value as Int: append("\(value)")
        case let value as Int64: append("\(value)")
        case let value as Int32: append("\(value)")
        case let value as UInt64: append("\(value)")
        case let value as Double where value.isFinite: append("\(value)")
        default: appendText(value.description)
        }
    }

    private mutating func appendText(_ text: String) {
        appendString(text, limit: min(Self.textLimit, room - Self.cutNote - 2))
    }

    /// Appends a JSON string with as many whole characters as the limit allows. Control characters and line breaks are
    /// escaped, because a terminal or a reader might interpret them.
    private mutating func appendString(_ string: String, limit: Int) {
        append("\"")
        var (read, written) = (0, 0)
        for scalar in string.unicodeScalars {
            let (escape, width) = (Self.escape(scalar), UTF8.width(scalar))
            written += escape?.utf8.count ?? width
            guard written <= limit else { break }
            if let escape { append(escape) } else { bytes.append(contentsOf: scalar.utf8) }
            read += width
        }
        let rest = string.utf8.count - read
        if rest > 0 { append("… (\(rest) bytes left out)") }
        append("\"")
    }

    /// Returns the escape for the character, or `nil` if it needs none. Swift strings contain no surrogates.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}": "\\u00" + UInt8(scalar.value).hexadecimal
        case "\u{2028}": "\\u2028"
        case "\u{2029}": "\\u2029"
        default: nil
        }
    }
}
#endif
