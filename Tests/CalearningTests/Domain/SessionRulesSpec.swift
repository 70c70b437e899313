import Domain
import Testing

/// Times around each boundary: to the millisecond, and far from it.
private func near(_ boundaries: [Int64], _ random: inout SeededRandomSource) -> Timestamp {
    let offset: Int64 =
        [-1, 0, 1, .random(in: -100_000_000...100_000_000, using: &random)].randomElement(using: &random) ?? 0
    return .fixture + ((boundaries.randomElement(using: &random) ?? 0) + offset)
}

@Suite struct セッションの規則 {
    private static let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)

    private func session(beganAt: Timestamp, lastUsedAt: Timestamp) -> Session {
        Session(id: .fixture(), udid: .fixture(1), beganAt: beganAt, lastUsedAt: lastUsedAt)
    }

    /// 30 days after its beginning, or 10 days after its last use, whatever comes first.
    @Test func 始まりから三十日か_最後の使用から十日で終わる() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<5000 {
            let used = near([0, 5 * Self.day, 20 * Self.day, 29 * Self.day], &random)
            let session = session(beganAt: .fixture, lastUsedAt: max(.fixture, used))
            let now = near([0, 10 * Self.day, 15 * Self.day, 30 * Self.day], &random)
            let isOld = now.milliseconds - Timestamp.fixture.milliseconds >= 30 * Self.day
            let isIdle = now.milliseconds - session.lastUsedAt.milliseconds >= 10 * Self.day

            #expect(session.lasts(at: now) == !(isOld || isIdle), random.comment)
            #expect(session.lasts(at: now) == (now < session.expiresAt), random.comment)
        }
    }

    /// Otherwise a session that is used all the time could end for want of use.
    @Test func 利用は終わるよりずっと前に記される() {
        #expect(SessionRules.usePrecision < SessionRules.idleTime / 2)
        #expect(SessionRules.idleTime < SessionRules.lifetime)
    }

    @Test(arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)])
    func ちょうど一時間後の使用から書き留める(offset: Int64, isDue: Bool) {
        let session = session(beganAt: .fixture, lastUsedAt: .fixture + Self.day)

        #expect(session.isUseDue(at: .fixture + (Self.day + Self.hour + offset)) == isDue)
    }

    @Test func 使用は時を遡らない() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<1000 {
            let before = session(beganAt: .fixture, lastUsedAt: near([0, Self.day], &random))
            let now = near([0, Self.day], &random)

            let after = before.used(at: now)

            #expect(
                after.lastUsedAt.milliseconds == max(before.lastUsedAt.milliseconds, now.milliseconds), random.comment)
            #expect((after.id, after.udid, after.beganAt) == (before.id, before.udid, before.beganAt), random.comment)
        }
    }
}

@Suite struct 推測の規則 {
    private static let window: Int64 = 600_000

    @Test func 前後十分未満のものだけが数えられる() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<5000 {
            let (time, now) = (Timestamp.fixture, near([-Self.window, 0, Self.window, 86_400_000], &random))
            let distance = max(now.milliseconds, time.milliseconds) - min(now.milliseconds, time.milliseconds)

            #expect(GuessRules.counts(time, at: now) == (distance < 600_000), random.comment)
        }
    }

    /// The rule again, by trying: the next one is accepted as soon as fewer than ten of those that count have not ended.
    @Test func 十回めまで受け入れられ_次は数えられたものが九つになる時に受け入れられる() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<3000 {
            let tries = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                near([-Self.window, 0, Self.window], &random)
            }
            let counted = tries.filter { abs($0.milliseconds - Timestamp.fixture.milliseconds) < 600_000 }
            let ends = counted.map { $0 + 600_000 }.sorted()
            let expected = counted.count < 10 ? nil : ends.first { end in counted.count { $0 + 600_000 > end } < 10 }

            #expect(GuessRules.next(after: tries, at: .fixture) == expected, "\(random.comment): \(tries)")
        }
    }
}

@Suite struct 冪等キーの規則 {
    @Test func アカウントができてから一日未満だけ同じ要求とみなす() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<2000 {
            let account = Account(id: UUIDv7(at: .fixture, random: (random.next(), random.next())), name: .fixture())
            let now = near([0, 86_400_000], &random)
            let age = now.milliseconds - Timestamp.fixture.milliseconds

            #expect(account.id.time == .fixture, random.comment)
            #expect(SignUpRules.isRepeatable(account, at: now) == (age < 86_400_000), random.comment)
        }
    }
}
