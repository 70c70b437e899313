public import UsecasesEngine

/// The path of an endpoint. Literal text is kept, and an interpolated value becomes part of a single segment.
///
/// For example, `"/users/\(login)/repos"` with the login `a/../b` is `/users/a%2F..%2Fb/repos`.
public struct Path: Sendable, Hashable {
    /// The percent-encoded path.
    let text: String
    /// The interpolated values that are secret.
    let secrets: [String]
    private let hasEmptyValue: Bool

    /// The reason that a request to this path cannot be sent. `nil` if the path is valid.
    var flaw: String? {
        if !text.isEmpty && !text.hasPrefix("/") { return "the path must begin with a slash" }
        if hasEmptyValue { return "a value in the path is empty" }
        guard text.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        if segments.contains(".") || segments.contains("..") { return "a segment of the path is . or .." }
        return nil
    }
}

extension UInt8 {
    /// Whether the character is a slash or unreserved (RFC 3986).
    fileprivate var isPlainInPath: Bool { isUnreserved || self == UInt8(ascii: "/") }
}

extension Path: ExpressibleByStringInterpolation {
    /// Builds the escaped text of a path and collects its secrets.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var secrets: [String] = []
        fileprivate var hasEmptyValue = false

        /// Creates an empty interpolation. The capacities are not used.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends literal text. Only characters that a path cannot contain are escaped.
        public mutating func appendLiteral(_ literal: String) {
            // Nearly all literals need no escaping and are appended unchanged.
            guard !literal.utf8.allSatisfy(\.isPlainInPath) else { return text += literal }
            for character in literal {
                text += "/%:@!$&'()*+,;=".contains(character) ? String(character) : String(character).percentEncoded
            }
        }

        /// Appends a value as part of one segment. Slashes in the value are escaped.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value.description)
        }

        /// Appends a secret as part of one segment. Reports redact it.
        public mutating func appendInterpolation(_ secret: Secret) {
            secrets.append(secret.reveal())
            append(secret.reveal())
        }

        private mutating func append(_ value: String) {
            if value.isEmpty { hasEmptyValue = true }
            text += value.percentEncoded
        }
    }

    /// Creates a path from text with values.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        secrets = stringInterpolation.secrets
        hasEmptyValue = stringInterpolation.hasEmptyValue
    }

    /// Creates a path from text without values.
    public init(stringLiteral: String) {
        var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(stringLiteral)
        self.init(stringInterpolation: interpolation)
    }
}
