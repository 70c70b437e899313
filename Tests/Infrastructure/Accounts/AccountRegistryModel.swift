import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

/// One call of a registry. Its names and numbers choose among the existing objects at the time of the call, so any part
/// of a history is valid. Session 0 is the latest one, and session -1 the latest one that never began or has ended.
enum AccountRegistryStep: Sendable {
    case record(name: UInt64, key: Int?, device: UInt64, When)
    case look(name: UInt64)
    case admit(Guess, When)
    case takeBack(Guess)
    /// Uses the current hash of the account, or a former one. Without a device, a new device logs in.
    case begin(name: UInt64, isCurrent: Bool, rehashes: Bool, device: UInt64?, forgetting: Guess, When)
    case use(session: Int, When)
    case list(name: UInt64, When)
    /// Names the device of a session of its account, or of another account.
    case name(session: Int, of: UInt64?, When)
    case end(session: Int, of: UInt64?, others: Bool, When)
    case replace(name: UInt64, isCurrent: Bool, session: Int, forgetting: Guess, When)
    case erase(name: UInt64, isCurrent: Bool, session: Int, When)
    /// Deletes the account after one more minute, or tries to erase an account at the noted or at another time.
    case schedule(name: UInt64, isCurrent: Bool, session: Int, When)
    case eraseLater(name: UInt64, isDue: Bool)
    case operate(AdministrationStep)
    /// Looks at all accounts and sessions, and for the sessions that never began or have ended.
    case compareAll
    indirect case repeated(AccountRegistryStep, Int)

    /// The time of a call, as a distance in milliseconds from a time that the model knows.
    enum When: Sendable {
        /// A distance from an earlier call. Call 0 is the latest one.
        case after(call: Int, Int64)
        /// A distance from the end of an object of the call, such as a session, a guess or a code. Ends to come precede
        /// past ones.
        case end(Int, Int64)

        static let now = When.after(call: 0, 0)
    }
}

/// A model of the registry's contract in a few collections. The rules of time belong to the domain, and have their own
/// specs.
///
/// A registry may forget entries that had ended at the latest time that it received. If its clock goes back, it may or
/// may not return such a session or guess. The model then adopts the registry's answer.
struct AccountRegistryModel {
    struct Known {
        var stored: StoredAccount
        let key: InstallationKey?
        var formerly = PasswordHash("$0")
        var lockedAt: Timestamp?
        /// The recovery code, and the time when it expires.
        var code: (digest: TokenDigest, end: Timestamp)?
    }

    var accounts: [Known] = []
    var sessions: [StoredSession] = []
    private var issued: [StoredSession] = []
    var tries: [(guess: Guess, time: Timestamp)] = []
    private var events = [Timestamp.example]
    private(set) var latest = Timestamp.example
    private var next: UInt64 = 1

    /// Plays the step on a registry. Throws a ``BrokenPromise`` if its answer differs from the contract.
    mutating func play(_ step: AccountRegistryStep, on registry: any AccountRegistry) async throws {
        switch step {
        case .record(let name, let key, let device, let when):
            let key = key.flatMap { InstallationKey(#"k'"\{},\#($0)"#) }
            try await record(.fixture(name), key, device, time(when), registry)
        case .look(let name):
            let found = try await registry.account(named: .fixture(name))
            try promise(found, is: known(name)?.stored)
        case .admit(let guess, let when):
            let ends = tries.reversed().filter { $0.guess == guess }.map { GuessRules.end(of: $0.time) }
            try await admit(guess, at: time(when, ends), registry)
        case .takeBack(let guess):
            try await registry.takeBack(guess)
            let last = tries.indices.filter { tries[$0].guess == guess }.max { tries[$0].time < tries[$1].time }
            if let last { tries.remove(at: last) }
        case .begin(let name, let isCurrent, let rehashes, let device, let guess, let when):
            guard let account = chosen(name, isCurrent) else { return }
            let now = time(when, sessionEnds(of: account.account))
            let isFull = sessions.count { $0.account == account.account.id } >= SessionRules.perAccount
            // If the clock goes back, it is not certain which of many sessions last.
            try await begin(account, rehashes, device, guess, isFull ? latest : now, registry)
        case .use(let session, let when):
            guard let one = chosen(session) else {
                return try promise(try await registry.session(under: .fixture(), at: latest), is: nil)
            }
            try await use(one, at: time(when, one.session.ends), registry)
        case .list(let name, let when):
            guard let account = chosen(name)?.account else { return }
            try await list(account.id, at: time(when, sessionEnds(of: account)), registry)
        case .name(let session, let name, let when):
            guard let one = chosen(session) else { return }
            let owner = name.flatMap { known($0) }?.stored.account.id ?? one.account
            try await self.name(one, of: owner, at: time(when, one.session.ends), registry)
        case .end(let session, let name, let others, let when):
            guard let one = chosen(session) else { return }
            let owner = name.flatMap { known($0) }?.stored.account.id ?? one.account
            try await end(
                others ? .others(than: one.session.id) : .one(one.session.id), of: owner,
                at: time(when, one.session.ends), registry)
        case .replace(let name, let isCurrent, let session, let guess, let when):
            guard let account = chosen(name, isCurrent), let one = chosen(session, of: account.account) else { return }
            try await replace(account, one.session.id, guess, time(when, one.session.ends), registry)
        case .erase(let name, let isCurrent, let session, let when):
            guard let account = chosen(name, isCurrent), let one = chosen(session, of: account.account) else { return }
            try await erase(account, one.session.id, time(when, one.session.ends), registry)
        case .schedule(let name, let isCurrent, let session, let when):
            guard let account = chosen(name, isCurrent), let one = chosen(session, of: account.account) else { return }
            try await schedule(account, one.session.id, time(when, one.session.ends), registry)
        case .eraseLater(let name, let isDue):
            guard let account = chosen(name) else { return }
            try await eraseLater(account, isDue: isDue, registry)
        case .operate(let step): try await operate(step, on: registry)
        case .compareAll: try await compareAll(with: registry)
        case .repeated(let step, let count):
            for _ in 0..<count { try await play(step, on: registry) }
        }
    }

    /// Returns the time of a call whose objects have these ends.
    mutating func time(_ when: AccountRegistryStep.When, _ ends: [Timestamp] = []) -> Timestamp {
        let time: Timestamp
        switch when {
        case .after(let call, let distance): time = events[max(0, events.count - 1 - call)] + distance
        case .end(let number, let distance):
            let next = ends.filter { $0 >= latest - 1 }
            let some = next.isEmpty ? ends : next
            time = (some.isEmpty ? events[events.count - 1] : some[number % some.count]) + distance
        }
        events.append(time)
        latest = max(latest, time)
        return time
    }

    /// Returns the ends of the account's sessions, the latest session first.
    func sessionEnds(of account: Account) -> [Timestamp] {
        sessions.reversed().filter { $0.account == account.id }.flatMap(\.session.ends)
    }

    func known(_ name: UInt64) -> Known? { accounts.first { $0.stored.account.name == .fixture(name) } }

    /// Returns the account of that name or, if there is none, the latest account.
    private func chosen(_ name: UInt64, _ isCurrent: Bool = true) -> StoredAccount? {
        guard let account = known(name) ?? accounts.last else { return nil }
        return isCurrent
            ? account.stored
            : StoredAccount(
                account: account.stored.account, passwordHash: account.formerly, deletionAt: account.stored.deletionAt)
    }

    /// The issued sessions that never began or have ended.
    private var ended: [StoredSession] {
        let lasting = Set(sessions.map(\.session.id))
        return issued.filter { !lasting.contains($0.session.id) }
    }

    /// Returns a session of the account. Returns a session of any account if it has none, or for a large number.
    private func chosen(_ number: Int, of account: Account? = nil) -> StoredSession? {
        guard number >= 0 else { return ended.dropLast(-1 - number).last }
        let own = sessions.filter { $0.account == account?.id }
        let some = own.isEmpty || number > 8 ? sessions : own
        return some.isEmpty ? nil : some[some.count - 1 - number % some.count]
    }

    /// Returns a new session. Some devices send no name.
    private mutating func session(_ device: UInt64, of account: UUIDv7, at now: Timestamp) -> StoredSession {
        next += 1
        let name = next.isMultiple(of: 3) ? nil : DeviceName.fixture(next)
        let session = StoredSession.fixture(next, on: .fixture(device), of: account, beganAt: now, named: name)
        issued.append(session)
        return session
    }

    /// Returns the new session as it is recorded. If the clock goes back, the registry may have forgotten the name of
    /// the device. The model then adopts the recorded name.
    private func recorded(_ new: StoredSession, _ registry: any AccountRegistry) async throws -> StoredSession {
        let own = sessions.filter { $0.account == new.account }
        let certain = new.keepingName(among: own.filter(isCertain).map(\.session))
        let possible = new.keepingName(among: own.map(\.session))
        guard certain != possible else { return certain }
        let listed = try await registry.sessions(of: new.account, at: new.session.beganAt)
        let adopted = try promised(listed.first { $0.id == new.session.id })
        try promise([certain.session, possible.session].contains(adopted), "\(adopted) has another name")
        return adopted == certain.session ? certain : possible
    }

    mutating func newHash() -> PasswordHash {
        next += 1
        return PasswordHash("$\(next)")
    }

    func isCertain(_ session: StoredSession) -> Bool { session.session.lasts(at: latest) }

    private mutating func record(
        _ name: AccountName, _ key: InstallationKey?, _ device: UInt64, _ now: Timestamp,
        _ registry: any AccountRegistry
    ) async throws {
        next += 1
        let account = StoredAccount.fixture(next, name: name, hash: "$\(next)")
        let session = session(device, of: account.account.id, at: now)

        let record = try await registry.record(account, under: key, beginning: session)

        if let known = accounts.first(where: { $0.key != nil && $0.key == key }) {
            return try promise(record, is: .known(known.stored))
        }
        if accounts.contains(where: { $0.stored.account.name == name }) { return try promise(record, is: .nameTaken) }
        try promise(record, is: .recorded)
        accounts.append(Known(stored: account, key: key))
        sessions.append(session)
    }

    private mutating func admit(_ guess: Guess, at now: Timestamp, _ registry: any AccountRegistry) async throws {
        let all = tries.filter { $0.guess == guess }.map(\.time)
        let certain = all.filter { latest < GuessRules.end(of: $0) }

        let answer = try await registry.admit(guess, at: now)

        let next = answer.until
        let bounds = [certain, all].map { GuessRules.next(after: $0, at: now) }
        if bounds[0] == bounds[1] { try promise(next, is: bounds[0]) }
        if bounds[0] != nil { try promise(next != nil, "too many are certain") }
        if bounds[1] == nil { try promise(next, is: nil) }
        guard case .account(let found) = answer else { return }
        try promise(found, is: accounts.first { $0.stored.account.name == guess.name }?.stored)
        tries.append((guess, now))
    }

    private mutating func begin(
        _ account: StoredAccount, _ rehashes: Bool, _ device: UInt64?, _ guess: Guess, _ now: Timestamp,
        _ registry: any AccountRegistry
    ) async throws {
        let session = session(device ?? 1000 + next, of: account.account.id, at: now)
        let new = rehashes ? PasswordHash("$\(next)") : nil

        let hasBegun = try await registry.begin(session, of: account, rehashed: new, forgetting: guess)

        let index = try promised(accounts.firstIndex { $0.stored.account == account.account })
        try promise(hasBegun, is: accounts[index].stored == account && !account.isLocked)
        guard hasBegun else { return }
        let begun = try await recorded(session, registry)
        if let new { setPassword(new, of: index) }
        setDeletion(nil, of: index)
        sessions.removeAll { $0.account == account.account.id && $0.session.udid == session.session.udid }
        endLeastRecentlyUsed(of: account.account, at: now)
        sessions.append(begun)
        tries.removeAll { $0.guess == guess }
    }

    /// Makes room for one more session of the account.
    private mutating func endLeastRecentlyUsed(of account: Account, at now: Timestamp) {
        let lasting = sessions.filter { $0.account == account.id && $0.session.lasts(at: now) }
        guard lasting.count >= SessionRules.perAccount else { return }
        let first = lasting.map(\.session).min {
            ($0.lastUsedAt, $0.beganAt, "\($0.id)") < ($1.lastUsedAt, $1.beganAt, "\($1.id)")
        }
        sessions.removeAll { $0.session.id == first?.id }
    }

    mutating func setPassword(_ new: PasswordHash, of index: Int) {
        let stored = accounts[index].stored
        accounts[index].formerly = stored.passwordHash
        accounts[index].stored = StoredAccount(
            account: stored.account, passwordHash: new, isLocked: stored.isLocked, deletionAt: stored.deletionAt)
        accounts[index].code = nil
    }

    private mutating func use(
        _ stored: StoredSession, at now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let found = try await registry.session(under: stored.digest, at: now)

        guard let index = sessions.firstIndex(of: stored) else { return try promise(found, is: nil) }
        let account = accounts.first { $0.stored.account.id == stored.account }?.stored.account
        let used = stored.session.isUseDue(at: now) ? stored.session.used(at: now) : stored.session
        let expected = account.map { LoggedIn(account: $0, session: used) }
        guard stored.session.lasts(at: now) else { return try promise(found, is: nil) }
        if found == nil, !isCertain(stored) {
            sessions.remove(at: index)
            return
        }
        try promise(found, is: expected)
        sessions[index] = StoredSession(session: used, account: stored.account, digest: stored.digest)
    }

    private mutating func list(_ account: UUIDv7, at now: Timestamp, _ registry: any AccountRegistry) async throws {
        let listed = try await registry.sessions(of: account, at: now)

        let lasting = sessions.filter { $0.account == account && $0.session.lasts(at: now) }
        let expected = lasting.filter { isCertain($0) || listed.contains($0.session) }.map(\.session)
            .sorted { ($0.beganAt, "\($0.id)") < ($1.beganAt, "\($1.id)") }
        try promise(listed, is: expected)
        sessions.removeAll { one in lasting.contains(one) && !listed.contains(one.session) }
    }

    private mutating func name(
        _ one: StoredSession, of account: UUIDv7, at now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        next += 1
        let name = DeviceName.fixture(next)

        let isNamed = try await registry.name(name, of: one.session.id, of: account, at: now)

        let index = sessions.firstIndex(of: one)
        let isPossible = index != nil && one.account == account && one.session.lasts(at: now)
        if !isPossible || isCertain(one) { try promise(isNamed, is: isPossible) }
        guard let index, isPossible else { return }
        if isNamed {
            sessions[index] = StoredSession(
                session: one.session.named(name), account: one.account, digest: one.digest)
        } else {
            sessions.remove(at: index)
        }
    }

    private mutating func end(
        _ selection: SessionSelection, of account: UUIDv7, at now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let count = try await registry.end(selection, of: account, at: now)

        let ended = sessions.filter { stored in
            guard stored.account == account else { return false }
            return switch selection {
            case .one(let id): stored.session.id == id
            case .others(let kept): stored.session.id != kept
            }
        }
        let lasting = ended.filter { $0.session.lasts(at: now) }
        let bounds = lasting.count(where: isCertain)...lasting.count
        try promise(bounds.contains(count), "\(count) sessions ended, instead of \(bounds)")
        sessions.removeAll { lasting.contains($0) }
    }

    private mutating func replace(
        _ account: StoredAccount, _ replaced: UUIDv7, _ guess: Guess, _ now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let session = session(9, of: account.account.id, at: now)
        let new = PasswordHash("$\(next)")

        let isReplaced = try await registry.replacePassword(
            of: account, with: new, replacing: replaced, by: session, forgetting: guess)

        let index = try promised(accounts.firstIndex { $0.stored.account == account.account })
        let kept = sessions.first { $0.account == account.account.id && $0.session.id == replaced }
        let isPossible = accounts[index].stored == account && kept?.session.lasts(at: now) == true
        if !isPossible || kept.map(isCertain) == true { try promise(isReplaced, is: isPossible) }
        guard isReplaced else { return }
        let begun = try await recorded(session, registry)
        setPassword(new, of: index)
        sessions.removeAll { $0.account == account.account.id }
        sessions.append(begun)
        tries.removeAll { $0.guess == guess }
    }

    private mutating func erase(
        _ account: StoredAccount, _ own: UUIDv7, _ now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let isErased = try await registry.erase(account, by: own, at: now)

        let index = try promised(accounts.firstIndex { $0.stored.account == account.account })
        let kept = sessions.first { $0.account == account.account.id && $0.session.id == own }
        let isPossible = accounts[index].stored == account && kept?.session.lasts(at: now) == true
        if !isPossible || kept.map(isCertain) == true { try promise(isErased, is: isPossible) }
        guard isErased else { return }
        remove(account.account)
    }

    private mutating func setDeletion(_ time: Timestamp?, of index: Int) {
        let stored = accounts[index].stored
        accounts[index].stored = StoredAccount(
            account: stored.account, passwordHash: stored.passwordHash, isLocked: stored.isLocked, deletionAt: time)
    }

    private mutating func schedule(
        _ account: StoredAccount, _ own: UUIDv7, _ now: Timestamp, _ registry: any AccountRegistry
    ) async throws {
        let deletion = Deletion(account: account.account, at: now + .seconds(60), run: own)
        let isScheduled = try await registry.schedule(deletion, of: account, by: own, at: now)

        let index = try promised(accounts.firstIndex { $0.stored.account == account.account })
        let kept = sessions.first { $0.account == account.account.id && $0.session.id == own }
        let isPossible = accounts[index].stored == account && kept?.session.lasts(at: now) == true
        if !isPossible || kept.map(isCertain) == true { try promise(isScheduled, is: isPossible) }
        guard isScheduled else { return }
        setDeletion(deletion.at, of: index)
        sessions.removeAll { $0.account == account.account.id }
    }

    private mutating func eraseLater(
        _ account: StoredAccount, isDue: Bool, _ registry: any AccountRegistry
    ) async throws {
        let time = account.deletionAt ?? .example
        let deletion = Deletion(
            account: account.account, at: isDue ? time : time + .seconds(1), run: account.account.id)
        let isErased = try await registry.erase(deletion)

        try promise(isErased, is: isDue && account.deletionAt != nil)
        if isErased { remove(account.account) }
        if isErased { try promise(try await registry.erase(deletion), is: true) }
    }

    private mutating func compareAll(with registry: any AccountRegistry) async throws {
        for name in UInt64(1)...3 {
            try await play(.look(name: name), on: registry)
            if let account = known(name)?.stored.account { try await list(account.id, at: latest, registry) }
        }
        for session in sessions + ended { try await use(session, at: latest, registry) }
    }

    mutating func remove(_ account: Account) {
        accounts.removeAll { $0.stored.account == account }
        sessions.removeAll { $0.account == account.id }
        tries.removeAll { $0.guess.name == account.name }
    }
}

extension Session {
    /// The times when the session expires, and when its next use is recorded.
    fileprivate var ends: [Timestamp] { [expiresAt, lastUsedAt + SessionRules.usePrecision] }
}
