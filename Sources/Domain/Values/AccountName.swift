import Usecases

/// The name of an account: 3 to 32 of `a` to `z`, `0` to `9`, `_` and `-`. Capital letters are read as small ones.
package struct AccountName: Sendable, Hashable {
    package let rawValue: String

    init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// `nil` for a text with another length or with other characters.
    package init?(_ text: String) {
        guard AccountRules.flaws(ofName: text).isEmpty else { return nil }
        rawValue = String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension AccountName: CustomStringConvertible {
    package var description: String { rawValue }
}

extension AccountName: TextCodable {
    package static var rule: String { "a name has 3 to 32 of a to z, 0 to 9, _ and -" }
}
