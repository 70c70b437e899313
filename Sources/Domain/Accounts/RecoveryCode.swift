package import UsecasesEngine

/// A code that lets the owner of an account choose a new password once. An operator issues it.
///
/// It has 120 random bits as 24 characters of Crockford's Base32, in groups of four, such as `k7qf-9xwp-…`. It is a
/// ``Secret``, because its holder can take over the account.
package struct RecoveryCode: Sendable, Hashable {
    package let secret: Secret

    /// The characters of a code. None of them resembles another.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let length = 24
    /// The maximum length of a typed code in bytes. It leaves room for separators.
    private static let typedLimit = 128

    private init(characters: [UInt8]) {
        secret = Secret(characters.grouped(separator: "-"))
    }

    /// Reads a typed code. Capital letters, spaces and hyphens make no difference, and the letters `o`, `i` and `l` are
    /// the digits that they resemble. Returns `nil` if it is not a code.
    package init?(typed text: String) {
        guard text.utf8.count <= Self.typedLimit else { return nil }
        var characters: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
            let character =
                switch byte | 0x20 {
                case UInt8(ascii: "o"): UInt8(ascii: "0")
                case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
                case let letter where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter): letter
                default: byte
                }
            guard Self.alphabet.contains(character) else { return nil }
            characters.append(character)
        }
        guard characters.count == Self.length else { return nil }
        self.init(characters: characters)
    }

    /// Creates an unguessable code.
    package init(randomSource: any RandomSource) {
        let half = Self.length / 2
        self.init(
            characters: (0..<2).flatMap { _ in
                let bits = randomSource.nextSecret()
                return (0..<half).map { Self.alphabet[Int(bits >> (5 * UInt64($0)) & 31)] }
            })
    }
}

extension RecoveryCode: SecretText {
    package static var noun: String { "code" }

    /// Decodes the code. A recording redacts it, so a replay uses zeros. They recover nothing.
    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: "a code has 24 characters") { Self(typed: $0) }
    }
}

extension [UInt8] {
    /// Returns the ASCII characters in groups of four, to be read and typed by a person.
    func grouped(separator: String) -> String {
        stride(from: 0, to: count, by: 4).map { String(decoding: self[$0..<Swift.min($0 + 4, count)], as: UTF8.self) }
            .joined(separator: separator)
    }
}
