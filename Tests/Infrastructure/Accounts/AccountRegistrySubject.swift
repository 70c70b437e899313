import CalearningDomain
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

struct AccountRegistrySubject {
    typealias When = AccountRegistryStep.When

    let name: UInt64
    let network: String
    let session: Int
    let device: UInt64
    let code: UInt64

    static func random(_ choices: inout RandomChoices) -> Self {
        let session = choices.one(of: [0, 1, 2, 9, 0])
        return latest(&choices, session: session)
    }

    /// Returns an account with its latest session.
    static func latest(_ choices: inout RandomChoices, session: Int = 0) -> Self {
        Self(
            name: choices.one(of: [1, 2, 3, 1, 2]), network: choices.one(of: ["192.0.2.7", "2001:db8::/64"]),
            session: session, device: choices.number(in: 1...4), code: choices.number(in: 1...2))
    }

    var guess: Guess { .fixture(.fixture(name), from: network) }

    var record: AccountRegistryStep { .record(name: name, key: nil, device: device, .now) }

    func begin(isCurrent: Bool = true, rehashes: Bool = false, _ when: When = .now) -> AccountRegistryStep {
        .begin(name: name, isCurrent: isCurrent, rehashes: rehashes, device: device, forgetting: guess, when)
    }

    func use(_ when: When) -> AccountRegistryStep { .use(session: session, when) }
    func list(_ when: When) -> AccountRegistryStep { .list(name: name, when) }
    func admit(_ when: When) -> AccountRegistryStep { .admit(guess, when) }

    func replace(isCurrent: Bool = true, _ when: When) -> AccountRegistryStep {
        .replace(name: name, isCurrent: isCurrent, session: session, forgetting: guess, when)
    }

    func erase(isCurrent: Bool = true, _ when: When) -> AccountRegistryStep {
        .erase(name: name, isCurrent: isCurrent, session: session, when)
    }

    func schedule(isCurrent: Bool = true, _ when: When) -> AccountRegistryStep {
        .schedule(name: name, isCurrent: isCurrent, session: session, when)
    }

    func eraseLater(isDue: Bool = true) -> AccountRegistryStep { .eraseLater(name: name, isDue: isDue) }

    func show(_ when: When) -> AccountRegistryStep { .operate(.show(name: name, when)) }
    func recover(_ when: When) -> AccountRegistryStep { .operate(.recover(guess, code: code, when)) }
}

extension AccountRegistryStep.When {
    private static let distances: [Int64] = [
        0, GuessRules.window.milliseconds, -GuessRules.window.milliseconds, SessionRules.usePrecision.milliseconds,
        SessionRules.idleTime.milliseconds, SessionRules.lifetime.milliseconds, 86_400_000, -86_400_000,
    ]

    /// Returns a time shortly after the latest call, at the end of an object or a millisecond from it, or at any
    /// distance of a rule from an earlier call.
    static func random(_ choices: inout RandomChoices) -> Self {
        let nearby: Int64 = choices.one(of: [0, -1, 1])
        switch choices.number(in: 0...9) {
        case 0...3: return .after(call: 0, choices.one(of: [0, 1, 1000, 300_000]))
        case 4...7: return .end(choices.number(in: 0...5), nearby)
        default:
            let distance = choices.one(of: [nearby, choices.number(in: 0...600_000)])
            return .after(call: choices.number(in: 0...9), choices.one(of: distances) + distance)
        }
    }
}

extension AccountRegistryStep {
    /// Returns a call of an owner.
    static func random(
        _ choices: inout RandomChoices, on subject: AccountRegistrySubject, at when: When
    ) -> Self {
        let (name, session, guess) = (subject.name, subject.session, subject.guess)
        let isCurrent = choices.number(in: 0...4) < 4
        switch choices.number(in: 0...21) {
        case 0, 1: return .record(name: name, key: choices.one(of: [nil, 1, 2]), device: subject.device, when)
        case 2: return .look(name: name)
        case 3...5: return .admit(guess, when)
        case 6: return .takeBack(guess)
        case 7, 8:
            return .begin(
                name: name, isCurrent: isCurrent, rehashes: choices.number(in: 0...4) == 4, device: subject.device,
                forgetting: guess, when)
        case 9...11: return .use(session: session, when)
        case 12: return .list(name: name, when)
        case 13, 14:
            return .end(session: session, of: choices.one(of: [nil, nil, nil, name]), others: choices.isTrue(), when)
        case 17, 18: return .name(session: session, of: choices.one(of: [nil, nil, nil, name]), when)
        case 19, 20: return .schedule(name: name, isCurrent: isCurrent, session: session, when)
        case 21: return .eraseLater(name: name, isDue: choices.isTrue())
        case 15: return .erase(name: name, isCurrent: isCurrent, session: session, when)
        default: return .replace(name: name, isCurrent: isCurrent, session: session, forgetting: guess, when)
        }
    }
}

extension AdministrationStep {
    /// Returns a call of an operator, or the use of a code.
    static func random(
        _ choices: inout RandomChoices, on subject: AccountRegistrySubject, at when: When
    ) -> Self {
        let name = subject.name
        switch choices.number(in: 0...13) {
        case 0...2: return .show(name: name, when)
        case 3: return .list(after: choices.one(of: [nil, name]), when)
        case 4, 5: return .setLock(choices.number(in: 0...2) == 2, name: name, when)
        case 6, 7: return .allowRecovery(name: name, code: subject.code, when)
        case 8, 9: return .recover(subject.guess, code: subject.code, when)
        case 10: return .endSessions(name: name, when)
        case 11: return .forgetGuesses(name: name)
        case 12: return .sweep(when)
        default: return .delete(name: name)
        }
    }
}
