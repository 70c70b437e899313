import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private typealias Step = AccountRegistryStep
private typealias When = AccountRegistryStep.When

/// A rule of the contract, and calls that show it. The model knows their answers.
struct AccountRegistryRule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [AccountRegistryStep]

    init(_ rule: String, _ steps: AccountRegistryStep...) {
        testDescription = rule
        self.steps = steps
    }
}

extension AccountRegistryAdapter {
    /// Plays the calls on two servers in turn, if they can share a place. Throws a ``BrokenPromise`` if an answer
    /// differs from the model's.
    func play(_ steps: [AccountRegistryStep]) async throws {
        try await withPlace { place in
            let servers = [try place.open(), try place.open()]
            var model = AccountRegistryModel()
            for (number, step) in steps.enumerated() { try await model.play(step, on: servers[number % 2]) }
        }
    }
}

private func account(
    _ name: UInt64, session: Int = 0, device: UInt64 = 1, from network: String = "192.0.2.7", code: UInt64 = 1
) -> AccountRegistrySubject {
    AccountRegistrySubject(name: name, network: network, session: session, device: device, code: code)
}

private let one = account(1)
private let two = account(2)
/// The first account on other devices.
private let elsewhere = account(1, device: 2)
private let third = account(1, device: 3)
/// Guesses for both names from another network.
private let neighbour = account(1, from: "192.0.2.8")
private let neighbourOfTwo = account(2, from: "192.0.2.8")

private let window = GuessRules.window.milliseconds
private let oldest = GuessRules.limit - 1

private func after(_ milliseconds: Int64) -> When { .after(call: 0, milliseconds) }

/// Counts guesses up to the limit.
private func full(_ subject: AccountRegistrySubject) -> Step { .repeated(subject.admit(.now), GuessRules.limit) }

/// Counts guesses up to the limit, and tries one more.
private func pastLimit(_ guess: Guess) -> Step { .repeated(.admit(guess, .now), GuessRules.limit + 1) }

private func newDevice(_ when: When) -> Step {
    .begin(name: 1, isCurrent: true, rehashes: false, device: nil, forgetting: one.guess, when)
}

private func rename(_ session: Int, of name: UInt64? = nil, _ when: When = .now) -> Step {
    .name(session: session, of: name, when)
}

private func end(_ session: Int, of name: UInt64? = nil, others: Bool = false, _ when: When = .now) -> Step {
    .end(session: session, of: name, others: others, when)
}

extension AccountRegistryRule {
    static let ofOwners = [records, guesses, logins, sessions, names, ends, changes].flatMap(\.self)

    private static let records = [
        AccountRegistryRule(
            "使われている名前では何も記録されず_キーも使われない",
            one.record, .record(name: 1, key: 1, device: 2, .now), .compareAll,
            .record(name: 2, key: 1, device: 3, .now), .compareAll),
        AccountRegistryRule(
            "同じキーには名前が違っても先に記録されたアカウントが返る",
            .record(name: 1, key: 1, device: 1, .now), two.record, .record(name: 1, key: 1, device: 4, .now),
            .record(name: 2, key: 1, device: 4, .now), .record(name: 3, key: 1, device: 4, .now), .compareAll),
    ]

    private static let guesses = [
        // The window slides, so the second guess leaves it a second later than the first.
        AccountRegistryRule(
            "限りを超えると最も古いものが窓を出る時を知らされ_その時に一つだけ受け入れられる",
            .repeated(one.admit(after(1000)), GuessRules.limit), one.admit(after(10_000)), one.admit(.end(oldest, -1)),
            one.admit(.end(oldest, 0)), one.admit(.now), one.admit(.end(oldest, -1)), one.admit(.end(oldest, 0))),
        AccountRegistryRule(
            "受け入れられたものには_その名前のアカウントが返る",
            one.record, one.admit(.now), two.admit(.now)),
        AccountRegistryRule(
            "拒まれたものは数えられない",
            full(one), .repeated(one.admit(after(1)), 20), one.admit(after(window)), full(one)),
        AccountRegistryRule("同じミリ秒のものも一つずつ数えられる", pastLimit(one.guess)),
        AccountRegistryRule(
            "返されたものは数えられず_ほかの推測は減らない",
            full(neighbour), .takeBack(one.guess), full(one), .takeBack(one.guess), one.admit(.now), one.admit(.now),
            neighbour.admit(.now), .repeated(.takeBack(one.guess), 2 * GuessRules.limit), pastLimit(one.guess)),
        // A clock was ahead.
        AccountRegistryRule(
            "先の時刻のものは_その窓の内でだけ数えられる",
            one.admit(after(86_400_000)), .repeated(one.admit(.now), oldest), one.admit(after(1 - window)),
            one.admit(after(-1)), one.admit(after(-86_400_000))),
        AccountRegistryRule(
            "ほかの名前とほかのネットワークは別に数えられる",
            full(one), pastLimit(two.guess), pastLimit(neighbour.guess), pastLimit(.fixture(from: "2001:db8::/64")),
            pastLimit(.fixture(from: #"'"\{},名"#)), pastLimit(.fixture(from: "")),
            pastLimit(.fixture(from: String(repeating: "n", count: 64))), one.admit(.now)),
    ]

    private static let logins = [
        AccountRegistryRule(
            "ログインするとセッションが始まり_その推測は忘れられる",
            one.record, full(one), full(neighbour), elsewhere.begin(), .compareAll, one.admit(.now),
            neighbour.admit(.now)),
        AccountRegistryRule(
            "ログインで新しいハッシュが古いものに置き換わる",
            one.record, elsewhere.begin(rehashes: true), .compareAll),
        AccountRegistryRule(
            "ログインの間にパスワードが変わっていれば何も起きない",
            one.record, full(one), elsewhere.begin(isCurrent: false, rehashes: true), .compareAll, one.admit(.now)),
        // The session that began first is used last.
        AccountRegistryRule(
            "限りを超えるとそのアカウントの最も長く使われなかったセッションが終わる",
            two.record, one.record, .repeated(newDevice(after(1)), SessionRules.perAccount - 1),
            .use(session: SessionRules.perAccount - 1, after(SessionRules.usePrecision.milliseconds)), newDevice(.now),
            .compareAll),
        AccountRegistryRule(
            "終わったセッションは数に入らない",
            one.record, newDevice(.end(0, 0)), .repeated(newDevice(.now), SessionRules.perAccount - 1), .compareAll),
        AccountRegistryRule(
            "その端末がそのアカウントに持っていたセッションだけが終わる",
            two.record, one.record, elsewhere.begin(), one.begin(after(1)), .compareAll),
    ]

    private static let sessions = [
        // A server with a slow clock does not undo the use.
        AccountRegistryRule(
            "一ミリ秒前の利用は記されず_ちょうど一時間後の利用は記される",
            one.record, one.use(.end(1, -1)), one.list(.now), one.use(.end(1, 0)), one.list(.now), one.use(after(-1)),
            one.list(.now)),
        AccountRegistryRule(
            "使われなければ十日で終わる",
            one.record, one.list(.end(0, -1)), one.list(.end(0, 0)), one.use(.now), one.use(after(1))),
        AccountRegistryRule(
            "使われても三十日で終わる",
            one.record, .repeated(one.use(.end(0, -1)), 4), one.list(.now), one.use(.end(0, 0)), one.list(.now)),
        AccountRegistryRule(
            "一覧は始まった順に並び_ほかのアカウントのものを含まない",
            one.record, two.record, newDevice(after(30)), newDevice(after(-20)), newDevice(after(10)), newDevice(.now),
            one.list(after(20)), two.list(.now)),
    ]

    private static let names = [
        AccountRegistryRule(
            "デバイスの名前はセッションとともに記録され_変えられる",
            one.record, elsewhere.begin(), .compareAll, rename(0), rename(1), .compareAll),
        AccountRegistryRule(
            "終わったセッションとほかのアカウントのセッションの名前は変わらない",
            one.record, elsewhere.begin(), elsewhere.begin(after(1)), two.record, rename(-1), rename(0, of: 1),
            rename(2, .end(0, -1)), one.list(.now), rename(2, after(1)), two.list(.now)),
        // A change of the password logs in device 9.
        AccountRegistryRule(
            "デバイスの名前はそのデバイスの次のセッションに残る",
            account(1, device: 9).record, rename(0), account(1, device: 9).begin(after(1)), elsewhere.begin(),
            one.list(.now), account(1, session: 1).replace(.now), one.list(.now)),
        AccountRegistryRule(
            "終わったセッションの名前は残らない",
            one.record, rename(0), one.begin(.end(0, 0)), one.list(.now)),
    ]

    private static let ends = [
        AccountRegistryRule(
            "一つを終わらせられるが_ほかのアカウントのものは終わらせられない",
            one.record, elsewhere.begin(), third.begin(), two.record, end(2), end(-1), end(0, of: 1), .compareAll),
        AccountRegistryRule(
            "一つのほかをすべて終わらせられる",
            one.record, elsewhere.begin(), third.begin(), two.record, end(2, others: true), end(1, others: true),
            .compareAll),
        AccountRegistryRule(
            "すでに終わっていたものは数えられない",
            one.record, elsewhere.begin(), one.use(.end(0, -1)), end(1, after(1)), end(1, others: true), .compareAll),
        // Each call goes to the other server.
        AccountRegistryRule(
            "一つのサーバで終わればほかのサーバもすぐに拒む",
            one.record, elsewhere.begin(), one.use(.now), end(0), .use(session: -1, .now), .compareAll),
    ]

    private static let changes = [
        AccountRegistryRule(
            "消去すると属するものは何も残らず_名前とキーはまた使え_ほかのアカウントは残る",
            .record(name: 1, key: 1, device: 1, .now), elsewhere.begin(), two.record, full(one), full(neighbour),
            full(two), full(neighbourOfTwo), one.erase(.now), .compareAll, one.admit(.now), neighbour.admit(.now),
            two.admit(.now), neighbourOfTwo.admit(.now), .record(name: 1, key: 1, device: 1, .now), .compareAll),
        AccountRegistryRule(
            "パスワードが変わったかセッションが終わっていれば消去されない",
            one.record, elsewhere.begin(), elsewhere.begin(), two.record, full(one), one.erase(isCurrent: false, .now),
            account(1, session: 9).erase(.now), account(1, session: -1).erase(.now), .compareAll, one.admit(.now),
            one.erase(.end(0, 0))),
        AccountRegistryRule("セッションが終わる一ミリ秒前には消去できる", one.record, one.erase(.end(0, -1)), .compareAll),
        AccountRegistryRule(
            "消す時刻を決めるとセッションは終わり_その時刻にだけ消去できる",
            one.record, elsewhere.begin(), two.record, one.schedule(.now), .compareAll, one.eraseLater(isDue: false),
            .compareAll, one.eraseLater(), .compareAll, one.record, .compareAll),
        AccountRegistryRule(
            "ログインすると消去は取り消される",
            one.record, one.schedule(.now), one.begin(), .compareAll, one.eraseLater(), one.schedule(.end(0, -1)),
            one.begin(rehashes: true), one.eraseLater(), .compareAll),
        AccountRegistryRule(
            "パスワードが変わったかセッションが終わっていれば消す時刻は決まらない",
            one.record, elsewhere.begin(), two.record, one.schedule(isCurrent: false, .now),
            account(1, session: 9).schedule(.now), account(1, session: -1).schedule(.now), .compareAll,
            one.schedule(.end(0, 0)), .compareAll),
        AccountRegistryRule(
            "パスワードを変えると新しいセッションだけになり_推測は忘れられる",
            one.record, elsewhere.begin(), third.begin(), full(one), account(1, session: 1).replace(.now), .compareAll,
            one.admit(.now)),
        AccountRegistryRule(
            "別のパスワードになったか_残すセッションが終わっていれば変えられない",
            one.record, elsewhere.begin(), elsewhere.begin(), two.record, full(one),
            one.replace(isCurrent: false, .now), account(1, session: 9).replace(.now),
            account(1, session: -1).replace(.now), .compareAll, one.admit(.now), one.replace(.end(0, 0))),
        AccountRegistryRule("セッションが終わる一ミリ秒前には変えられる", one.record, one.replace(.end(0, -1)), .compareAll),
    ]
}

private func lock(_ isLocked: Bool, _ name: UInt64 = 1, _ when: When = .now) -> Step {
    .operate(.setLock(isLocked, name: name, when))
}

private func allowRecovery(_ name: UInt64 = 1, code: UInt64 = 1) -> Step {
    .operate(.allowRecovery(name: name, code: code, .now))
}

extension AccountRegistryRule {
    static let ofOperators = [
        AccountRegistryRule(
            "アカウントは続いているセッションと数えている間違いとともに見える",
            one.record, elsewhere.begin(after(5)), two.record, one.admit(.now), neighbour.admit(.now), one.show(.now),
            two.show(.now), account(9).show(.now), one.show(.end(0, -1)), one.show(.end(0, 0)), one.show(.end(4, -1)),
            one.show(.end(1, 0)), one.show(.end(0, 0))),
        AccountRegistryRule(
            "止めたアカウントは終わり_戻すまで始まらない",
            one.record, elsewhere.begin(), two.record, lock(true), lock(true, 1, after(1000)), .compareAll,
            one.admit(.now), elsewhere.begin(), elsewhere.begin(rehashes: true), .compareAll, two.show(.now),
            lock(false), elsewhere.begin(), .compareAll, lock(true, 9), lock(false, 9)),
        AccountRegistryRule(
            "復旧コードは期限までそのアカウントにだけ使える",
            one.record, elsewhere.begin(), two.record, one.recover(.now), allowRecovery(),
            account(1, code: 2).recover(.now), one.recover(.end(0, 0)), two.recover(after(-1)), .look(name: 1),
            one.show(.now), one.recover(.now), .look(name: 1), one.show(.now), two.show(.now)),
        AccountRegistryRule(
            "復旧コードは一度だけ使え_すべてのセッションとその推測だけが終わる",
            one.record, elsewhere.begin(), two.record, one.admit(.now), neighbour.admit(.now), allowRecovery(),
            one.recover(.now), one.show(.now), one.recover(.now), .compareAll),
        AccountRegistryRule(
            "復旧コードは新しいものに替わり_止められている間は使えない",
            one.record, allowRecovery(), allowRecovery(code: 2), one.recover(.now), lock(true),
            account(1, code: 2).recover(.now), lock(false), account(1, code: 2).recover(.now), .compareAll,
            allowRecovery(9)),
        AccountRegistryRule(
            "ログインは復旧コードを無効にしない",
            one.record, allowRecovery(), elsewhere.begin(), one.recover(.now)),
        AccountRegistryRule(
            "新しいハッシュは復旧コードを無効にする",
            one.record, allowRecovery(), elsewhere.begin(rehashes: true), one.recover(.now)),
        AccountRegistryRule(
            "新しいパスワードは復旧コードを無効にする",
            one.record, allowRecovery(), one.replace(.now), one.recover(.now)),
        AccountRegistryRule(
            "取り除いたアカウントからは何も残らず_名前はまた使える",
            one.record, elsewhere.begin(), two.record, one.admit(.now), neighbour.admit(.now), lock(true),
            .repeated(.operate(.delete(name: 1)), 2), .compareAll, one.record, one.show(.now), two.show(.now),
            .compareAll),
        AccountRegistryRule(
            "セッションや間違いはその名前のものだけが消える",
            one.record, elsewhere.begin(), two.record, one.admit(.now), neighbour.admit(.now), two.admit(.now),
            .repeated(.operate(.endSessions(name: 1, .now)), 2), .operate(.endSessions(name: 9, .now)),
            .repeated(.operate(.forgetGuesses(name: 1)), 2), .look(name: 1), one.show(.now), two.show(.now),
            .compareAll),
    ]
}
