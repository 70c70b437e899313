extension UInt8 {
    /// Whether the character is unreserved: RFC 3986, 2.3.
    package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension String {
    /// The text with all but the unreserved characters of RFC 3986 as `%` and two digits for each byte.
    public var percentEncoded: String {
        if utf8.allSatisfy(\.isUnreserved) { return self }
        var encoded = ""
        for byte in utf8 {
            if byte.isUnreserved {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + byte.hexadecimal.uppercased()
            }
        }
        return encoded
    }
}
