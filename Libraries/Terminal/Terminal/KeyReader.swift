import UsecasesEngine

/// A parser that turns terminal input into keys, byte by byte, so chunks may end anywhere.
///
/// It follows the grammar of ECMA-48: control sequences, single shifts, and control strings, which a terminal sends to
/// answer questions of an earlier program. Keys pressed together with Alt, unused sequences, reports of a mouse and the
/// contents of control strings are never keys. It stores only a paste and the parameters of a sequence, both bounded.
struct KeyReader {
    /// The maximum number of stored bytes of a paste. No field has room for more.
    static let pasteLimit = 4 * FieldText.limit
    /// The maximum number of stored bytes of a sequence. No key has a longer one.
    private static let sequenceLimit = 8
    private static let pasteEnd = Array("[201~".utf8)

    private enum State {
        case ground
        /// The bytes of an incomplete character. It is omitted if Alt was pressed.
        case character([UInt8], hasAlt: Bool)
        case escape
        case doubleEscape
        /// The bytes of a control sequence after its introducer. Its key is omitted if Alt was pressed.
        case sequence([UInt8], hasAlt: Bool)
        case singleShift(hasAlt: Bool)
        /// The missing bytes of a report of a mouse.
        case report(Int)
        /// A control string, and its latest byte.
        case string(UInt8)
        /// A paste, and the number of bytes of its terminator that have arrived.
        case paste(ending: Int)
    }

    private var state = State.ground
    private var keys: [DisplayEvent.Key] = []
    /// The text that has arrived since the latest other key.
    private var text: [UInt8] = []
    private var isAfterReturn = false
    private var pasted: [UInt8] = []
    /// The rest of the terminator of a paste that the user has ended.
    private var omitted: ArraySlice<UInt8> = []

    /// The time to wait for the rest of an incomplete sequence until ``flush()``, or `nil` if nothing is incomplete. Only
    /// a lone escape is a key itself. A paste and a character wait without a limit for their rest.
    var patience: Duration? {
        switch state {
        case .ground, .character, .paste(ending: 0): nil
        case .escape, .doubleEscape: .milliseconds(50)
        case .sequence, .singleShift, .report, .string, .paste: .milliseconds(1500)
        }
    }

    mutating func keys(in bytes: some Sequence<UInt8>) -> [DisplayEvent.Key] {
        for byte in bytes {
            if let next = omitted.popFirst() {
                if byte == next { continue }
                omitted = []
            }
            read(byte)
        }
        finishText()
        defer { keys = [] }
        return keys
    }

    /// Ends the wait for the rest. An escape becomes the Escape key, and ends a paste. Any other incomplete sequence is
    /// omitted.
    mutating func flush() -> [DisplayEvent.Key] {
        defer { (state, pasted) = (.ground, []) }
        switch state {
        case .escape: return [.escape]
        case .doubleEscape: return [.escape, .escape]
        case .paste(let ending):
            omitted = Self.pasteEnd[max(0, ending - 1)...]
            return [.paste(pasted)]
        default: return []
        }
    }

    /// Returns the typed text of a line that the terminal driver has read. An answer of the terminal is not part of it.
    static func typed(in line: [UInt8]) -> [UInt8] {
        guard line.contains(.escape) else { return line }
        var reader = KeyReader()
        return reader.keys(in: line).flatMap { key -> [UInt8] in
            switch key {
            case .character(let character): Array(character.utf8)
            case .paste(let text): Array(text.reveal().utf8)
            case .tab: [0x09]
            case .enter: [0x0A]
            default: []
            }
        }
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .ground: readGround(byte)
        case .character(let bytes, let hasAlt): readCharacter(bytes, byte, hasAlt: hasAlt)
        case .escape: readEscaped(byte)
        case .doubleEscape:
            // Some terminals send a cursor key with Alt like this. Otherwise, the key was pressed twice.
            let hasAlt = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
            if !hasAlt { add(.escape) }
            readEscaped(byte, hasAlt: hasAlt)
        case .sequence(let bytes, let hasAlt): readSequence(bytes, byte, hasAlt: hasAlt)
        case .singleShift(let hasAlt): readSingleShift(byte, hasAlt: hasAlt)
        case .report(let missing):
            // The coordinates of a report are printable. A different byte means that the report is incomplete.
            guard byte >= 0x20 else { return restart(with: byte) }
            // A coordinate above 95 may have two bytes.
            if !(0xC2...0xDF).contains(byte) { state = missing > 1 ? .report(missing - 1) : .ground }
        case .string(let latest): readString(byte, after: latest)
        case .paste(let ending): readPaste(byte, ending: ending)
        }
    }

    /// Ends the current sequence, and reads the byte on its own.
    private mutating func restart(with byte: UInt8) {
        state = .ground
        readGround(byte)
    }

    private mutating func readGround(_ byte: UInt8) {
        defer { isAfterReturn = byte == 0x0D }
        switch byte {
        case .escape: state = .escape
        case 0x00..<0x20, 0x7F:
            // The line break of Windows is one key.
            if byte != 0x0A || !isAfterReturn, let key = DisplayEvent.Key(control: byte) { add(key) }
        case 0x20..<0x7F: text.append(byte)
        default: readCharacter([], byte)
        }
    }

    private mutating func readCharacter(_ bytes: [UInt8], _ byte: UInt8, hasAlt: Bool = false) {
        guard bytes.isEmpty || (0x80..<0xC0).contains(byte) else {
            if !hasAlt { text += "\u{FFFD}".utf8 }
            return restart(with: byte)
        }
        let bytes = bytes + [byte]
        if bytes[...].lengthOfUnfinishedCharacter > 0 {
            state = .character(bytes, hasAlt: hasAlt)
        } else if bytes.count == 2, bytes[0] == 0xC2, byte < 0xA0 {
            // A control character of C1 stands for an escape and a letter.
            readEscaped(byte - 0x40)
        } else {
            if !hasAlt { text += bytes }
            state = .ground
        }
    }

    private mutating func readEscaped(_ byte: UInt8, hasAlt: Bool = false) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([], hasAlt: hasAlt)
        case UInt8(ascii: "O"): state = .singleShift(hasAlt: hasAlt)
        // OSC, DCS, SOS, PM and APC.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(byte)
        case .escape: state = .doubleEscape
        case 0x80...: readCharacter([], byte, hasAlt: true)
        default: state = .ground
        }
    }

    private mutating func readSequence(_ bytes: [UInt8], _ byte: UInt8, hasAlt: Bool) {
        switch byte {
        // The console of Linux sends a second bracket before the letter of a function key.
        case 0x20...0x3F,
            UInt8(ascii: "[") where byte < 0x40 || bytes.isEmpty:
            state = .sequence(bytes.count < Self.sequenceLimit ? bytes + [byte] : bytes, hasAlt: hasAlt)
        case UInt8(ascii: "M") where bytes.isEmpty: state = .report(3)
        case 0x40...0x7E:
            state = .ground
            let sequence = String(decoding: bytes + [byte], as: UTF8.self)
            if sequence == "200~" {
                finishText()
                state = .paste(ending: 0)
            } else if !hasAlt, let key = DisplayEvent.Key.byControlSequence[sequence] {
                add(key)
            }
        default: restart(with: byte)
        }
    }

    private mutating func readSingleShift(_ byte: UInt8, hasAlt: Bool) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): break
        case 0x20..<0x7F:
            state = .ground
            let letter = String(decoding: [byte], as: UTF8.self)
            if !hasAlt, let key = DisplayEvent.Key.bySingleShift[letter] { add(key) }
        default: restart(with: byte)
        }
    }

    private mutating func readString(_ byte: UInt8, after latest: UInt8) {
        switch (latest, byte) {
        // ST ends a string, and BEL a string of xterm. CAN and SUB cancel it.
        case (.escape, UInt8(ascii: "\\")), (0xC2, 0x9C), (_, 0x07), (_, 0x18), (_, 0x1A): state = .ground
        case (_, .escape): state = .string(byte)
        case (.escape, _): readEscaped(byte)
        default: state = .string(byte)
        }
    }

    private mutating func readPaste(_ byte: UInt8, ending: Int) {
        let end = Self.pasteEnd
        guard ending == 0 || byte != end[ending - 1] else {
            guard ending == end.count else { return state = .paste(ending: ending + 1) }
            keys.append(.paste(pasted))
            // It may be a secret.
            return (state, pasted) = (.ground, [])
        }
        // A different escape is omitted.
        let added = end.prefix(max(0, ending - 1)) + (byte == .escape ? [] : [byte])
        pasted += added.prefix(max(0, Self.pasteLimit - pasted.count))
        state = .paste(ending: byte == .escape ? 1 : 0)
    }

    private mutating func add(_ key: DisplayEvent.Key) {
        finishText()
        keys.append(key)
    }

    private mutating func finishText() {
        keys += String(decoding: text, as: UTF8.self).map { .character($0) }
        text = []
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

    /// Creates a key from a control character.
    fileprivate init?(control byte: UInt8) {
        switch byte {
        case 0x04: self = .endOfInput
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .tab
        case 0x0A, 0x0D: self = .enter
        case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
        default: return nil
        }
    }

    private static let byLetter: [String: Self] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home,
    ]
    /// The keys by the sequence after the escape and the bracket.
    fileprivate static let byControlSequence = byLetter.merging([
        "1~": .home, "7~": .home, "4~": .end, "8~": .end, "Z": .backTab, "3~": .delete, "5~": .pageUp, "6~": .pageDown,
    ]) { $1 }
    /// The keys by the letter after the escape and the letter O.
    fileprivate static let bySingleShift = byLetter.merging(["M": .enter]) { $1 }
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
