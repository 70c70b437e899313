import Foundation

/// A dictionary keeps only one of several members with the same name; writing it back would lose the others.
extension JSON {
    /// The number of members at all depths.
    var memberCount: Int {
        switch self {
        case .null, .bool, .integer, .number, .double, .string: 0
        case .array(let values): values.reduce(0) { $0 + $1.memberCount }
        case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
        }
    }

    /// The number of members in the text of a value: each has one colon outside of strings.
    static func memberCount(in text: Data) -> Int {
        var count = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: ":") where !isInString: count += 1
            default: break
            }
        }
        return count
    }
}
