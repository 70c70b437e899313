package import Domain
import Foundation

extension Password {
    /// How many bytes are normalised. Whatever is longer breaks the rules anyway, and is kept as it is.
    private static let typedLimit = 4096

    /// A password as somebody has typed it, by whichever keyboard.
    package init(typed text: String) {
        self.init(normalized: text.utf8.count > Self.typedLimit ? text : text.precomposedStringWithCompatibilityMapping)
    }
}
