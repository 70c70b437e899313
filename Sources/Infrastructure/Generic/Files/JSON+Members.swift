import Foundation

/// Of two members with one name a dictionary keeps one, and whoever wrote it back would lose the other.
extension JSON {
    /// How many members it has, at all depths.
    var memberCount: Int {
        switch self {
        case .null, .bool, .integer, .number, .double, .string: 0
        case .array(let values): values.reduce(0) { $0 + $1.memberCount }
        case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
        }
    }

    /// How many members are in the text of a value: each has one colon that is not in a string.
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
