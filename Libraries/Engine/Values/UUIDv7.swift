/// A UUID of version 7: 48 bits of milliseconds since 1970, then 74 random bits (RFC 9562, section 5.7).
public struct UUIDv7: Sendable, Hashable {
    /// The first and the last eight bytes.
    let high: UInt64
    let low: UInt64

    /// Creates a UUID with the current time.
    public init(clock: any Clock, randomSource: any RandomSource) {
        self.init(at: clock.now, random: (randomSource.next(), randomSource.next()))
    }

    /// Creates a UUID. A time before 1970 counts as 1970. Random bits that do not fit next to the version and the variant
    /// are dropped.
    public init(at time: Timestamp, random: (UInt64, UInt64)) {
        high = UInt64(clamping: time.milliseconds) << 16 | 0x7000 | random.0 & 0x0FFF
        low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    }

    /// The time of creation, by the clock of its creator.
    public var time: Timestamp { Timestamp(milliseconds: Int64(high >> 16)) }
}

extension UUIDv7: CustomStringConvertible {
    /// 36 characters in lower case, such as `0198c1a2-7b3c-7def-8123-456789abcdef`.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for digit in 0..<32 {
                if [8, 12, 16, 20].contains(digit) {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                text[position] = (digit < 16 ? high : low).hexDigit(at: digit % 16)
                position += 1
            }
            return position
        }
    }
}

extension UUIDv7 {
    /// Parses a UUID, or returns `nil` for a text that is not the ``description`` of a UUID.
    public init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
        guard description == text else { return nil }
    }
}

extension UUIDv7: TextCodable {
    /// The error message about a text that is not a UUID.
    public static var rule: String { "this is not a UUID" }
}
