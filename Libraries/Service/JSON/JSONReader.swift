#if Server
import UsecasesEngine

/// Reads JSON as strictly as RFC 8259 defines it, and creates only the requested values. It replaces Foundation's
/// decoder, which accepts trailing commas, a byte order mark and duplicate members.
struct JSONReader {
    struct Fault: Error {
        let position: Int
    }

    /// A member of an object, with its name in UTF-8 and the text of its value.
    typealias Member = (name: [UInt8], value: ArraySlice<UInt8>)

    private static let depthLimit = 512

    private let bytes: [UInt8]
    private var position = 0

    /// Returns the values of the members, by name, of the single object in `bytes`. Names are compared byte by byte.
    /// Strings would be compared by Unicode's canonical equivalence, which is also slow.
    static func members(of bytes: [UInt8]) throws(Fault) -> [[UInt8]: ArraySlice<UInt8>] {
        var members: [[UInt8]: ArraySlice<UInt8>] = [:]
        try read(bytes) { members.updateValue($0.value, forKey: $0.name) == nil }
        return members
    }

    /// Returns all members in order, including duplicates.
    static func list(of bytes: [UInt8]) throws(Fault) -> [Member] {
        var members: [Member] = []
        try read(bytes) {
            members.append($0)
            return true
        }
        return members
    }

    /// Returns the values of an array that was read as a value, or `nil` for any other value.
    static func elements(of value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard value.first == UInt8(ascii: "[") else { return nil }
        var reader = JSONReader(bytes: Array(value))
        var elements: [ArraySlice<UInt8>] = []
        do {
            try reader.array(depth: 1) { elements.append($0) }
        } catch {
            return nil
        }
        return elements
    }

    private static func read(_ bytes: [UInt8], _ take: (Member) -> Bool) throws(Fault) {
        var reader = JSONReader(bytes: bytes)
        try reader.object(take)
        guard reader.position == bytes.count else { throw reader.fault }
    }

    private var fault: Fault { Fault(position: position) }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads an object. Throws a fault if `take` rejects a member.
    private mutating func object(_ take: (Member) -> Bool) throws(Fault) {
        skipSpace()
        try expect("{")
        if self.take("}") { return }
        repeat {
            let name = try self.name()
            let start = position
            try value(depth: 1)
            let text = bytes[start..<position]
            skipSpace()
            guard take((name, text)) else { throw fault }
        } while self.take(",")
        try expect("}")
    }

    /// Reads a name, up to its value.
    private mutating func name() throws(Fault) -> [UInt8] {
        skipSpace()
        let start = position
        let isPlain = try string()
        let text = bytes[(start + 1)..<(position - 1)]
        skipSpace()
        try expect(":")
        // A name with unnecessary escapes must not admit a duplicate member.
        return isPlain ? Array(text) : JSONText.unescaped(text)
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
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func array(
        depth: Int, _ element: (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(Fault) {
        position += 1
        if take("]") { return }
        repeat {
            let start = position
            try value(depth: depth + 1)
            element(bytes[start..<position])
            skipSpace()
        } while take(",")
        try expect("]")
    }

    /// Reads a string, and returns whether it has no escapes.
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
                guard next?.hexDigitValue != nil else { throw fault }
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
        while next?.isDigit == true { position += 1 }
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
}

/// A JSON number that is an integer, in any notation, such as `11`, `11.0` or `1.1e1`. Its value is exact, and not the
/// nearest floating-point number.
public struct JSONInteger {
    /// From -999,999,999 to 999,999,999.
    public let value: Int

    /// The maximum number of digits, without insignificant zeros.
    private static let digitLimit = 9

    /// Parses the value of a member of a ``JSONRequest``. Returns `nil` if it is not an integer in the range.
    public init?(_ text: ArraySlice<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 | 0x20 == UInt8(ascii: "e")
        }
        let halves = parts[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard !halves[0].isEmpty, halves.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            let exponent = parts.count == 1 ? 0 : Self.exponent(parts[1])
        else { return nil }

        // `digits` loses the zeros at both ends. `point` is the number of digits before the decimal point. It may be
        // negative, or more than there are digits.
        var digits = Array(halves.joined())[...]
        var point = halves[0].count + exponent
        while digits.first == UInt8(ascii: "0") {
            digits = digits.dropFirst()
            point -= 1
        }
        while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        guard !digits.isEmpty else {
            value = 0
            return
        }
        guard digits.count <= point, point <= Self.digitLimit else { return nil }
        let zeros = repeatElement(UInt8(ascii: "0"), count: point - digits.count)
        let magnitude = (digits + zeros).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        value = isNegative ? -magnitude : magnitude
    }

    /// Returns the exponent, or `nil` if the text is not one. An exponent far beyond the range of ``value`` is limited.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        let magnitude = min(1_000_000, Int(String(decoding: digits, as: UTF8.self)) ?? .max)
        return isNegative ? -magnitude : magnitude
    }
}

extension Collection<UInt8> {
    /// Returns whether the bytes equal the text, except for the case of ASCII letters. Protocols have no other letters.
    public func equalsIgnoringCase(_ text: String) -> Bool {
        count == text.utf8.count && startsIgnoringCase(text)
    }

    func startsIgnoringCase(_ text: String) -> Bool {
        prefix(text.utf8.count).elementsEqual(text.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }

    fileprivate var lowercasedASCII: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}
#endif
