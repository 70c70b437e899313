import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct セッションの規則 {
    private static let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)

    private func session(beganAt: Timestamp, lastUsedAt: Timestamp) -> Session {
        Session(id: .fixture(), udid: .fixture(1), beganAt: beganAt, lastUsedAt: lastUsedAt)
    }

    @Test func 始まりから三十日か_最後の使用から十日で終わる() async {
        await forAll(3000) { choices in
            let used = choices.number(near: 0, 5 * Self.day, 20 * Self.day, 29 * Self.day, within: Self.day)
            let end = choices.one(of: [used + 10 * Self.day, 30 * Self.day])
            return (max(0, used), end + choices.number(near: 0, within: Self.day))
        } holds: { used, age in
            let session = session(beganAt: .example, lastUsedAt: .example + used)
            let isOver = age >= 30 * Self.day || age - used >= 10 * Self.day
            try promise(session.lasts(at: .example + age), is: !isOver)
            try promise(.example + age < session.expiresAt, is: !isOver)
        }
    }

    /// Otherwise a session in constant use could end for lack of use.
    @Test func 利用は終わるよりずっと前に記される() {
        #expect(SessionRules.usePrecision < SessionRules.idleTime / 2)
        #expect(SessionRules.idleTime < SessionRules.lifetime)
    }

    @Test func 使用は一時間たてば書き留め_時を遡らない() async {
        await forAll(1000) { choices in
            (choices.number(in: 0...Self.day), choices.number(near: 0, Self.hour, -Self.hour, within: Self.day))
        } holds: { used, pause in
            let before = session(beganAt: .example, lastUsedAt: .example + used)
            let now = .example + used + pause
            let after = session(beganAt: .example, lastUsedAt: pause > 0 ? now : before.lastUsedAt)
            try promise(before.isUseDue(at: now), is: pause >= Self.hour)
            try promise(before.used(at: now), is: after)
        }
    }

    /// A session stays if it lasts, belongs to another device, and fewer than 99 such sessions were used later.
    @Test func 始まると_同じデバイスのものと終わったものと百個を超える分の古いものが終わる() async {
        await forAll(200) { choices in
            let count = choices.one(of: [0...3, 97...125])
            return choices.list(count) { choices in
                (
                    device: choices.number(in: UInt64(1)...50), age: choices.number(in: 0...Int64(1)),
                    pause: choices.number(near: 0, 1, 2, 3, 10 * Self.day, within: 5)
                )
            }
        } holds: { rows in
            let sessions = rows.enumerated().map { number, row in
                Session(
                    id: .fixture(UInt64(number)), udid: .fixture(row.device), beganAt: .example + -row.pause + -row.age,
                    lastUsedAt: .example + -row.pause)
            }
            let new = Session(id: .fixture(1000), udid: .fixture(1), beganAt: .example, lastUsedAt: .example)
            let others = rows.indices.filter { rows[$0].device != 1 && rows[$0].pause < 10 * Self.day }
            let order = { (number: Int) in (-rows[number].pause, -rows[number].age, number) }
            let kept = others.filter { one in others.count { order($0) > order(one) } < 99 }
            let ended = rows.indices.filter { !kept.contains($0) }.map { sessions[$0].id }
            try promise(SessionRules.ended(by: new, among: sessions), is: Set(ended))
        }
    }
}

@Suite struct デバイスの名前の規則 {
    private static let day: Int64 = 86_400_000

    /// The list has at most one session for each device, as in a registry.
    @Test func 続いているセッションの名前が残り_なければ新しい名前になる() async {
        await forAll(500) { choices in
            let names: [DeviceName?] = [nil, .fixture(1), .fixture(2)]
            let sessions = (UInt64(1)...3).map { number in
                Session(
                    id: .fixture(number), udid: .fixture(number), beganAt: .example,
                    lastUsedAt: .example, device: choices.one(of: names))
            }
            let age = choices.number(near: 0, 10 * Self.day, within: 5)
            let new = Session(
                id: .fixture(9), udid: .fixture(choices.number(in: 1...4)), beganAt: .example + age,
                lastUsedAt: .example + age, device: choices.one(of: names))
            return (sessions.filter { _ in choices.isTrue() }, new, age)
        } holds: { sessions, new, age in
            let former = sessions.first { $0.udid == new.udid }
            let kept = age < 10 * Self.day ? former?.device : nil
            try promise(new.keepingName(among: sessions), is: new.named(kept ?? new.device))
            try promise(new.keepingName(among: []), is: new)
        }
    }
}

@Suite struct 推測の規則 {
    private static let window: Int64 = 600_000

    @Test func 前後十分未満のものだけが数えられる() async {
        await forAll(1000) {
            $0.number(near: -Self.window, 0, Self.window, 86_400_000, within: 2 * Self.window)
        } holds: {
            distance in
            let counts = distance < Self.window && -distance < Self.window
            try promise(GuessRules.counts(.example, at: .example + distance), is: counts)
        }
    }

    /// Finds the expected time by trial. The next guess is accepted as soon as fewer than ten counted guesses remain in
    /// the window.
    @Test func 十回めまで受け入れられ_次は数えられたものが九つになる時に受け入れられる() async {
        await forAll(2000) { choices in
            choices.list(0...16) { $0.number(near: -Self.window, 0, Self.window, within: 2000) }
        } holds: { distances in
            let counted = distances.filter { abs($0) < Self.window }
            let ends = counted.map { $0 + Self.window }.sorted()
            let expected =
                counted.count < 10 ? nil : ends.first { end in counted.count { $0 + Self.window > end } < 10 }
            let tries = distances.map { Timestamp.example + $0 }
            try promise(GuessRules.next(after: tries, at: .example), is: expected.map { .example + $0 })
        }
    }
}

@Suite struct 冪等キーの規則 {
    @Test func アカウントができてから一日未満だけ同じ要求とみなす() async {
        await forAll(1000) { choices in
            (choices.number(near: Int64(0), 86_400_000, within: 100_000_000), choices.number(in: UInt64(0)...(.max)))
        } holds: { age, random in
            let account = Account(id: UUIDv7(at: .example, random: (random, ~random)), name: .fixture())
            try promise(SignUpRules.isRepeatable(account, at: .example + age), is: age < 86_400_000)
        }
    }
}
