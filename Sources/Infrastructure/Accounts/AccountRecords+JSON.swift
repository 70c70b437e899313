import CalearningDomain
import Foundation
import UsecasesEngine
import UsecasesSystem

/// The content of `accounts.json`. Each entry keeps its unknown members.
extension AccountRecords {
    private enum Member {
        static let accounts = "accounts"
        static let sessions = "sessions"
        static let tries = "tries"
    }

    /// The members that identify the document as an account document without a format name.
    static let ownMembers: Set<String> = [Member.accounts]

    /// Reads the whole document to prevent changes to a damaged document.
    init(_ document: [String: JSON]) throws(DocumentError) {
        for (text, json) in try Self.object(Member.accounts, in: document) {
            guard let id = UUIDv7(text), let entry = AccountEntry(json) else {
                throw .wrongType(member: Member.accounts, expected: "object of accounts")
            }
            accounts[id] = entry
        }
        for (text, json) in try Self.object(Member.sessions, in: document) {
            guard let digest = TokenDigest(text), let entry = SessionEntry(json, under: digest) else {
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

    /// Writes the records and keeps the other members of the document.
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

extension AccountEntry {
    fileprivate init?(_ json: JSON) {
        guard case .object(var members) = json,
            let name = members.take("name", AccountName.init), let hash = members.take("passwordHash", { $0 }),
            let key = members.takeIfAny("key", InstallationKey.init),
            let deletionAt = members.takeTimeIfAny("deletionAt")
        else { return nil }
        if let factor = members.removeValue(forKey: "secondFactor") {
            guard let factor = StoredSecondFactor(factor) else { return nil }
            secondFactor = factor
        }
        self.name = name
        self.key = key
        self.deletionAt = deletionAt
        passwordHash = PasswordHash(hash)
        others = members
    }

    fileprivate var json: JSON {
        var members = others
        members["name"] = .string(name.rawValue)
        members["passwordHash"] = .string(passwordHash.reveal())
        members["key"] = key.map { .string($0.rawValue) }
        members["deletionAt"] = deletionAt.map { .integer($0.milliseconds) }
        members["secondFactor"] = secondFactor?.json
        return .object(members)
    }
}

extension StoredSecondFactor {
    fileprivate init?(_ json: JSON) {
        guard case .object(var members) = json, let key = members.take("key", { SealedSecret($0) }),
            case .array(let texts)? = members["backups"],
            let confirmableUntil = members.takeTimeIfAny("confirmableUntil"),
            let lastStep = members.takeIntegerIfAny("lastStep"), let failures = members.takeIntegerIfAny("failures")
        else { return nil }
        let backups = texts.compactMap { text -> TokenDigest? in
            if case .string(let text) = text { TokenDigest(text) } else { nil }
        }
        guard backups.count == texts.count else { return nil }
        self.init(
            key: key, confirmableUntil: confirmableUntil, lastStep: lastStep, backups: backups,
            failures: Int(failures ?? 0))
    }

    fileprivate var json: JSON {
        var members: [String: JSON] = [
            "key": .string(key.reveal()), "backups": .array(backups.map { .string($0.reveal()) }),
        ]
        members["confirmableUntil"] = confirmableUntil.map { .integer($0.milliseconds) }
        members["lastStep"] = lastStep.map { .integer($0) }
        members["failures"] = failures == 0 ? nil : .integer(Int64(failures))
        return .object(members)
    }

    /// Reads the ``text``. Returns `nil` if it has another form.
    init?(_ text: String) {
        guard let json = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)) else { return nil }
        self.init(json)
    }

    /// The stored form in a database, a JSON object.
    var text: String {
        get throws { String(decoding: try JSONEncoder().encode(json), as: UTF8.self) }
    }
}

extension SessionEntry {
    fileprivate init?(_ json: JSON, under digest: TokenDigest) {
        guard case .object(var members) = json,
            let id = members.take("id", { UUIDv7($0) }), let account = members.take("account", { UUIDv7($0) }),
            let udid = members.take("udid", { UDID($0) }),
            let beganAt = members.takeTime("beganAt"), let lastUsedAt = members.takeTime("lastUsedAt"),
            let device = members.takeIfAny("device", { DeviceName($0) })
        else { return nil }
        let session = Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: lastUsedAt, device: device)
        self.init(StoredSession(session: session, account: account, digest: digest))
        others = members
    }

    fileprivate var json: JSON {
        var members = others
        members["id"] = .string(session.id.description)
        members["account"] = .string(account.description)
        members["udid"] = .string(session.udid.rawValue)
        members["beganAt"] = .integer(session.beganAt.milliseconds)
        members["lastUsedAt"] = .integer(session.lastUsedAt.milliseconds)
        members["device"] = session.device.map { .string($0.rawValue) }
        return .object(members)
    }
}

extension TryEntry {
    fileprivate init?(_ json: JSON) {
        guard case .object(var members) = json,
            let name = members.take("name", AccountName.init), let network = members.take("network", { $0 }),
            let time = members.takeTime("at")
        else { return nil }
        self.init(Guess(name: name, network: network), at: time)
        others = members
    }

    fileprivate var json: JSON {
        var members = others
        members["name"] = .string(guess.name.rawValue)
        members["network"] = .string(guess.network)
        members["at"] = .integer(time.milliseconds)
        return .object(members)
    }
}

extension [String: JSON] {
    /// Removes the text and returns its value.
    fileprivate mutating func take<Taken>(_ member: String, _ value: (String) -> Taken?) -> Taken? {
        guard case .string(let text) = removeValue(forKey: member) else { return nil }
        return value(text)
    }

    /// Removes and returns a time in milliseconds since 1970. Earlier versions may have written a time of any year.
    fileprivate mutating func takeTime(_ member: String) -> Timestamp? { takeTimeIfAny(member) ?? nil }

    // A member that may be missing. The result is `nil` if the member has another form.

    fileprivate mutating func takeIfAny<Taken>(_ member: String, _ value: (String) -> Taken?) -> Taken?? {
        self[member] == nil ? .some(nil) : take(member, value).map { .some($0) }
    }

    fileprivate mutating func takeIntegerIfAny(_ member: String) -> Int64?? {
        switch removeValue(forKey: member) {
        case nil: .some(nil)
        case .integer(let number): number
        case .some: nil
        }
    }

    fileprivate mutating func takeTimeIfAny(_ member: String) -> Timestamp?? {
        takeIntegerIfAny(member).map { $0.map { Timestamp(milliseconds: $0) } }
    }
}
