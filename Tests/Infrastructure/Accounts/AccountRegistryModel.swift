import CalearningDomain
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

/// One call of a registry. Its numbers choose among the existing objects at the time of the call, so any part of a
/// history is valid.
enum AccountRegistryStep: Sendable {
    case record(name: UInt64, key: Int?, device: UInt64, When)
    case look(name: UInt64)
    case admit(Guess, When)
    case takeBack(Guess)
    /// Uses the current hash of the account, or a former one.
    case begin(account: Int, isCurrent: Bool, rehashes: Bool, device: UInt64, forgetting: Guess, When)
    case use(session: Int, When)
    case list(account: Int, When)
    case end(session: Int, of: Int?, others: Bool, When)
    case replace(account: Int, isCurrent: Bool, session: Int, forgetting: Guess, When)
    case erase(account: Int, isCurrent: Bool, session: Int, When)
    case operate(AdministrationStep)

    /// A time relative to an earlier event: exactly a boundary of a rule, or a millisecond before or after it.
    struct When: Sendable {
        let event: Int
        let distance: Int64

        static func random(_ choices: inout RandomChoices) -> When {
            When(
                event: choices.number(in: 0...9),
                distance: choices.one(of: AccountRegistryStep.boundaries)
                    + choices.one(of: [0, 1, -1, choices.number(in: 0...600_000)]))
        }
    }

    private static let boundaries: [Int64] = [
        0, GuessRules.window.milliseconds, -GuessRules.window.milliseconds, SessionRules.usePrecision.milliseconds,
        SessionRules.idleTime.milliseconds,
        SessionRules.lifetime.milliseconds, 86_400_000, -86_400_000,
    ]

    static func random(_ choices: inout RandomChoices) -> Self {
        let (when, guess) = (When.random(&choices), Guess.random(&choices))
        let (account, session) = (choices.number(in: 0...3), choices.number(in: 0...9))
        let device: UInt64 = choices.number(in: 1...4)
        switch choices.number(in: 0...16) {
        case 0, 1:
            return .record(name: choices.number(in: 1...3), key: choices.one(of: [nil, 1, 2]), device: device, when)
        case 2: return .look(name: choices.number(in: 1...3))
        case 3...5: return .admit(guess, when)
        case 6: return .takeBack(guess)
        case 7, 8:
            return .begin(
                account: account, isCurrent: choices.number(in: 0...4) > 0, rehashes: choices.number(in: 0...4) == 0,
                device: device, forgetting: guess, when)
        case 9...11: return .use(session: session, when)
        case 12: return .list(account: account, when)
        case 13, 14:
            return .end(
                session: session, of: choices.one(of: [nil, nil, nil, account]), others: choices.isTrue(), when)
        case 15:
            return .erase(account: account, isCurrent: choices.number(in: 0...4) > 0, session: session, when)
        default:
            return .replace(
                account: account, isCurrent: choices.number(in: 0...4) > 0, session: session, forgetting: guess, when)
        }
    }

    /// Returns a guess within a short time. A history may contain more guesses than the limit.
    static func randomGuess(_ choices: inout RandomChoices) -> Self {
        let guess = Guess.fixture(from: choices.one(of: ["192.0.2.7", "192.0.2.8"]))
        guard choices.number(in: 0...9) > 0 else { return .takeBack(guess) }
        return .admit(
            guess,
            When(
                event: choices.number(in: 0...9),
                distance: choices.one(of: [
                    0, 1, 0, -1, GuessRules.window.milliseconds, -GuessRules.window.milliseconds, 300_000,
                ])
                    + choices.one(of: [0, 0, 1, -1])))
    }
}

extension Guess {
    /// Returns a guess of one of two names, from one of two networks.
    static func random(_ choices: inout RandomChoices) -> Guess {
        .fixture(.fixture(choices.number(in: 1...2)), from: choices.one(of: ["192.0.2.7", "2001:db8::/64"]))
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
        /// The time of an operator's lock.
        var lockedAt: Timestamp?
        /// The recovery code, and the time when it expires.
        var code: (digest: TokenDigest, end: Timestamp)?
    }

    var accounts: [Known] = []
    var sessions: [StoredSession] = []
    var tries: [(guess: Guess, time: Timestamp)] = []
    private var events = [Timestamp.example]
    private(set) var latest = Timestamp.example
    private var next: UInt64 = 1

    /// Plays the step on a registry. Throws a ``BrokenPromise`` if its answer differs from the contract.
    mutating func play(_ step: AccountRegistryStep, on registry: any AccountRegistry) async throws {
        switch step {
        case .record(let name, let key, let device, let when):
            try await record(.fixture(name), key.flatMap { InstallationKey("key-\($0)") }, device, time(when), registry)
        case .look(let name):
            let found = try await registry.account(named: .fixture(name))
            try promise(found, is: accounts.first { $0.stored.account.name == .fixture(name) }?.stored)
        case .admit(let guess, let when): try await admit(guess, at: time(when), registry)
        case .takeBack(let guess):
            try await registry.takeBack(guess)
            let last = tries.indices.filter { tries[$0].guess == guess }.max { tries[$0].time < tries[$1].time }
            if let last { tries.remove(at: last) }
        case .begin(let account, let isCurrent, let rehashes, let device, let guess, let when):
            guard let account = chosen(account, isCurrent) else { return }
            try await begin(account, rehashes, device, guess, time(when), registry)
        case .use(let session, let when): try await use(session, at: time(when), registry)
        case .list(let account, let when):
            guard let account = chosen(account, true) else { return }
            try await list(account.account.id, at: time(when), registry)
        case .end(let session, let account, let others, let when):
            guard !sessions.isEmpty else { return }
            let one = sessions[session % sessions.count]
            let owner = account.flatMap { chosen($0, true) }?.account.id ?? one.account
            try await end(
                others ? .others(than: one.session.id) : .one(one.session.id), of: owner, at: time(when), registry)
        case .replace(let account, let isCurrent, let session, let guess, let when):
            guard let account = chosen(account, isCurrent), !sessions.isEmpty else { return }
            try await replace(account, sessions[session % sessions.count].session.id, guess, time(when), registry)
        case .erase(let account, let isCurrent, let session, let when):
            guard let account = chosen(account, isCurrent), !sessions.isEmpty else { return }
            try await erase(account, sessions[session % sessions.count].session.id, time(when), registry)
        case .operate(let step): try await operate(step, on: registry)
        }
    }

    mutating func time(_ when: AccountRegistryStep.When) -> Timestamp {
        // The latest events come first.
        let time = events[max(0, events.count - 1 - when.event)] + when.distance
        events.append(time)
        latest = max(latest, time)
        return time
    }

    private func chosen(_ number: Int, _ isCurrent: Bool) -> StoredAccount? {
        guard !accounts.isEmpty else { return nil }
        let account = accounts[number % accounts.count]
        return isCurrent
            ? account.stored : StoredAccount(account: account.stored.account, passwordHash: account.formerly)
    }

    private mutating func session(_ device: UInt64, of account: UUIDv7, at now: Timestamp) -> StoredSession {
        next += 1
        return .fixture(next, on: .fixture(device), of: account, beganAt: now)
    }

    /// Returns a hash that no account has.
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

        let next = try await registry.admit(guess, at: now)

        let bounds = [certain, all].map { GuessRules.next(after: $0, at: now) }
        if bounds[0] == bounds[1] { try promise(next, is: bounds[0]) }
        if bounds[0] != nil { try promise(next != nil, "too many are certain") }
        if bounds[1] == nil { try promise(next, is: nil) }
        if next == nil { tries.append((guess, now)) }
    }

    private mutating func begin(
        _ account: StoredAccount, _ rehashes: Bool, _ device: UInt64, _ guess: Guess, _ now: Timestamp,
        _ registry: any AccountRegistry
    ) async throws {
        let session = session(device, of: account.account.id, at: now)
        let new = rehashes ? PasswordHash("$\(next)") : nil

        let hasBegun = try await registry.begin(session, of: account, rehashed: new, forgetting: guess)

        let index = try promised(accounts.firstIndex { $0.stored.account == account.account })
        try promise(hasBegun, is: accounts[index].stored == account && !account.isLocked)
        guard hasBegun else { return }
        if let new { setPassword(new, of: index) }
        sessions.removeAll { $0.account == account.account.id && $0.session.udid == session.session.udid }
        sessions.append(session)
        tries.removeAll { $0.guess == guess }
    }

    mutating func setPassword(_ new: PasswordHash, of index: Int) {
        let stored = accounts[index].stored
        accounts[index].formerly = stored.passwordHash
        accounts[index].stored = StoredAccount(account: stored.account, passwordHash: new)
        accounts[index].code = nil
    }

    private mutating func use(_ number: Int, at now: Timestamp, _ registry: any AccountRegistry) async throws {
        guard !sessions.isEmpty else {
            return try promise(try await registry.session(under: .fixture(), at: now) == nil, "there is no session")
        }
        let index = number % sessions.count
        let stored = sessions[index]

        let found = try await registry.session(under: stored.digest, at: now)

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
        setPassword(new, of: index)
        sessions.removeAll { $0.account == account.account.id }
        sessions.append(session)
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

    mutating func remove(_ account: Account) {
        accounts.removeAll { $0.stored.account == account }
        sessions.removeAll { $0.account == account.id }
        tries.removeAll { $0.guess.name == account.name }
    }
}
