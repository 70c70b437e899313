/// Passwords that are tried first. Of those that are long enough, nearly all are made of short ones, so that they are
/// recognised by their parts.
enum CommonPasswords {
    /// How many parts a password may have that is still one of them.
    private static let partLimit = 3
    /// A text that is repeated throughout, if it has no more characters than this, is not worth more than one character.
    private static let unitLimit = 4

    private static let known = Set(list.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) })
    private static let longest = known.map(\.count).max() ?? 0
    private static let walks = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    ]
    .flatMap { walk in [Array(walk.utf8), walk.utf8.reversed()] }
    .map { $0 + $0 }
    /// The beginnings of all ways over the keyboard, which tell most texts apart from them at once.
    private static let steps = Set(
        walks.flatMap { walk in (0...(walk.count - unitLimit)).map { Array(walk[$0..<($0 + unitLimit)]) } })

    /// `text` is in lower case, with at most ``AccountRules/passwordLength`` characters.
    static func contains(_ text: String) -> Bool {
        let unit = unit(of: Array(text.utf8))
        // All bytes but the first one of a character in UTF-8 are 10xxxxxx.
        return unit.count { $0 & 0xC0 != 0x80 } <= unitLimit || consistsOfFewParts(unit)
    }

    /// The shortest text whose repetition is this one.
    private static func unit(of text: [UInt8]) -> [UInt8] {
        let length = (1..<max(1, text.count)).first { length in
            text.count.isMultiple(of: length) && zip(text, text.dropFirst(length)).allSatisfy { $0 == $1 }
        }
        return Array(text.prefix(length ?? text.count))
    }

    /// Whether it is up to ``partLimit`` known passwords, repeated characters and ways over the keyboard in a row.
    private static func consistsOfFewParts(_ text: [UInt8]) -> Bool {
        // The least number of parts of each beginning.
        var parts = [0] + Array(repeating: Int.max, count: text.count)
        for end in 1..<max(2, text.count + 1) where end <= text.count {
            for start in 0..<end where parts[start] < partLimit && isPart(text[start..<end]) {
                parts[end] = min(parts[end], parts[start] + 1)
            }
        }
        return parts[text.count] <= partLimit
    }

    private static func isPart(_ text: ArraySlice<UInt8>) -> Bool {
        if text.count <= longest, known.contains(Array(text)) { return true }
        guard text.count >= unitLimit else { return false }
        return text.allSatisfy { $0 == text.first }
            || steps.contains(Array(text.prefix(unitLimit))) && walks.contains { $0.contains(run: text) }
    }
}

extension [UInt8] {
    fileprivate func contains(run: ArraySlice<UInt8>) -> Bool {
        count >= run.count && (0...(count - run.count)).contains { self[$0..<($0 + run.count)].elementsEqual(run) }
    }
}
