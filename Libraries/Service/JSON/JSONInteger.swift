#if Server
/// A JSON number that is an integer, in any notation: `11`, `11.0`, `1.1e1`. Its value is exactly what its digits say,
/// and not the nearest floating-point number.
public struct JSONInteger {
    /// From -999,999,999 to 999,999,999.
    public let value: Int

    /// How many digits are read at most, once insignificant zeros are left out.
    private static let digitLimit = 9

    /// `nil` if `text`, the value of a member of a ``JSONRequest``, is not a number, not an integer, or out of range.
    public init?(_ text: ArraySlice<UInt8>) {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let whole = Self.takeDigits(&rest)
        guard !whole.isEmpty else { return nil }
        var fraction = ArraySlice<UInt8>()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = Self.takeDigits(&rest)
        }
        guard let exponent = Self.exponent(rest) else { return nil }

        // The decimal point follows this many of the digits.
        var digits = Array(whole + fraction)[...]
        var point = whole.count
        while digits.first == UInt8(ascii: "0") {
            digits = digits.dropFirst()
            point -= 1
        }
        while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        guard !digits.isEmpty else {
            value = 0
            return
        }
        let (length, isOverflow) = point.addingReportingOverflow(exponent)
        guard !isOverflow, length >= digits.count, length <= Self.digitLimit else { return nil }
        let magnitude = (0..<length).reduce(0) { number, index in
            let digit = index < digits.count ? digits[digits.startIndex + index] - UInt8(ascii: "0") : 0
            return number * 10 + Int(digit)
        }
        value = isNegative ? -magnitude : magnitude
    }

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits
    }

    /// 0 if there is none. Far beyond the range of ``value``, further digits are ignored, as they make no difference.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first else { return 0 }
        guard first == UInt8(ascii: "e") || first == UInt8(ascii: "E") else { return nil }
        var rest = text.dropFirst()
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let digits = takeDigits(&rest)
        guard !digits.isEmpty, rest.isEmpty else { return nil }
        let magnitude = digits.reduce(0) { number, digit in
            number > 1_000_000 ? number : number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return isNegative ? -magnitude : magnitude
    }
}
#endif
