#if Server
/// Reads JSON as strictly as RFC 8259 writes it, without building what nobody asked for. It stands in for Foundation's
/// decoder, which takes a comma at the end, a byte order mark and a member twice.
struct JSONReader {
    /// What is wrong, and at which byte.
    struct Fault: Error {
        let position: Int
    }

    /// How deep arrays and objects may be nested.
    private static let depthLimit = 512

    private let bytes: [UInt8]
    private var position = 0

    /// The texts of the members of the one object that `bytes` must be, by their names in UTF-8. Two names are one only
    /// where their bytes are: as texts they would be compared by what Unicode takes for equal, which takes long, too.
    static func members(of bytes: [UInt8]) throws(Fault) -> [[UInt8]: ArraySlice<UInt8>] {
        var reader = JSONReader(bytes: bytes)
        let members = try reader.object()
        guard reader.position == bytes.count else { throw reader.fault }
        return members
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var fault: Fault { Fault(position: position) }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func object() throws(Fault) -> [[UInt8]: ArraySlice<UInt8>] {
        var members: [[UInt8]: ArraySlice<UInt8>] = [:]
        skipSpace()
        try expect("{")
        if take("}") { return members }
        repeat {
            let name = try self.name()
            let start = position
            try value(depth: 1)
            let text = bytes[start..<position]
            skipSpace()
            guard members.updateValue(text, forKey: name) == nil else { throw fault }
        } while take(",")
        try expect("}")
        return members
    }

    /// Up to the value that it names.
    private mutating func name() throws(Fault) -> [UInt8] {
        skipSpace()
        let start = position
        let isPlain = try string()
        let text = bytes[(start + 1)..<(position - 1)]
        skipSpace()
        try expect(":")
        // Whoever escapes what needs no escape must not get the same member in twice.
        return isPlain ? Array(text) : Self.unescaped(text)
    }

    private mutating func value(depth: Int) throws(Fault) {
        guard depth <= Self.depthLimit else { throw fault }
        switch next {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"):
            position += 1
            if take("}") { return }
            repeat {
                _ = try name()
                try value(depth: depth + 1)
                skipSpace()
            } while take(",")
            try expect("}")
        case UInt8(ascii: "["):
            position += 1
            if take("]") { return }
            repeat {
                try value(depth: depth + 1)
                skipSpace()
            } while take(",")
            try expect("]")
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    /// Whether there is no escape in it.
    private mutating func string() throws(Fault) -> Bool {
        try expect("\"")
        var isPlain = true
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return isPlain
            case ..<0x20: throw fault
            case UInt8(ascii: "\\"):
                isPlain = false
                try escape()
            default: break
            }
        }
        throw fault
    }

    private mutating func escape() throws(Fault) {
        guard let byte = next else { throw fault }
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = next, Self.hexadecimal(digit) != nil else { throw fault }
                position += 1
            }
        case _ where #""\/bfnrt"#.utf8.contains(byte): break
        default: throw fault
        }
    }

    private mutating func number() throws(Fault) {
        if next == UInt8(ascii: "-") { position += 1 }
        let isZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count == 1 || count > 1 && !isZero else { throw fault }
        if next == UInt8(ascii: ".") {
            position += 1
            guard digits() > 0 else { throw fault }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw fault }
        }
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        let word = "\(word)".utf8
        guard bytes[position...].starts(with: word) else { throw fault }
        position += word.count
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Fault) {
        guard next == UInt8(ascii: character) else { throw fault }
        position += 1
        skipSpace(unless: character == "\"")
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        skipSpace()
        return true
    }

    private mutating func skipSpace(unless isInString: Bool = false) {
        guard !isInString else { return }
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// Of a text whose escapes are valid. Half a surrogate stands for itself, in the three bytes that UTF-8 would have
    /// for it: it is no character, and so no other one.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "u"):
                var scalar = UInt32(unit(&rest))
                if (0xD800..<0xDC00).contains(scalar), rest.starts(with: #"\u"#.utf8) {
                    var behind = rest.dropFirst(2)
                    let low = UInt32(unit(&behind))
                    if (0xDC00..<0xE000).contains(low) {
                        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                        rest = behind
                    }
                }
                append(scalar, to: &bytes)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            default: bytes.append(escaped)
            }
        }
        return bytes
    }

    /// Takes the four digits of an escape.
    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 4 | (hexadecimal($1) ?? 0) }
    }

    /// As UTF-8.
    private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800: bytes += [UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6), tail(0)]
        case ..<0x10000: bytes += [UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12), tail(6), tail(0)]
        default: bytes += [UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
#endif
