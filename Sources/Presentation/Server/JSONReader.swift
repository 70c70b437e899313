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

    /// The texts of the members of the one object that `bytes` must be, by their names.
    static func members(of bytes: [UInt8]) throws(Fault) -> [String: ArraySlice<UInt8>] {
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

    private mutating func object() throws(Fault) -> [String: ArraySlice<UInt8>] {
        var members: [String: ArraySlice<UInt8>] = [:]
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
    private mutating func name() throws(Fault) -> String {
        skipSpace()
        let start = position
        let isPlain = try string()
        let text = String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
        skipSpace()
        try expect(":")
        // Whoever escapes what needs no escape must not get the same member in twice.
        return isPlain ? text : Self.unescaped(text)
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
        guard digits() > 0 else { throw fault }
        if isZero, bytes[position - 1] != UInt8(ascii: "0") { throw fault }
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
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt16($0) }
    }

    /// Of a text whose escapes are valid; half a surrogate becomes the replacement character.
    private static func unescaped(_ text: String) -> String {
        var units: [UInt16] = []
        var rest = text.utf16[...]
        while let unit = rest.popFirst() {
            guard unit == UInt16(UInt8(ascii: "\\")), let escaped = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch Unicode.Scalar(escaped) {
            case "u":
                units.append(rest.prefix(4).reduce(0) { $0 << 4 | (hexadecimal(UInt8(truncatingIfNeeded: $1)) ?? 0) })
                rest = rest.dropFirst(4)
            case "b": units.append(0x08)
            case "f": units.append(0x0C)
            case "n": units.append(0x0A)
            case "r": units.append(0x0D)
            case "t": units.append(0x09)
            default: units.append(escaped)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
#endif
