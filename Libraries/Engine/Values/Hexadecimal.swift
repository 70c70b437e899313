// Hexadecimal digits are written in lower case.

extension String {
    /// Creates the 16 digits of each word.
    package init(hexadecimal words: UInt64...) {
        self.init(unsafeUninitializedCapacity: 16 * words.count) { digits in
            for (place, word) in words.enumerated() {
                for index in 0..<16 { digits[16 * place + index] = word.hexDigit(at: index) }
            }
            return 16 * words.count
        }
    }
}

extension Sequence<UInt8> {
    /// The two digits of each byte.
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}

extension [UInt8] {
    /// Reads two digits in lower or upper case for each byte. `nil` for any other text.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension UInt8 {
    /// The two digits of the byte.
    package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }

    /// The value of the ASCII character as a digit in lower or upper case. `nil` for any other character.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether the ASCII character is a digit in lower case.
    package var isLowercaseHexDigit: Bool { hexDigitValue != nil && !(0x41...0x46).contains(self) }
}

extension UInt64 {
    /// Returns one of the 16 digits as ASCII. Index 0 is the most significant digit.
    func hexDigit(at index: Int) -> UInt8 {
        let nibble = UInt8(truncatingIfNeeded: self >> UInt64(60 - index * 4) & 0xF)
        return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
    }
}
