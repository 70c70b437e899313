extension UInt64 {
    /// One of its 16 hexadecimal digits as ASCII, in lower case; the first, of index 0, is the most significant.
    public func hexDigit(at index: Int) -> UInt8 {
        let nibble = UInt8(truncatingIfNeeded: self >> UInt64(60 - index * 4) & 0xF)
        return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
    }
}
