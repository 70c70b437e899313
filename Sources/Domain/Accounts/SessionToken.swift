package import UsecasesEngine

/// The proof that a device is logged in. It is 256 random bits as 64 lower-case hexadecimal digits.
///
/// It is a ``Secret``, because every client that has it is logged in.
package struct SessionToken: Sendable, Hashable {
    package let secret: Secret

    /// Returns `nil` if the text is not 64 lower-case hexadecimal digits.
    package init?(_ text: String) {
        guard text.isLowercaseHex(digits: 64) else { return nil }
        secret = Secret(text)
    }

    /// Creates an unguessable token.
    package init(randomSource: any RandomSource) {
        secret = Secret((0..<4).map { _ in String(hexadecimal: randomSource.nextSecret()) }.joined())
    }
}

extension SessionToken: TextCodable, SecretText {
    package static var noun: String { "token" }
    package static var rule: String { "a token has 64 hexadecimal digits" }

    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: Self.rule) { Self($0) }
    }
}

/// The stored digest of a token or of a recovery code. It is the SHA-256 as 64 lower-case hexadecimal digits.
package struct TokenDigest: Sendable, Hashable {
    package let secret: Secret

    init(unchecked text: String) { secret = Secret(text) }

    /// Returns `nil` if the text is not 64 lower-case hexadecimal digits.
    package init?(_ text: String) {
        guard text.isLowercaseHex(digits: 64) else { return nil }
        secret = Secret(text)
    }
}

extension TokenDigest: TextCodable, SecretText {
    package static var noun: String { "digest" }
    package static var rule: String { "a digest has 64 hexadecimal digits" }

    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: Self.rule) { Self($0) }
    }
}

extension SecretText {
    /// Decodes the value that `read` finds in the text. A recording redacts it, so a replay uses `standIn`, which proves nothing.
    /// Throws a `DecodingError` with the rule for any other text.
    static func decoded(
        from decoder: any Decoder, standIn: Self, rule: String, _ read: (String) -> Self?
    ) throws -> Self {
        let text = try Secret(from: decoder).reveal()
        guard let value = text == Secret.redacted ? standIn : read(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: rule))
        }
        return value
    }
}

extension String {
    fileprivate func isLowercaseHex(digits: Int) -> Bool {
        utf8.count == digits && utf8.allSatisfy(\.isLowercaseHexDigit)
    }
}
