import Dispatch
import Usecases

/// A parser that turns terminal input into keys. The input arrives in chunks that may end anywhere, so an incomplete
/// sequence waits for the rest.
///
/// Unused sequences and keys are ignored, including all keys pressed together with Alt.
struct KeyReader {
    /// The maximum number of stored bytes of a paste. No field has room for more.
    static let pasteLimit = 4 * FieldText.limit
    /// The maximum length of a sequence. A longer one is not a sequence.
    private static let sequenceLimit = 64

    /// The bytes that have not been parsed.
    private var rest: [UInt8] = []
    /// The bytes of a started paste, or `nil`.
    private var pasted: [UInt8]?

    /// Whether an incomplete sequence waits for the rest.
    var isWaiting: Bool { !rest.isEmpty || isPasting }
    var isPasting: Bool { pasted != nil }

    mutating func keys(in bytes: some Sequence<UInt8>) -> [DisplayEvent.Key] {
        rest += bytes
        var keys: [DisplayEvent.Key] = []
        var position = 0
        while position < rest.count {
            let before = position
            if pasted != nil {
                position = continuePaste(from: position, adding: &keys)
            } else if rest[position] == .escape {
                position = readSequence(from: position, adding: &keys)
            } else if rest[position] < 0x20 || rest[position] == 0x7F {
                position = readControl(from: position, adding: &keys)
            } else {
                position = readText(from: position, adding: &keys)
            }
            // The rest is incomplete.
            if position == before { break }
        }
        rest.removeFirst(position)
        return keys
    }

    /// Ends the wait for the rest. An escape becomes the Escape key, and a paste ends.
    mutating func flush() -> [DisplayEvent.Key] {
        defer { (rest, pasted) = ([], nil) }
        if let pasted { return [.paste(pasted)] }
        return rest.allSatisfy { $0 == .escape } && !rest.isEmpty ? [.escape] : []
    }

    /// Reads text. Each of these functions returns the position after the parsed bytes, or its argument if the input is
    /// incomplete.
    private func readText(from start: Int, adding keys: inout [DisplayEvent.Key]) -> Int {
        let end = rest[start...].firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.count
        let complete = end < rest.count ? end : end - rest[start..<end].lengthOfUnfinishedCharacter
        let text = String(decoding: rest[start..<complete], as: UTF8.self)
        keys += text.map { .character($0) }
        return complete
    }

    private func readControl(from start: Int, adding keys: inout [DisplayEvent.Key]) -> Int {
        switch rest[start] {
        case 0x04: keys.append(.endOfInput)
        case 0x08, 0x7F: keys.append(.backspace)
        case 0x09: keys.append(.tab)
        case 0x0A: keys.append(.enter)
        case 0x0D:
            keys.append(.enter)
            if start + 1 < rest.count, rest[start + 1] == 0x0A { return start + 2 }
        case let byte where (0x01...0x1A).contains(byte):
            keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
        default: break
        }
        return start + 1
    }

    private mutating func readSequence(from start: Int, adding keys: inout [DisplayEvent.Key]) -> Int {
        guard start + 1 < rest.count else { return start }
        switch rest[start + 1] {
        case UInt8(ascii: "["): return readControlSequence(from: start, adding: &keys)
        case UInt8(ascii: "O"):
            guard start + 2 < rest.count else { return start }
            if let key = DisplayEvent.Key(singleShift: rest[start + 2]) { keys.append(key) }
            return start + 3
        case .escape:
            guard start + 2 < rest.count else { return start }
            // Some terminals send a cursor key with Alt like this. Otherwise the key was pressed twice.
            if [UInt8(ascii: "["), UInt8(ascii: "O")].contains(rest[start + 2]) {
                var ignored: [DisplayEvent.Key] = []
                let end = readSequence(from: start + 1, adding: &ignored)
                return end == start + 1 ? start : end
            }
            keys.append(.escape)
            return start + 1
        default:
            var ignored: [DisplayEvent.Key] = []
            let end = rest[start + 1] < 0x80 ? start + 2 : readText(from: start + 1, adding: &ignored)
            guard end > start + 1 else { return start }
            // Alt was pressed only with the first character.
            if rest[start + 1] >= 0x80 { keys += ignored.dropFirst() }
            return end
        }
    }

    /// Reads a CSI sequence. It has parameters and a final byte from @ to ~.
    private mutating func readControlSequence(from start: Int, adding keys: inout [DisplayEvent.Key]) -> Int {
        var end = start + 2
        // The console of Linux sends a second bracket before the letter of a function key.
        if end < rest.count, rest[end] == UInt8(ascii: "[") { end += 1 }
        while end < rest.count, (0x20...0x3F).contains(rest[end]) { end += 1 }
        guard end - start < Self.sequenceLimit else { return end }
        guard end < rest.count else { return start }
        // A byte that is not a final byte ends the sequence, and is read separately.
        guard (0x40...0x7E).contains(rest[end]) else { return end }
        let sequence = String(decoding: rest[(start + 2)...end], as: UTF8.self)
        if sequence == "200~" {
            pasted = []
        } else if let key = DisplayEvent.Key(controlSequence: sequence) {
            keys.append(key)
        }
        return end + 1
    }

    private mutating func continuePaste(from start: Int, adding keys: inout [DisplayEvent.Key]) -> Int {
        let terminator = Array("\u{1B}[201~".utf8)
        let end = rest[start...].firstIndex(of: .escape) ?? rest.count
        let room = Self.pasteLimit - (pasted?.count ?? 0)
        pasted? += rest[start..<end].prefix(max(0, room))
        guard end < rest.count else { return end }
        let following = rest[end...].prefix(terminator.count)
        if following.elementsEqual(terminator) {
            keys.append(.paste(pasted ?? []))
            pasted = nil
            return end + terminator.count
        }
        // The end of the terminator may arrive later. Any other escape is omitted.
        return terminator.starts(with: following) ? end : end + 1
    }
}

extension DisplayEvent.Key {
    /// Returns the keys in a complete input.
    public static func keys(in bytes: some Sequence<UInt8>) -> [DisplayEvent.Key] {
        var reader = KeyReader()
        return reader.keys(in: bytes) + reader.flush()
    }

    fileprivate static func paste(_ bytes: [UInt8]) -> DisplayEvent.Key {
        // An incomplete character is not pasted.
        .paste(Secret(String(decoding: bytes.dropLast(bytes[...].lengthOfUnfinishedCharacter), as: UTF8.self)))
    }

    /// Creates a key from the sequence after the escape and the bracket.
    fileprivate init?(controlSequence sequence: String) {
        switch sequence {
        case "A": self = .up
        case "B": self = .down
        case "C": self = .right
        case "D": self = .left
        case "F", "4~", "8~": self = .end
        case "H", "1~", "7~": self = .home
        case "Z": self = .backTab
        case "3~": self = .delete
        case "5~": self = .pageUp
        case "6~": self = .pageDown
        default: return nil
        }
    }

    /// Creates a key from the byte after the escape and the letter O.
    fileprivate init?(singleShift byte: UInt8) {
        switch byte {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "C"): self = .right
        case UInt8(ascii: "D"): self = .left
        case UInt8(ascii: "F"): self = .end
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "M"): self = .enter
        default: return nil
        }
    }
}

extension UInt8 {
    fileprivate static let escape: UInt8 = 0x1B
}

extension ArraySlice<UInt8> {
    /// The number of trailing bytes that begin an incomplete UTF-8 character.
    fileprivate var lengthOfUnfinishedCharacter: Int {
        for (length, byte) in zip(1..., reversed().prefix(3)) {
            switch byte {
            case 0x80..<0xC0: continue
            case 0xC2..<0xE0: return length < 2 ? length : 0
            case 0xE0..<0xF0: return length < 3 ? length : 0
            case 0xF0..<0xF5: return length < 4 ? length : 0
            default: return 0
            }
        }
        return 0
    }
}

extension [any DispatchSourceProtocol] {
    /// Resumes the sources, and returns after all of them listen. An earlier signal would be lost.
    @MainActor func listen() async {
        let (registrations, registration) = AsyncStream.makeStream(of: Void.self)
        for source in self {
            source.setRegistrationHandler { registration.yield() }
            source.resume()
        }
        var missing = count
        for await _ in registrations {
            missing -= 1
            if missing == 0 { break }
        }
    }
}
