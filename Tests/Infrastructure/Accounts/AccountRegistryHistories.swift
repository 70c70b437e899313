import CalearningDomain
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

/// Random histories of calls by owners and, if they take part, by operators.
///
/// Random calls rarely reach a limit, or the end of an object that still exists. Each history therefore contains a
/// series of calls that approach one.
struct AccountRegistryHistories {
    typealias Step = AccountRegistryStep
    typealias When = AccountRegistryStep.When

    let areOperated: Bool

    func random(_ choices: inout RandomChoices) -> [Step] {
        let records = (1...3).map { _ in
            Step.record(
                name: choices.number(in: 1...3), key: choices.one(of: [nil, 1, 2]), device: choices.number(in: 1...4),
                .now)
        }
        var series = [choices.isTrue() ? guessSeries(&choices) : sessionSeries(&choices)]
        if areOperated { series.insert(recoverySeries(&choices), at: choices.number(in: 0...1)) }
        var history = most(of: records, &choices)
        for steps in series {
            history += choices.list(0...6) { call(&$0) }
            history += most(of: steps, &choices)
        }
        return history + choices.list(0...6) { call(&$0) }
    }

    /// Omits a few steps. A counterexample can therefore lose the steps of a series that it does not need.
    private func most(of steps: [Step], _ choices: inout RandomChoices) -> [Step] {
        steps.filter { _ in choices.number(in: 0...63) > 0 }
    }

    private func call(_ choices: inout RandomChoices) -> Step {
        let subject = AccountRegistrySubject.random(&choices)
        let when = When.random(&choices)
        return call(&choices, on: subject, at: when)
    }

    private func call(_ choices: inout RandomChoices, on subject: AccountRegistrySubject, at when: When) -> Step {
        areOperated && choices.isTrue()
            ? .operate(.random(&choices, on: subject, at: when)) : .random(&choices, on: subject, at: when)
    }

    /// Returns a series that uses a session until its lifetime ends, and then leaves one unused.
    private func sessionSeries(_ choices: inout RandomChoices) -> [Step] {
        let subject = AccountRegistrySubject.latest(&choices)
        let isShown = areOperated && choices.isTrue()
        func look(_ when: When = .now) -> Step { isShown ? subject.show(when) : subject.list(when) }
        let lastOfUsed = lastCall(&choices, on: subject)
        let lastOfUnused = lastCall(&choices, on: subject)
        return [
            subject.record, subject.begin(), subject.use(.end(1, -1)), subject.use(.end(1, 0)),
            .repeated(subject.use(.end(0, -1)), 4), look(), lastOfUsed, subject.use(.end(0, 0)), look(),
            subject.begin(), look(.end(0, -1)), lastOfUnused, subject.use(.end(0, 0)), look(),
        ]
    }

    /// Returns a call when the latest session expires, or a millisecond before.
    private func lastCall(_ choices: inout RandomChoices, on subject: AccountRegistrySubject) -> Step {
        let when = When.end(0, choices.one(of: [0, 0, -1]))
        let others = choices.isTrue()
        let calls: [Step] = [
            subject.use(when), .end(session: 0, of: nil, others: others, when), subject.erase(when),
            subject.replace(when), call(&choices, on: subject, at: when),
        ]
        return choices.one(of: calls)
    }

    /// Returns a series that reaches the limit of guesses, and leaves their window at one of its sides.
    private func guessSeries(_ choices: inout RandomChoices) -> [Step] {
        let subject = AccountRegistrySubject.latest(&choices)
        let (oldest, window) = (GuessRules.limit - 1, GuessRules.window.milliseconds)
        let isBefore = choices.isTrue()
        let inside: When = isBefore ? .after(call: 0, 1 - window) : .end(oldest, -1)
        let outside: When = isBefore ? .after(call: 0, -1) : .end(oldest, 0)
        let shown = areOperated ? [subject.show(.now), subject.show(outside)] : []
        let forgetting = choices.one(of: [
            subject.erase(.now), subject.erase(.now), subject.erase(.now), subject.replace(.now), subject.begin(),
        ])
        let full: [Step] = [
            subject.record, subject.begin(), .repeated(subject.admit(.after(call: 0, 1)), GuessRules.limit),
            .takeBack(subject.guess), subject.admit(.now), subject.admit(inside),
        ]
        let free: [Step] = [
            subject.admit(outside), subject.admit(.now), forgetting, subject.record, subject.admit(.now),
        ]
        return full + shown + free
    }

    /// Returns a series with a locked account, a recovery code until its end, and a deletion.
    private func recoverySeries(_ choices: inout RandomChoices) -> [Step] {
        let subject = AccountRegistrySubject.latest(&choices)
        let between = choices.one(of: [
            subject.list(.now), subject.list(.now), subject.list(.now), subject.begin(rehashes: true),
            subject.replace(.now),
        ])
        return [
            subject.record, .operate(.allowRecovery(name: subject.name, code: subject.code, .now)),
            .repeated(.operate(.setLock(true, name: subject.name, .after(call: 0, 1))), 2), subject.begin(),
            subject.recover(.now), .operate(.setLock(false, name: subject.name, .now)), subject.begin(),
            .operate(.recover(subject.guess, code: 3 - subject.code, .now)), subject.recover(.end(0, 0)),
            subject.admit(.now), between, subject.recover(.end(0, -1)), subject.recover(.now), subject.show(.now),
            subject.begin(isCurrent: false), subject.admit(.now), .operate(.delete(name: subject.name)),
            subject.record, subject.show(.now),
        ]
    }

    /// Returns a history of an account that exceeds the limit of sessions while its first session expires. The first
    /// session is the latest used one, and its lifetime ends.
    static func crowd(_ choices: inout RandomChoices) -> [Step] {
        let others = SessionRules.perAccount - 1
        func begin(_ when: When) -> Step {
            .begin(name: 1, isCurrent: true, rehashes: false, device: nil, forgetting: .fixture(), when)
        }
        let list = Step.list(name: 1, .now)
        let first = choices.number(in: 0...(others - 1))
        let history: [Step] = [
            .record(name: 1, key: nil, device: 1, .now), .repeated(.use(session: 0, .end(0, -1)), 2),
            begin(.after(call: 0, SessionRules.idleTime.milliseconds / 2)),
            .repeated(begin(.after(call: 0, 1)), first), .repeated(begin(.now), others - 1 - first),
            .repeated(.use(session: others, .end(0, -1)), 2), list, begin(.now), list, begin(.after(call: 0, 1)), list,
        ]
        let more: [Step] = choices.list(0...8) { choices in
            let nearby: Int64 = choices.one(of: [0, -1])
            let use = Step.use(session: choices.number(in: 0...others), .end(choices.number(in: 0...1), nearby))
            return choices.one(of: [list, begin(.now), begin(.end(0, nearby)), use])
        }
        return history + more
    }

    /// Returns a history of guesses within a short time. It may contain more guesses than the limit.
    static func guesses(_ choices: inout RandomChoices) -> [Step] {
        choices.list(0...10) { guess(&$0) }
    }

    private static func guess(_ choices: inout RandomChoices) -> Step {
        let guess = Guess.fixture(from: choices.one(of: ["192.0.2.7", "192.0.2.8"]))
        guard choices.number(in: 0...9) > 0 else { return .takeBack(guess) }
        let window = GuessRules.window.milliseconds
        let nearby: Int64 = choices.one(of: [0, -1, 1])
        let when: When =
            switch choices.number(in: 0...5) {
            case 0: .now
            case 1: .after(call: 0, 1)
            case 2: .after(call: 0, choices.number(in: 0...window))
            case 3: .end(0, nearby)
            case 4: .end(choices.number(in: 0...9), nearby)
            default: .after(call: choices.number(in: 0...9), choices.one(of: [window, -window]) + nearby)
            }
        return .repeated(.admit(guess, when), choices.one(of: [1, 1, 1, GuessRules.limit]))
    }
}
