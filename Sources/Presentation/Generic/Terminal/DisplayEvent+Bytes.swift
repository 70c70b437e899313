extension DisplayEvent.Key {
    /// The keys that a terminal sent. Those without a use are left out.
    static func keys(in bytes: some Sequence<UInt8>) -> [DisplayEvent.Key] {
        var keys: [DisplayEvent.Key] = []
        var rest = String(decoding: Array(bytes), as: UTF8.self)[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}":
                let after = rest.afterEscapeSequence
                if let key = DisplayEvent.Key(escapeSequence: rest[..<after.startIndex]) { keys.append(key) }
                rest = after
            case "\r", "\n", "\r\n": keys.append(.enter)
            case "\u{4}": keys.append(.endOfInput)
            default: keys.append(.character(character))
            }
        }
        return keys
    }
}

extension DisplayEvent.Key {
    /// `sequence` is what follows the escape.
    fileprivate init?(escapeSequence sequence: Substring) {
        switch sequence {
        case "[A", "OA": self = .up
        case "[B", "OB": self = .down
        case "[5~": self = .pageUp
        case "[6~": self = .pageDown
        default: return nil
        }
    }
}

extension Substring {
    /// What follows an escape sequence whose escape has been taken off.
    fileprivate var afterEscapeSequence: Substring {
        switch first {
        // CSI: parameters, then a final character from @ to ~.
        case "[": dropFirst().drop { !("@"..."~").contains($0) }.dropFirst()
        // SS3: one character.
        case "O": dropFirst(2)
        default: dropFirst()
        }
    }
}
