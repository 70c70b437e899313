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

    /// The members that identify the document as an account document without a format name.
    static let ownMembers: Set<String> = [Member.accounts]

    var accounts: [UUIDv7: AccountEntry] = [:]
    var sessions: [TokenDigest: SessionEntry] = [:]
    var tries: [TryEntry] = []

    /// Reads the whole document to prevent changes to a damaged document.
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

    /// Writes the accounts and keeps the other members of the document.
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

extension AccountsDocument {
    func account(_ id: UUIDv7) -> StoredAccount? {
        accounts[id].map { StoredAccount(account: Account(id: id, name: $0.name), passwordHash: $0.passwordHash) }
    }

    func account(where isWanted: (AccountEntry) -> Bool) -> StoredAccount? {
        accounts.first { isWanted($0.value) }.flatMap { account($0.key) }
    }

    /// Whether the account still has the password in `account`.
    func hasPassword(of account: StoredAccount) -> Bool {
        accounts[account.account.id]?.passwordHash == account.passwordHash
    }

    /// Returns the session, or `nil` if it has ended.
    func session(under digest: TokenDigest, at now: Timestamp) -> SessionEntry? {
        sessions[digest].flatMap { $0.session.lasts(at: now) ? $0 : nil }
    }

    func loggedIn(under digest: TokenDigest, at now: Timestamp) -> LoggedIn? {
        guard let entry = session(under: digest, at: now), let account = account(entry.account) else { return nil }
        return LoggedIn(account: account.account, session: entry.session)
    }

    /// Returns the sessions of the account that have not ended.
    func sessions(of account: UUIDv7, at now: Timestamp) -> [TokenDigest: SessionEntry] {
        sessions.filter { $0.value.account == account && $0.value.session.lasts(at: now) }
    }

    /// Begins the session and ends the sessions of ``SessionRules/ended(by:among:)``.
    mutating func begin(_ session: StoredSession) {
        let own = sessions.filter { $0.value.account == session.account }
        let former = own.map(\.value.session)
        let ended = SessionRules.ended(by: session.session, among: former)
        end(own.filter { ended.contains($0.value.id) })
        sessions[session.digest] = SessionEntry(session.keepingName(among: former))
    }

    /// Ends sessions and returns their number.
    @discardableResult
    mutating func end(_ ended: some Collection<(key: TokenDigest, value: SessionEntry)>) -> Int {
        for (digest, _) in ended { sessions[digest] = nil }
        return ended.count
    }

    func tries(like guess: Guess) -> [Timestamp] { tries.filter { $0.guess == guess }.map(\.time) }

    mutating func forget(_ guess: Guess) {
        tries.removeAll { $0.guess == guess }
    }

    /// Removes the account, all its sessions, and all attempts for its name.
    mutating func erase(_ account: Account) {
        accounts[account.id] = nil
        sessions = sessions.filter { $0.value.account != account.id }
        tries.removeAll { $0.guess.name == account.name }
    }

    mutating func removeWhatHasEnded(at now: Timestamp) {
        sessions = sessions.filter { $0.value.session.lasts(at: now) }
        tries.removeAll { now >= GuessRules.end(of: $0.time) }
    }
}

/// An account in the document. Each entry keeps its unknown members.
struct AccountEntry: Equatable {
    let name: AccountName
    var passwordHash: PasswordHash
    /// The key of the request that recorded the account.
    let key: InstallationKey?
    private var others: [String: JSON] = [:]

    init(_ account: StoredAccount, under key: InstallationKey?) {
        name = account.account.name
        passwordHash = account.passwordHash
        self.key = key
    }

    init?(_ json: JSON) {
        guard case .object(var members) = json,
            let name = members.take("name", AccountName.init), let hash = members.take("passwordHash", { $0 })
        else { return nil }
        let hasKey = members["key"] != nil
        key = members.take("key", InstallationKey.init)
        guard hasKey == (key != nil) else { return nil }
        self.name = name
        passwordHash = PasswordHash(hash)
        others = members
    }

    var json: JSON {
        var members = others
        members["name"] = .string(name.rawValue)
        members["passwordHash"] = .string(passwordHash.reveal())
        members["key"] = key.map { .string($0.rawValue) }
        return .object(members)
    }
}

/// A session in the document.
struct SessionEntry: Equatable {
    let id: UUIDv7
    /// The identifier of its account.
    let account: UUIDv7
    let udid: UDID
    let beganAt: Timestamp
    var lastUsedAt: Timestamp
    var device: DeviceName?
    private var others: [String: JSON] = [:]

    init(_ stored: StoredSession) {
        id = stored.session.id
        account = stored.account
        udid = stored.session.udid
        beganAt = stored.session.beganAt
        lastUsedAt = stored.session.lastUsedAt
        device = stored.session.device
    }

    init?(_ json: JSON) {
        guard case .object(var members) = json,
            let id = members.take("id", { UUIDv7($0) }), let account = members.take("account", { UUIDv7($0) }),
            let udid = members.take("udid", { UDID($0) }),
            let beganAt = members.takeTime("beganAt"), let lastUsedAt = members.takeTime("lastUsedAt")
        else { return nil }
        let hasDevice = members["device"] != nil
        device = members.take("device", { DeviceName($0) })
        guard hasDevice == (device != nil) else { return nil }
        self.id = id
        self.account = account
        self.udid = udid
        self.beganAt = beganAt
        self.lastUsedAt = lastUsedAt
        others = members
    }

    var json: JSON {
        var members = others
        members["id"] = .string(id.description)
        members["account"] = .string(account.description)
        members["udid"] = .string(udid.rawValue)
        members["beganAt"] = .integer(beganAt.milliseconds)
        members["lastUsedAt"] = .integer(lastUsedAt.milliseconds)
        members["device"] = device.map { .string($0.rawValue) }
        return .object(members)
    }

    var session: Session {
        Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: lastUsedAt, device: device)
    }
}

/// An attempt to log in. It counts until its window ends.
struct TryEntry: Equatable {
    let guess: Guess
    let time: Timestamp
    private var others: [String: JSON] = [:]

    init(_ guess: Guess, at time: Timestamp) {
        self.guess = guess
        self.time = time
    }

    init?(_ json: JSON) {
        guard case .object(var members) = json,
            let name = members.take("name", AccountName.init), let network = members.take("network", { $0 }),
            let time = members.takeTime("at")
        else { return nil }
        guess = Guess(name: name, network: network)
        self.time = time
        others = members
    }

    var json: JSON {
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
    fileprivate mutating func takeTime(_ member: String) -> Timestamp? {
        guard case .integer(let number) = removeValue(forKey: member) else { return nil }
        return Timestamp(milliseconds: number)
    }
}
