import Foundation
import UsecasesCWidth
import UsecasesEngine

extension String {
    /// Returns the text truncated to `limit` columns, with an ellipsis if it was too long.
    public func truncated(to limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1) + "…"
    }

    /// Returns the text centred in `width` columns.
    public func centred(in width: Int) -> String {
        String(repeating: " ", count: max(0, (width - columns) / 2)) + self
    }

    /// Returns lines of at most `width` columns. Lines break at spaces, and at any character in Japanese.
    public func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var taken = 0
        for piece in pieces {
            if taken + piece.trimmedAtEnd.columns <= width {
                line += piece
                taken += piece.columns
                continue
            }
            if !line.isEmpty { lines.append(line.trimmedAtEnd) }
            line = piece
            while line.trimmedAtEnd.columns > width {
                let head = line.prefix(columns: width)
                // A wide character does not fit into a single column.
                guard !head.isEmpty else { return [] }
                lines.append(head)
                line.removeFirst(head.count)
            }
            taken = line.columns
        }
        return lines + [line.trimmedAtEnd]
    }

    /// Returns the lines of an entry of a list or a tree. Wrapped text is aligned with its first line, or `hanging`
    /// columns deeper, and the branches continue next to it.
    package func wrappedBelow(to width: Int, hanging: Int = 0) -> [String] {
        let beginning = prefix { " │├└─".contains($0) }
        // At this depth of a tree, hardly any room is left next to its branches.
        guard 2 * beginning.columns <= width else { return wrapped(to: width) }
        let below = String(beginning.map { "│├".contains($0) ? "│" : " " }) + String(repeating: " ", count: hanging)
        let text = String(dropFirst(beginning.count)).wrapped(to: width - beginning.columns)
        guard hanging > 0, text.count > 1, let first = text.first else {
            return text.enumerated().map { ($0.offset == 0 ? String(beginning) : below) + $0.element }
        }
        let rest = String(dropFirst(beginning.count + first.count).drop { $0 == " " })
        return [beginning + first] + rest.wrapped(to: width - below.columns).map { below + $0 }
    }

    private func prefix(columns limit: Int) -> String {
        var taken = 0
        return String(
            prefix {
                taken += DisplayWidth.columns(of: $0)
                return taken <= limit
            })
    }

    private var trimmedAtEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }

    /// The pieces between possible line breaks. A piece is a word with its trailing spaces, or a wide character. A line
    /// never begins with a closing mark, a small kana or a long vowel, and never ends with an opening mark.
    private var pieces: [String] {
        reduce(into: [String]()) { pieces, character in
            if let last = pieces.last?.last, character.isKept(behind: last) {
                pieces[pieces.count - 1].append(character)
            } else {
                pieces.append(String(character))
            }
        }
    }
}

extension Character {
    /// The characters of JIS X 4051.
    private static let neverFirst = Set("、。，．・：；？！」』）】〕〉》)ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…")
    private static let neverLast = Set("「『（【〔〈《")

    fileprivate func isKept(behind last: Character) -> Bool {
        if self == " " || Self.neverFirst.contains(self) || Self.neverLast.contains(last) { return true }
        return last != " " && DisplayWidth.columns(of: last) < 2 && DisplayWidth.columns(of: self) < 2
    }
}

/// The width of a text in terminal columns, from wcwidth(3).
enum DisplayWidth {
    /// A UTF-8 locale, independent of the program's locale. Without such a locale, wcwidth does not recognise wide
    /// characters. It never changes after its creation.
    nonisolated(unsafe) private static let locale: locale_t? =
        newlocale(characterTypes, "C.UTF-8", nil) ?? newlocale(characterTypes, "en_US.UTF-8", nil)

    /// Returns 0 for an invisible character, 2 for a Japanese one, and 1 for most others. Terminals draw the parts of a
    /// character next to each other, such as a half-width kana and its mark. They join parts at a zero-width joiner, and
    /// a skin tone with its emoji.
    static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
        // A variation selector requests the emoji form of a character. That form is wide.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        var (columns, isJoined) = (0, false)
        for scalar in character.unicodeScalars {
            let isSeparate = !isJoined && !(columns > 0 && scalar.properties.isEmojiModifier)
            if isSeparate { columns += max(0, Int(wcwidth(wchar_t(scalar.value)))) }
            isJoined = scalar == "\u{200D}"
        }
        return columns
    }
}

#if canImport(Darwin)
private let characterTypes = LC_CTYPE_MASK
#else
private let characterTypes: Int32 = 1 << LC_CTYPE
#endif

extension StringProtocol {
    /// The number of terminal columns of the text.
    public var columns: Int { reduce(0) { $0 + DisplayWidth.columns(of: $1) } }
}

/// Text from servers, files and users may contain characters that control a terminal. All output is filtered here.
extension String {
    /// The text with control characters replaced by U+FFFD, except for line breaks and tabs.
    package var harmless: String { replacingCommands { $0 == "\n" || $0 == "\t" ? nil : "\u{FFFD}" } }

    /// The text with all control characters replaced by U+FFFD, on one line.
    public var printable: String { replacingCommands { _ in "\u{FFFD}" } }

    /// JSON with control characters escaped, without a change of its meaning. They occur only in its strings.
    var harmlessJSON: String {
        replacingCommands { scalar in
            scalar == "\n"
                ? nil : scalar.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
        }
    }

    /// Replaces control characters. A `nil` replacement keeps the character.
    private func replacingCommands(by replacement: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: \.commandsDisplays) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.commandsDisplays, let replacement = replacement(scalar) {
                text.append(contentsOf: replacement.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

/// The capabilities of the environment and the standard streams.
struct TerminalStyle: Sendable, Hashable {
    /// Whether the program draws views and reads keys.
    let isInteractive: Bool
    let isColoured: Bool

    init(environment: Environment, isInputTerminal: Bool, isOutputTerminal: Bool) {
        let isCapable = environment["TERM"].map { $0 != "dumb" } ?? false
        isInteractive = isInputTerminal && isOutputTerminal && isCapable
        isColoured = isOutputTerminal && isCapable && environment["NO_COLOR"] == nil
    }

    /// Returns whether views are drawn. On the same terminal, the lines of a trace would overwrite them.
    func showsViews(_ settings: Settings, isErrorTerminal: Bool) -> Bool {
        isInteractive && settings.format == .text && !(settings.isTraced && isErrorTerminal)
    }
}
