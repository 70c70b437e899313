import CalearningDomain
import Usecases
import UsecasesSystem

/// An account in the document. Each entry keeps the members that this version does not know.
struct AccountEntry: Equatable {
    let name: AccountName
    var passwordHash: PasswordHash
    /// Of the request by which it was recorded.
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
    private var others: [String: JSON] = [:]

    init(_ stored: StoredSession) {
        id = stored.session.id
        account = stored.account
        udid = stored.session.udid
        beganAt = stored.session.beganAt
        lastUsedAt = stored.session.lastUsedAt
    }

    init?(_ json: JSON) {
        guard case .object(var members) = json,
            let id = members.take("id", { UUIDv7($0) }), let account = members.take("account", { UUIDv7($0) }),
            let udid = members.take("udid", { UDID($0) }),
            let beganAt = members.takeTime("beganAt"), let lastUsedAt = members.takeTime("lastUsedAt")
        else { return nil }
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
        return .object(members)
    }

    var session: Session { Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: lastUsedAt) }

    /// By which the session that was not used for the longest time is the first.
    var age: (Timestamp, Timestamp, String) { (lastUsedAt, beganAt, id.description) }
}

/// A try to log in that counts until its window ends.
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
    /// Removes the text, and returns what it stands for.
    fileprivate mutating func take<Taken>(_ member: String, _ value: (String) -> Taken?) -> Taken? {
        guard case .string(let text) = removeValue(forKey: member) else { return nil }
        return value(text)
    }

    /// The milliseconds of a time from 1970 to the year 9999.
    fileprivate mutating func takeTime(_ member: String) -> Timestamp? {
        guard case .integer(let number) = removeValue(forKey: member), (0...253_402_300_799_999).contains(number) else {
            return nil
        }
        return Timestamp(milliseconds: number)
    }
}
