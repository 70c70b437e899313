import Foundation
import Usecases
import UsecasesCWidth

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension String {
    /// Shortened to `limit` columns, with an ellipsis if something was cut off.
    public func truncated(to limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1) + "…"
    }

    /// Centred in `width` columns.
    public func centred(in width: Int) -> String {
        String(repeating: " ", count: max(0, (width - columns) / 2)) + self
    }

    /// Lines of at most `width` columns: broken at spaces where there are some, and anywhere in Japanese.
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
                // A wide character does not fit into a single column at all.
                guard !head.isEmpty else { return [] }
                lines.append(head)
                line.removeFirst(head.count)
            }
            taken = line.columns
        }
        return lines + [line.trimmedAtEnd]
    }

    /// The same for a line of a list or a tree: what is wrapped stays below its beginning, and branches go on beside it.
    func wrappedBelow(to width: Int) -> [String] {
        let beginning = prefix { " │├└─".contains($0) }
        // So deep in a tree there is hardly any room beside its branches.
        guard 2 * beginning.columns <= width else { return wrapped(to: width) }
        let below = String(beginning.map { "│├".contains($0) ? "│" : " " })
        let lines = String(dropFirst(beginning.count)).wrapped(to: width - beginning.columns)
        return lines.enumerated().map { ($0.offset == 0 ? String(beginning) : below) + $0.element }
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
        String(reversed().drop { $0 == " " }.reversed())
    }

    /// The pieces between which a line may be broken: words with the spaces after them, and wide characters; no line
    /// begins with a closing mark, a small kana or a long vowel, or ends with an opening mark.
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
    /// After JIS X 4051.
    private static let neverFirst = Set("、。，．・：；？！」』）】〕〉》)ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…")
    private static let neverLast = Set("「『（【〔〈《")

    fileprivate func isKept(behind last: Character) -> Bool {
        if self == " " || Self.neverFirst.contains(self) || Self.neverLast.contains(last) { return true }
        return last != " " && DisplayWidth.columns(of: last) < 2 && DisplayWidth.columns(of: self) < 2
    }
}

/// How many columns of a terminal a text takes, by wcwidth(3).
enum DisplayWidth {
    /// wcwidth knows wide characters in a UTF-8 locale only, whatever that of the program is. Never changed once made.
    nonisolated(unsafe) private static let locale: locale_t? =
        newlocale(characterTypes, "C.UTF-8", nil) ?? newlocale(characterTypes, "en_US.UTF-8", nil)

    /// 0 for an invisible character, 2 for a Japanese one, 1 for most others.
    static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
        let previous = uselocale(locale)
        defer { uselocale(previous) }
        let widths = character.unicodeScalars.map { max(0, Int(wcwidth(wchar_t($0.value)))) }
        // A variation selector asks for the emoji form of a character, which is wide.
        let isEmoji = character.unicodeScalars.contains { $0.value == 0xFE0F }
        return isEmoji ? 2 : widths.first { $0 > 0 } ?? 0
    }
}

#if canImport(Darwin)
private let characterTypes = LC_CTYPE_MASK
#else
private let characterTypes: Int32 = 1 << LC_CTYPE
#endif

extension StringProtocol {
    /// The columns that it takes in a terminal.
    public var columns: Int { reduce(0) { $0 + DisplayWidth.columns(of: $1) } }
}

/// Texts from outside, from servers, files and users, may contain characters that control a terminal. Everything that
/// is written passes through here.
extension String {
    /// With such characters shown as U+FFFD; lines and tabs stay.
    var harmless: String { replacingCommands { $0 == "\n" || $0 == "\t" ? nil : "\u{FFFD}" } }

    /// The same on one line.
    public var printable: String { replacingCommands { _ in "\u{FFFD}" } }

    /// JSON with such characters escaped, so that it means the same. Outside of its strings it has none.
    var harmlessJSON: String {
        replacingCommands { scalar in
            scalar == "\n"
                ? nil : scalar.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }.joined()
        }
    }

    /// `nil` leaves a character as it is.
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

/// What the environment and the standard streams allow.
struct TerminalStyle: Sendable, Hashable {
    /// Whether views are drawn and keys read.
    let isInteractive: Bool
    let isColoured: Bool

    init(environment: Environment, isInputTerminal: Bool, isOutputTerminal: Bool) {
        let isCapable = environment["TERM"].map { $0 != "dumb" } ?? false
        isInteractive = isInputTerminal && isOutputTerminal && isCapable
        isColoured = isOutputTerminal && isCapable && environment["NO_COLOR"] == nil
    }

    /// Whether views are drawn. Lines of a trace on the same terminal would be written over them.
    func showsViews(_ settings: Settings, isErrorTerminal: Bool) -> Bool {
        isInteractive && settings.format == .text && !(settings.isTraced && isErrorTerminal)
    }
}
