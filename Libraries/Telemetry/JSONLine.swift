#if Server
import Logging
import Usecases

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
    /// The number of omitted members and elements.
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

    /// Appends the text unchanged.
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

    /// Appends a JSON string. Swift strings contain no surrogates, so unescaped text is valid. Control characters and
    /// line breaks are escaped as well, because a terminal or a reader might interpret them.
    private mutating func appendString(_ string: String, limit: Int) {
        append("\"")
        var string = string
        let rest = string.withUTF8 { appendEscaped($0, limit: limit) }
        if rest > 0 { append("… (\(rest) bytes left out)") }
        append("\"")
    }

    /// Appends as many whole characters as the limit allows. Returns the number of omitted bytes of the text.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var (start, index, written) = (0, 0, 0)
        while index < text.count {
            let escaped = Self.mayNeedEscape(text[index]) ? Self.escape(text[index...]) : nil
            let length = escaped?.length ?? Self.length(ofCharacter: text[index])
            written += escaped?.escape.utf8.count ?? length
            guard written <= limit else { break }
            if let escaped {
                bytes.append(contentsOf: text[start..<index])
                append(escaped.escape)
                start = index + length
            }
            index += length
        }
        bytes.append(contentsOf: text[start..<index])
        return text.count - index
    }

    /// Returns the UTF-8 length of a character in bytes, from its first byte.
    private static func length(ofCharacter first: UInt8) -> Int {
        switch first {
        case 0xF0...: 4
        case 0xE0...: 3
        case 0xC0...: 2
        default: 1
        }
    }

    /// Returns whether a character may need an escape. The first byte suffices for most characters.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// Returns the escape for the first character and the character's UTF-8 length in bytes, or `nil` if it needs no
    /// escape.
    private static func escape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (escape: String, length: Int)? {
        let first = text[text.startIndex]
        switch first {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case UInt8(ascii: "\n"): return ("\\n", 1)
        case UInt8(ascii: "\r"): return ("\\r", 1)
        case UInt8(ascii: "\t"): return ("\\t", 1)
        case 0..<0x20, 0x7F: return ("\\u00" + first.hexadecimal, 1)
        case 0xC2:
            let second = text[text.startIndex + 1]
            return second < 0xA0 ? ("\\u00" + second.hexadecimal, 2) : nil
        case 0xE2 where text[text.startIndex + 1] == 0x80:
            switch text[text.startIndex + 2] {
            case 0xA8: return ("\\u2028", 3)
            case 0xA9: return ("\\u2029", 3)
            default: return nil
            }
        default: return nil
        }
    }
}
#endif
