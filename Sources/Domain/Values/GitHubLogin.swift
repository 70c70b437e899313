import Usecases

/// The login name of a GitHub account: 1 to 39 letters, digits and single hyphens, a hyphen neither first nor last.
package struct GitHubLogin: Sendable, Hashable {
    package let rawValue: String

    package init?(_ rawValue: String) {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...39).contains(rawValue.utf8.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
        else { return nil }
        self.rawValue = rawValue
    }

    init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension GitHubLogin: CustomStringConvertible {
    package var description: String { rawValue }
}

extension GitHubLogin: TextCodable {
    package static var rule: String { "this is no login of GitHub" }
}
