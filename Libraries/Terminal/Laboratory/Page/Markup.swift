/// HTML or SVG. Literals are unchanged, and interpolated text is escaped.
package struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ value: String) {
            for scalar in value.unicodeScalars { text += scalar.escaped }
        }

        package mutating func appendInterpolation(_ number: Int) {
            text += "\(number)"
        }

        package mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
        }

        package mutating func appendInterpolation(_ markups: [Markup], separator: String = "\n") {
            text += markups.map(\.text).joined(separator: separator)
        }
    }

    /// The HTML or SVG.
    public let text: String

    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }
}

extension Unicode.Scalar {
    /// The escaped scalar, valid between tags and in quoted attributes.
    fileprivate var escaped: String {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        // A document must not contain such characters, even escaped.
        case _ where properties.generalCategory == .control && self != "\n" && self != "\t": "\u{FFFD}"
        default: String(self)
        }
    }
}

/// A sentence on lines of similar width, broken at natural pauses.
struct SentenceLines {
    /// The lines. A line broken at a space keeps the space, so the joined lines equal the sentence.
    let lines: [String]

    /// Breaks the sentence into lines of at most `columns`, except for wider words. A new line begins after a
    /// condition, `条件_`.
    init(_ sentence: String, columns: Int) {
        var parts = [""]
        for character in sentence {
            parts[parts.count - 1].append(character)
            if character == "_" { parts.append("") }
        }
        lines = parts.filter { !$0.isEmpty }.flatMap { Self.balanced(Self.phrases(of: $0), columns: columns) }
    }

    /// Returns the smallest number of lines, with the smallest possible width.
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

    /// Returns the phrases. A phrase ends after a space or after hiragana, because particles and endings are written in
    /// hiragana.
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
