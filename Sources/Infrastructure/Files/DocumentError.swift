import Domain

/// Why a file is not a document of this program.
enum DocumentError: CausedError, CustomStringConvertible {
    case empty
    case tooLarge(bytes: Int, limit: Int)
    case notAJSONObject(any Error)
    case repeatedMember
    case foreign(expected: String)
    case foreignFormat(found: String, expected: String)
    case wrongType(member: String, expected: String)

    var description: String {
        switch self {
        case .empty: "the file is empty"
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are more than the limit of \(limit)"
        case .notAJSONObject: "the file is not a complete JSON object"
        case .repeatedMember: "a member is in the file twice"
        case .foreign(let expected): "no member of the JSON object is one of \(expected)"
        case .foreignFormat(let found, let expected): "its format is \(found), and this version reads \(expected)"
        case .wrongType(let member, let expected): "the member \(member) is no \(expected)"
        }
    }

    var causedBy: (any Error)? {
        switch self {
        case .notAJSONObject(let error): error
        case .empty, .tooLarge, .repeatedMember, .foreign, .foreignFormat, .wrongType: nil
        }
    }
}
