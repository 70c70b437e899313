/// Distinguishes a document of this program from a foreign one.
public struct DocumentFormat: Sendable {
    /// The name of the member that identifies the format.
    static let member = "format"

    /// The value of that member, such as `shop.store/1`.
    let name: String
    /// Members that identify a document as ours even without a format name.
    let ownMembers: @Sendable () -> Set<String>

    /// `name` is the name of the format, such as `shop.store/1`. `ownMembers` identify a document without that name.
    public init(name: String, ownMembers: @escaping @Sendable () -> Set<String>) {
        self.name = name
        self.ownMembers = ownMembers
    }

    func check(_ document: [String: JSON]) throws(DocumentError) {
        switch document[Self.member] {
        case .string(name): return
        case .string(let other): throw .foreignFormat(found: other, expected: name)
        case .some: throw .wrongType(member: Self.member, expected: "text")
        case nil:
            guard !ownMembers().isDisjoint(with: document.keys) else { throw .foreign(expected: name) }
        }
    }
}
