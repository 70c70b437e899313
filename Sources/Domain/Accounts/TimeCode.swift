package import UsecasesEngine

/// The rules of time-based codes (RFC 6238 with HMAC-SHA-1), as every authenticator application reads them.
package enum TimeCodeRules {
    /// The number of decimal digits of a code.
    package static let digits = 6
    /// The length of a time step in milliseconds.
    package static let period: Int64 = 30_000
    /// The number of steps by which the clock of an authenticator may differ, either way.
    package static let drift: Int64 = 1

    /// Returns the time step of RFC 6238, section 4.2.
    package static func step(at now: Timestamp) -> Int64 {
        let (quotient, rest) = now.milliseconds.quotientAndRemainder(dividingBy: period)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Returns the steps whose codes are accepted at this time.
    package static func steps(at now: Timestamp) -> ClosedRange<Int64> {
        (step(at: now) - drift)...(step(at: now) + drift)
    }

    /// Returns the step as the message of the HMAC, 8 bytes in network order.
    package static func message(of step: Int64) -> [UInt8] { withUnsafeBytes(of: step.bigEndian) { Array($0) } }

    /// Returns the code in an HMAC-SHA-1, which has 20 bytes (RFC 4226, section 5.3).
    package static func code(in mac: [UInt8]) -> TimeCode {
        let offset = Int(mac.last ?? 0) & 15
        let number = mac.dropFirst(offset).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % 1_000_000)
        return TimeCode(unchecked: String(repeating: "0", count: digits - text.utf8.count) + text)
    }
}

/// A code that an authenticator application shows for 30 seconds. It has six decimal digits.
package struct TimeCode: Sendable, Hashable {
    package let secret: Secret

    init(unchecked digits: String) { secret = Secret(digits) }

    /// Reads a typed code. Spaces and hyphens make no difference. Returns `nil` if it does not have six digits.
    package init?(typed text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard digits.count == TimeCodeRules.digits,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(unchecked: String(decoding: digits, as: UTF8.self))
    }
}

extension TimeCode: SecretText {
    package static var noun: String { "code" }

    /// Decodes the code. A recording redacts it, so a replay uses zeros.
    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: "a code has six digits") { Self(typed: $0) }
    }
}

/// The key that the server and an authenticator application share. It is 160 random bits as 32 characters of Base32
/// (RFC 4648).
///
/// It is a ``Secret``, because its holder can compute every code.
package struct TimeCodeKey: Sendable, Hashable {
    package let secret: Secret

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let length = 32

    /// Returns `nil` unless the text has 32 characters of Base32, in capital letters.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        secret = Secret(text)
    }

    /// Creates an unguessable key.
    package init(randomSource: any RandomSource) {
        let quarter = Self.length / 4
        let characters = (0..<4).flatMap { _ in
            let bits = randomSource.nextSecret()
            return (0..<quarter).map { Self.alphabet[Int(bits >> (5 * UInt64($0)) & 31)] }
        }
        secret = Secret(String(decoding: characters, as: UTF8.self))
    }

    /// The 20 bytes of the key.
    package var bytes: [UInt8] {
        let values = reveal().utf8.compactMap { Self.alphabet.firstIndex(of: $0) }
        return stride(from: 0, to: values.count, by: 8).flatMap { start -> [UInt8] in
            let bits = values[start..<min(start + 8, values.count)].reduce(UInt64(0)) { $0 << 5 | UInt64($1) }
            return (0..<5).map { UInt8(truncatingIfNeeded: bits >> (32 - 8 * UInt64($0))) }
        }
    }

    /// The characters in groups of four, to be typed off.
    package var grouped: Secret { Secret(Array(reveal().utf8).grouped(separator: " ")) }

    /// Returns the address that an authenticator application reads from a picture, in the Key URI Format. A name needs no
    /// escapes.
    package func address(of name: AccountName) -> Secret {
        Secret("otpauth://totp/\(Product.own.name):\(name)?secret=\(reveal())&issuer=\(Product.own.name)")
    }
}

extension TimeCodeKey: SecretText {
    package static var noun: String { "key" }

    /// Decodes the key. A recording redacts it, so a replay uses a key of zero bits.
    package init(from decoder: any Decoder) throws {
        self = try .decoded(from: decoder, standIn: .example, rule: "a key has 32 characters") { Self($0) }
    }
}
