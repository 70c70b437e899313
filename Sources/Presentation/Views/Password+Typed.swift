package import CalearningDomain
import Foundation

extension Password {
    /// How many bytes are normalised. Whatever is longer breaks the rules anyway, and is kept as it is.
    private static let typedLimit = 4096

    /// A password as somebody has typed it, by whichever keyboard.
    package init(typed text: String) {
        self.init(normalized: text.utf8.count > Self.typedLimit ? text : text.normalised)
    }
}

extension String {
    /// The normal form NFKC. Foundation's mapping alone leaves halfwidth marks apart from their letters on Linux: ﾊﾟ would
    /// not become パ.
    fileprivate var normalised: String {
        precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
    }
}
