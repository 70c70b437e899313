import UsecasesCWidth

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
