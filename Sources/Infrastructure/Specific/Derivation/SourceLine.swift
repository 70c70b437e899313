/// A line of a Swift source.
struct SourceLine {
    let text: String
    /// How many brackets are open before its first character that does not close one.
    var depth = 0
    /// The names in its code, those in interpolations included, and those in comments and literals left out.
    var names: Set<String> = []
    /// The names that it declares, those of variables inside functions included.
    var declared: Set<String> = []
    /// The texts of its literals, divided by their interpolations.
    var literals: [String] = []
    /// The paths that it seems to have in literals.
    var paths: [String] { text.contains("\"") ? text.paths : [] }
    /// Whether all of it is inside a literal of several lines.
    var isLiteral = false

    var indentation: Int { text.prefix { $0 == " " }.count }
    var trimmed: Substring { text.drop { $0 == " " } }
    var isBlank: Bool { trimmed.isEmpty }
    var isComment: Bool { trimmed.hasPrefix("//") }
    /// Whether it is a condition of the compiler, such as `#if`.
    var isCondition: Bool {
        ["#if", "#else", "#elseif", "#endif"].contains { trimmed.hasPrefix($0) }
    }
    var isClosing: Bool { trimmed.first.map { "})]".contains($0) } ?? false }
}

/// Splits a Swift source into lines, and finds the brackets and the names of each.
struct SourceScanner {
    private enum State: Equatable {
        case code
        /// In a literal, with the number of `#` around it.
        case literal(isLong: Bool, hashes: Int)
        /// In an interpolation, with the number of its open parentheses.
        case interpolation(open: Int)
        case comment(depth: Int)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var states: [State] = [.code]
    private var depth = 0
    private var name: [UInt8] = []
    private var names: Set<String> = []
    private var declared: Set<String> = []
    private var lastName = ""
    private var literal: [UInt8] = []
    private var literals: [String] = []
    private var hasBegun = false
    private var firstDepth = 0

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    static func lines(of text: String) -> [SourceLine] {
        var scanner = SourceScanner(text)
        return scanner.lines()
    }

    private mutating func lines() -> [SourceLine] {
        var found: [SourceLine] = []
        while index < bytes.count {
            let start = index
            let isLiteral = isInLongLiteral
            (hasBegun, firstDepth, names, declared, lastName) = (false, depth, [], [], "")
            literals = []
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { step() }
            endName()
            endLiteral()
            found.append(
                SourceLine(
                    text: String(decoding: bytes[start..<index], as: UTF8.self), depth: hasBegun ? firstDepth : depth,
                    names: names, declared: declared, literals: literals, isLiteral: isLiteral))
            index += 1
        }
        return found
    }

    private var isInLongLiteral: Bool {
        if case .literal(isLong: true, _) = states.last { true } else { false }
    }

    private mutating func step() {
        switch states[states.count - 1] {
        case .code, .interpolation: stepInCode()
        case .literal(let isLong, let hashes): stepInLiteral(isLong: isLong, hashes: hashes)
        case .comment(let level): stepInComment(level)
        }
    }

    private mutating func stepInCode() {
        let byte = bytes[index]
        if byte >= 0x80 || byte == UInt8(ascii: "_") || byte.isASCIIAlphanumeric {
            begin()
            name.append(byte)
            index += 1
            return
        }
        endName()
        switch byte {
        case UInt8(ascii: " "): index += 1
        case UInt8(ascii: "/") where follows("//"):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "/") where follows("/*"):
            states.append(.comment(depth: 1))
            index += 2
        case UInt8(ascii: "\""): openLiteral(hashes: 0)
        case UInt8(ascii: "#"):
            let hashes = bytes[index...].prefix { $0 == byte }.count
            index += hashes
            begin()
            if follows("\"") {
                openLiteral(hashes: hashes)
            } else if follows("/") {
                skipPattern(hashes: hashes)
            }
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            begin()
            open()
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close()
        default:
            begin()
            index += 1
        }
    }

    private mutating func begin() {
        if !hasBegun { (hasBegun, firstDepth) = (true, depth) }
    }

    private mutating func open() {
        depth += 1
        index += 1
        if case .interpolation(let open) = states[states.count - 1] {
            states[states.count - 1] = .interpolation(open: open + 1)
        }
    }

    private mutating func close() {
        index += 1
        depth -= 1
        guard case .interpolation(let open) = states[states.count - 1] else { return }
        if open == 1 { states.removeLast() } else { states[states.count - 1] = .interpolation(open: open - 1) }
    }

    private mutating func openLiteral(hashes: Int) {
        begin()
        // The three quotes of a literal of several lines are the last on their line.
        let isLong = follows("\"\"\"\n")
        states.append(.literal(isLong: isLong, hashes: hashes))
        index += isLong ? 3 : 1
        if isLong { depth += 1 }
    }

    /// Skips a regular expression, which stands on one line.
    private mutating func skipPattern(hashes: Int) {
        let end = [UInt8(ascii: "/")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), !matches(end) { index += 1 }
        if matches(end) { index += end.count }
    }

    private mutating func stepInLiteral(isLong: Bool, hashes: Int) {
        let fence = Array(repeating: UInt8(ascii: "#"), count: hashes)
        if matches([UInt8(ascii: "\\")] + fence + [UInt8(ascii: "(")]) {
            index += hashes + 2
            depth += 1
            endLiteral()
            states.append(.interpolation(open: 1))
        } else if hashes == 0, bytes[index] == UInt8(ascii: "\\") {
            // The character after it, unless the line ends here.
            index += index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "\n") ? 2 : 1
        } else if matches(Array(repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1) + fence) {
            if isLong { depth -= 1 }
            begin()
            index += (isLong ? 3 : 1) + hashes
            states.removeLast()
            endLiteral()
        } else {
            literal.append(bytes[index])
            index += 1
        }
    }

    private mutating func stepInComment(_ level: Int) {
        if follows("*/") {
            states.removeLast()
            if level > 1 { states.append(.comment(depth: level - 1)) }
            index += 2
        } else if follows("/*") {
            states[states.count - 1] = .comment(depth: level + 1)
            index += 2
        } else {
            index += 1
        }
    }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        literals.append(String(decoding: literal, as: UTF8.self))
        literal = []
    }

    private mutating func endName() {
        guard !name.isEmpty else { return }
        let text = String(decoding: name, as: UTF8.self)
        // A module, as in `Module::Name`, is not a name of this program.
        let isModule = follows("::")
        if !isModule { names.insert(text) }
        // A variable, a function, a case or a parameter.
        if Self.declaring.contains(lastName) || isTypeAhead { declared.insert(text) }
        lastName = text
        name = []
    }

    private static let declaring: Set = ["let", "var", "func", "case", "for"]

    /// Whether a colon and a type follow.
    private var isTypeAhead: Bool {
        guard follows(":"), !follows("::") else { return false }
        let rest = bytes[index...].dropFirst().drop { $0 == UInt8(ascii: " ") }
        let words: [StaticString] = ["any ", "some ", "inout ", "sending "]
        guard let first = rest.first else { return false }
        return (0x41...0x5A).contains(first) || "[(@".utf8.contains(first)
            || words.contains {
                matches(
                    Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)), at: rest.startIndex)
            }
    }

    private func follows(_ text: StaticString) -> Bool {
        matches(Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
    }

    private func matches(_ expected: [UInt8], at start: Int? = nil) -> Bool {
        bytes[(start ?? index)...].starts(with: expected)
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
