/// A sentence on lines of about the same width, broken where a reader would pause.
struct SentenceLines {
    /// A line that was broken at a space keeps it, so that the lines joined are the sentence.
    let lines: [String]

    /// Each at most `columns` wide, except for a word that is wider. A new line begins after a condition, `条件_`.
    init(_ sentence: String, columns: Int) {
        var parts = [""]
        for character in sentence {
            parts[parts.count - 1].append(character)
            if character == "_" { parts.append("") }
        }
        lines = parts.filter { !$0.isEmpty }.flatMap { Self.balanced(Self.phrases(of: $0), columns: columns) }
    }

    /// With as few lines as there can be, the widest one as narrow as it can be.
    private static func balanced(_ phrases: [String], columns: Int) -> [String] {
        let filled = fill(phrases, columns: columns)
        var limit = columns
        while limit > 1, fill(phrases, columns: limit - 1).count == filled.count { limit -= 1 }
        return fill(phrases, columns: limit)
    }

    private static func fill(_ phrases: [String], columns: Int) -> [String] {
        phrases.reduce(into: []) { lines, phrase in
            if let line = lines.last, (line + phrase).columns <= columns {
                lines[lines.count - 1] = line + phrase
            } else {
                lines.append(phrase)
            }
        }
    }

    /// A phrase ends after a space, and where hiragana end: particles and endings are written with these.
    private static func phrases(of text: String) -> [String] {
        text.reduce(into: [String]()) { phrases, character in
            guard let last = phrases.last?.last, !character.begins(after: last) else {
                phrases.append(String(character))
                return
            }
            phrases[phrases.count - 1].append(character)
        }
    }
}

extension Character {
    fileprivate func begins(after last: Character) -> Bool {
        last == " " || (last.isHiragana && !isHiragana && self != "_" && self != " ")
    }

    private var isHiragana: Bool { ("ぁ"..."ゖ").contains(self) }
}
