public import Usecases

/// The reason that a file is not a document of this program.
public enum DocumentError: CausedError, CustomStringConvertible {
    case empty
    case notAJSONObject(any Error)
    case repeatedMember
    case tooDeep
    case foreign(expected: String)
    case foreignFormat(found: String, expected: String)
    case wrongType(member: String, expected: String)

    /// The reason in one line, without the path of the file.
    public var description: String {
        switch self {
        case .empty: "the file is empty"
        case .notAJSONObject: "the file is not a complete JSON object"
        case .repeatedMember: "a member is in the file twice"
        case .tooDeep: "a member is nested deeper than \(JSON.depthLimit) times"
        case .foreign(let expected): "no member of the JSON object is one of \(expected)"
        case .foreignFormat(let found, let expected): "its format is \(found), and this version reads \(expected)"
        case .wrongType(let member, let expected): "the member \(member) is no \(expected)"
        }
    }

    /// The reason why the JSON cannot be read; `nil` for a file that is a JSON object or empty.
    public var causedBy: (any Error)? {
        switch self {
        case .notAJSONObject(let error): error
        case .empty, .repeatedMember, .tooDeep, .foreign, .foreignFormat, .wrongType: nil
        }
    }
}

extension DocumentError: HinderedError {
    /// `newerVersion` for the same format with a higher number; `nil` for everything else.
    public var hindrance: Hindrance? {
        switch self {
        case .foreignFormat(let found, let expected): found.isLater(than: expected) ? .newerVersion : nil
        case .empty, .notAJSONObject, .repeatedMember, .tooDeep, .foreign, .wrongType: nil
        }
    }
}

extension String {
    /// Whether this names the same format with a higher number, such as `shop.store/2`.
    fileprivate func isLater(than known: String) -> Bool {
        let (found, known) = (split(separator: "/"), known.split(separator: "/"))
        guard found.count == 2, known.count == 2, found[0] == known[0] else { return false }
        guard let number = UInt(found[1]), let knownNumber = UInt(known[1]) else { return false }
        return number > knownNumber
    }
}
