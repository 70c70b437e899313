public import Usecases

/// The path of an endpoint: literal text is kept, and an interpolated value becomes part of a single segment.
///
/// `"/users/\(login)/repos"` with the login `a/../b` is `/users/a%2F..%2Fb/repos`.
public struct Path: Sendable, Hashable {
    /// Percent-encoded.
    let text: String
    /// Interpolated values that must be kept secret.
    let secrets: [String]
    private let hasEmptyValue: Bool

    /// Why a request to this path cannot be sent; `nil` if it can.
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
    /// An unreserved character of RFC 3986, or a slash.
    fileprivate var isPlainInPath: Bool { isUnreserved || self == UInt8(ascii: "/") }
}

extension Path: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var secrets: [String] = []
        fileprivate var hasEmptyValue = false

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            // Text that needs no escaping, as in nearly all literals, is appended unchanged.
            guard !literal.utf8.allSatisfy(\.isPlainInPath) else { return text += literal }
            for character in literal {
                text += "/%:@!$&'()*+,;=".contains(character) ? String(character) : String(character).percentEncoded
            }
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value.description)
        }

        public mutating func appendInterpolation(_ secret: Secret) {
            secrets.append(secret.reveal())
            append(secret.reveal())
        }

        private mutating func append(_ value: String) {
            if value.isEmpty { hasEmptyValue = true }
            text += value.percentEncoded
        }
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        secrets = stringInterpolation.secrets
        hasEmptyValue = stringInterpolation.hasEmptyValue
    }

    public init(stringLiteral: String) {
        var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(stringLiteral)
        self.init(stringInterpolation: interpolation)
    }
}
