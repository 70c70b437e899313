#if Server
import Logging

/// An object of JSON on one line, as it is written member by member.
struct JSONLine {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func append(_ name: String, _ value: String) {
        appendName(name)
        appendString(value)
    }

    mutating func append(_ name: String, _ value: Logger.MetadataValue) {
        appendName(name)
        appendValue(value)
    }

    /// The whole line, with its line break.
    consuming func finished() -> String {
        append("}\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// As it is.
    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func appendName(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { append(",") }
        appendString(name)
        append(":")
    }

    private mutating func appendValue(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let string): appendString(string)
        case .stringConvertible(let value): appendScalar(value)
        case .dictionary(let members):
            append("{")
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { append(name, value) }
            append("}")
        case .array(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                appendValue(value)
            }
            append("]")
        }
    }

    private mutating func appendScalar(_ value: any CustomStringConvertible & Sendable) {
        switch value {
        case let value as Bool: append(value ? "true" : "false")
        case let value as Int: append("\(value)")
        case let value as Int64: append("\(value)")
        case let value as Int32: append("\(value)")
        case let value as UInt64: append("\(value)")
        case let value as Double where value.isFinite: append("\(value)")
        default: appendString(value.description)
        }
    }

    /// A Swift string has no surrogates, so what is not escaped is valid as it is. Beside what JSON wants escaped so are
    /// the other controls and line breaks, which a terminal or a reader might obey.
    private mutating func appendString(_ string: String) {
        append("\"")
        var string = string
        string.withUTF8 { text in
            var start = 0
            for index in text.indices where Self.mayNeedEscape(text[index]) {
                guard let (escape, length) = Self.escape(text[index...]) else { continue }
                bytes.append(contentsOf: text[start..<index])
                append(escape)
                start = index + length
            }
            bytes.append(contentsOf: text[start...])
        }
        append("\"")
    }

    /// Judged by its first byte, which is all that there is to see of most characters.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// What stands for the first character, if it cannot stand itself, and how many bytes of UTF-8 it has.
    private static func escape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (escape: String, length: Int)? {
        let first = text[text.startIndex]
        switch first {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case UInt8(ascii: "\n"): return ("\\n", 1)
        case UInt8(ascii: "\r"): return ("\\r", 1)
        case UInt8(ascii: "\t"): return ("\\t", 1)
        case 0..<0x20, 0x7F: return ("\\u00" + (first < 0x10 ? "0" : "") + String(first, radix: 16), 1)
        case 0xC2:
            let second = text[text.startIndex + 1]
            return second < 0xA0 ? ("\\u00" + String(second, radix: 16), 2) : nil
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
