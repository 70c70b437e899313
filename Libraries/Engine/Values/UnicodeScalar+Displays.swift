extension Unicode.Scalar {
    /// Whether the character can control a terminal, end a line or change the direction of text. Text from outside must
    /// not be shown with such characters.
    public var commandsDisplays: Bool {
        switch value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x5FF: false
        // Most of Japanese text. Looking up the category of each scalar would take long.
        case 0x3001...0x9FFF: false
        // The zero width joiner joins emoji.
        case 0x200D: false
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: true
            default: false
            }
        }
    }
}

extension String {
    /// The text on one line, for display. Characters that control displays are escaped as in Swift, such as `\n`, and
    /// `…` replaces all text after the first 200 characters.
    package var onOneLine: String {
        let start = unicodeScalars.prefix(200)
        let shown =
            start.contains(where: \.commandsDisplays)
            ? start.map { $0.commandsDisplays ? $0.escaped(asASCII: true) : String($0) }.joined() : String(start)
        return start.endIndex == endIndex ? shown : shown + "…"
    }
}

extension String {
    /// Returns the text with `new` instead of each `old`. It compares Unicode scalars. In a comparison of characters, a
    /// quotation mark before an accent would be a different character, and so would `\n` after `\r`.
    package func replacingScalars(_ old: String, with new: String) -> String {
        String(unicodeScalars.replacing(old.unicodeScalars, with: new.unicodeScalars))
    }

    /// The text quoted as one word of a POSIX shell.
    package var shellQuoted: String { "'" + replacingScalars("'", with: #"'\''"#) + "'" }

    /// The path as one word of a POSIX shell, quoted if necessary. It is not an option, even if it begins with a hyphen.
    package var shellPath: String {
        let path = hasPrefix("-") ? "./" + self : self
        let isPlain = path.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_./:@%+,=-".unicodeScalars.contains($0)
        }
        return isPlain && !path.isEmpty ? path : path.shellQuoted
    }

    /// Returns the text with ``Secret/redacted`` instead of each of the secrets, in this order. A part of a character can
    /// also be a secret, and one character can have several spellings.
    package func redacting(_ secrets: [String]) -> String {
        secrets.reduce(self) {
            $0.replacingScalars($1, with: Secret.redacted).replacing($1, with: Secret.redacted)
        }
    }
}

extension String {
    /// Returns whether the text has 1 to `limit` characters from `!` to `~`, safe in headers, files and terminals.
    public func isVisibleASCII(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
