import CalearningDomain
import Synchronization
import UsecasesEngine

/// An administration with prepared answers. It records its calls.
final class StubAdministration: Administration {
    enum Call: Sendable, Hashable {
        case accounts(after: AccountName?)
        case account(AccountName)
        case setLock(Bool, AccountName)
        case removeSecondFactor(AccountName)
        case allowRecovery(AccountName, TokenDigest, until: Timestamp)
        case delete(AccountName)
        case endSessions(AccountName)
        case forgetGuesses(AccountName)
        case countDevices
        case sweep
        case forgetDevices(registeredBefore: Timestamp)
    }

    private let accounts: [AccountOverview]
    private let asked = Mutex<[Call]>([])

    init(accounts: [AccountOverview] = [.example]) {
        self.accounts = accounts
    }

    var calls: [Call] { asked.withLock { $0 } }

    private func note(_ call: Call) {
        asked.withLock { $0.append(call) }
    }

    private func found(_ name: AccountName) -> AccountOverview? { accounts.first { $0.account.name == name } }

    func accounts(after name: AccountName?, at now: Timestamp) -> AccountPage {
        note(.accounts(after: name))
        return AccountPage(following: accounts)
    }

    func account(named name: AccountName, at now: Timestamp) -> AccountOverview? {
        note(.account(name))
        return found(name)
    }

    func setLock(_ isLocked: Bool, of name: AccountName, at now: Timestamp) -> AccountOverview? {
        note(.setLock(isLocked, name))
        return found(name)
    }

    func removeSecondFactor(of name: AccountName, at now: Timestamp) -> AccountOverview? {
        note(.removeSecondFactor(name))
        return found(name)
    }

    func allowRecovery(of name: AccountName, by code: TokenDigest, until end: Timestamp) -> Account? {
        note(.allowRecovery(name, code, until: end))
        return found(name)?.account
    }

    func delete(_ name: AccountName) -> Account? {
        note(.delete(name))
        return found(name)?.account
    }

    func endSessions(of name: AccountName, at now: Timestamp) -> Int? {
        note(.endSessions(name))
        return found(name)?.sessions
    }

    func forgetGuesses(of name: AccountName) -> Int {
        note(.forgetGuesses(name))
        return 10
    }

    func countDevices(at now: Timestamp) -> DeviceCount {
        note(.countDevices)
        return DeviceCount(total: 3, lastDay: 1)
    }

    func sweep(at now: Timestamp) -> SweptRows {
        note(.sweep)
        return SweptRows(sessions: 2, guesses: 10, browsers: 4)
    }

    func forgetDevices(registeredBefore time: Timestamp) -> Int {
        note(.forgetDevices(registeredBefore: time))
        return 3
    }
}

extension Dependencies {
    static func operated(_ administration: StubAdministration) -> Dependencies {
        .fixture { $0.administration.adapter = administration }
    }
}
