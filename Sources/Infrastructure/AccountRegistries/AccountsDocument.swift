import CalearningDomain
import Usecases
import UsecasesSystem

/// The content of `accounts.json`.
struct AccountsDocument: Equatable {
    private enum Member {
        static let accounts = "accounts"
        static let sessions = "sessions"
        static let tries = "tries"
    }

    /// The members that identify the document as ours even without a format name.
    static let ownMembers: Set<String> = [Member.accounts]

    var accounts: [UUIDv7: AccountEntry] = [:]
    var sessions: [TokenDigest: SessionEntry] = [:]
    var tries: [TryEntry] = []

    /// Reads everything, so that no change is made to a document that is damaged elsewhere.
    init(_ document: [String: JSON]) throws(DocumentError) {
        for (text, json) in try Self.object(Member.accounts, in: document) {
            guard let id = UUIDv7(text), let entry = AccountEntry(json) else {
                throw .wrongType(member: Member.accounts, expected: "object of accounts")
            }
            accounts[id] = entry
        }
        for (text, json) in try Self.object(Member.sessions, in: document) {
            guard let digest = TokenDigest(text), let entry = SessionEntry(json) else {
                throw .wrongType(member: Member.sessions, expected: "object of sessions")
            }
            sessions[digest] = entry
        }
        for json in try Self.array(Member.tries, in: document) {
            guard let entry = TryEntry(json) else {
                throw .wrongType(member: Member.tries, expected: "array of tries")
            }
            tries.append(entry)
        }
    }

    /// Keeps the other members of the document.
    func write(to document: inout [String: JSON]) {
        document[Member.accounts] = .object(
            Dictionary(uniqueKeysWithValues: accounts.map { ($0.key.description, $0.value.json) }))
        document[Member.sessions] = .object(
            Dictionary(uniqueKeysWithValues: sessions.map { ($0.key.reveal(), $0.value.json) }))
        document[Member.tries] = .array(tries.map(\.json))
    }

    private static func object(_ member: String, in document: [String: JSON]) throws(DocumentError) -> [String: JSON] {
        switch document[member] {
        case nil: return [:]
        case .object(let members): return members
        case .some: throw .wrongType(member: member, expected: "object")
        }
    }

    private static func array(_ member: String, in document: [String: JSON]) throws(DocumentError) -> [JSON] {
        switch document[member] {
        case nil: return []
        case .array(let values): return values
        case .some: throw .wrongType(member: member, expected: "array")
        }
    }
}
