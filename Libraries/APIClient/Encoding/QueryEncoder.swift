import Foundation
import Usecases

/// Encodes a value as the pairs of a query or a form, in the order of its encoded members.
struct QueryEncoder {
    let format: QueryFormat
    /// A closure that is called with each encoded secret.
    let secretReceiver: @Sendable (String) -> Void

    /// Returns the pairs. Throws `EncodingError` if the value has no members, or if a number is not finite.
    func pairs(of value: any Encodable) throws -> [(name: String, value: String)] {
        let node = EncodedNode()
        let encoder = NodeEncoder(
            node: node, codingPath: [], userInfo: [.secretReceiver: secretReceiver])
        try encoder.encode(value, to: node)
        guard case .members(let members) = node.content else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "a query is made of a value with members"))
        }
        return members.flatMap { pairs(of: $0.node, named: name($0.key)) }
    }

    private func pairs(of node: EncodedNode, named name: String) -> [(name: String, value: String)] {
        switch node.content {
        case .empty, .null: return format.nils == .omitted ? [] : [(name, "")]
        case .text(let text): return [(name, text)]
        case .boolean(let boolean): return [(name, text(of: boolean))]
        case .members(let members): return members.flatMap { pairs(of: $0.node, named: below(name, $0.key)) }
        case .items(let items):
            switch format.arrays {
            case .repeated: return items.flatMap { pairs(of: $0, named: name) }
            case .brackets: return items.flatMap { pairs(of: $0, named: name + "[]") }
            case .indices: return items.enumerated().flatMap { pairs(of: $1, named: "\(name)[\($0)]") }
            case .commas:
                guard !items.isEmpty else { return [] }
                return [(name, items.flatMap { pairs(of: $0, named: "") }.map(\.value).joined(separator: ","))]
            }
        }
    }

    private func text(of boolean: Bool) -> String {
        switch format.booleans {
        case .words: "\(boolean)"
        case .digits: boolean ? "1" : "0"
        }
    }

    private func below(_ name: String, _ key: String) -> String {
        switch format.members {
        case .brackets: "\(name)[\(self.name(key))]"
        case .dots: "\(name).\(self.name(key))"
        }
    }

    private func name(_ key: String) -> String {
        switch format.keys {
        case .asWritten: key
        case .snakeCase: key.snakeCased
        }
    }
}

extension Sequence<(name: String, value: String)> {
    /// The pairs as the query of a URL. A space is written as `%20`.
    var query: String {
        map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
    }

    /// The pairs as `application/x-www-form-urlencoded`. A space is written as `+`.
    var form: String { query.replacing("%20", with: "+") }
}

extension String {
    /// The name in snake case. `htmlUrl` and `htmlURL` become `html_url`, and `userID2` becomes `user_id2`.
    var snakeCased: String {
        var words = ""
        let letters = Array(self)
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0 {
                let followsWord = !letters[index - 1].isUppercase && letters[index - 1] != "_"
                let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
                if followsWord || (beginsWord && letters[index - 1] != "_") { words += "_" }
            }
            words += letter.lowercased()
        }
        return words
    }
}

/// The format of the pairs of a query or a form. Each service has its own convention, because no standard exists.
public struct QueryFormat: Sendable, Hashable {
    /// The format of an array `a` with the items 1 and 2.
    public enum Arrays: Sendable, Hashable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indices
        /// `a=1,2`
        case commas
    }

    /// The format of a member `b` of a member `a`.
    public enum Members: Sendable, Hashable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    /// The format of a Boolean.
    public enum Booleans: Sendable, Hashable {
        /// `true`, `false`
        case words
        /// `1`, `0`
        case digits
    }

    /// The format of a value that is `nil`.
    public enum Nils: Sendable, Hashable {
        /// No pair.
        case omitted
        /// `a=`
        case empty
    }

    /// The format of arrays.
    public var arrays: Arrays
    /// The format of members of members.
    public var members: Members
    /// The format of Booleans.
    public var booleans: Booleans
    /// The format of values that are `nil`.
    public var nils: Nils
    /// The format of member names.
    public var keys: KeyFormat

    /// Creates a format. Each default is the most common convention.
    public init(
        arrays: Arrays = .repeated, members: Members = .brackets, booleans: Booleans = .words, nils: Nils = .omitted,
        keys: KeyFormat = .asWritten
    ) {
        self.arrays = arrays
        self.members = members
        self.booleans = booleans
        self.nils = nils
        self.keys = keys
    }
}

/// The format of member names.
public enum KeyFormat: Sendable, Hashable {
    /// `htmlUrl` as `htmlUrl`
    case asWritten
    /// `htmlUrl` as `html_url`
    case snakeCase
}
