import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct アカウント登録簿の契約 {
    @Suite struct 記録と検索 {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture()
        private let now = Timestamp.example

        @Test(arguments: AccountRegistryAdapter.all)
        func 知らないものは何もなく_記録したアカウントには初めからセッションがある(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await expect(registry.account(named: account.account.name), equals: nil)
                try await expect(registry.session(under: first.digest, at: now), equals: nil)
                #expect(try await registry.sessions(of: account.account.id, at: now).isEmpty)
                try await expect(registry.end(.one(first.session.id), of: account.account.id, at: now), equals: 0)

                try await expect(registry.record(account, under: nil, beginning: first), equals: .recorded)

                try await expect(registry.account(named: account.account.name), equals: account)
                try await expect(
                    registry.session(under: first.digest, at: now),
                    equals: LoggedIn(account: account.account, session: first.session))
                try await expect(registry.sessions(of: account.account.id, at: now), equals: [first.session])
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 使われている名前では何も記録されない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let other = StoredAccount.fixture(2, name: account.account.name, hash: "$other")
                let session = StoredSession.fixture(2, of: other.account.id)
                let key = InstallationKey(UUIDv7.fixture())

                let record = try await registry.record(other, under: key, beginning: session)

                #expect(record == .nameTaken)
                try await expect(registry.account(named: account.account.name), equals: account)
                try await expect(registry.session(under: session.digest, at: now), equals: nil)
                // The key remains unused.
                let third = StoredAccount.fixture(3)
                let again = try await registry.record(third, under: key, beginning: .fixture(3, of: third.account.id))
                #expect(again == .recorded)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じキーには名前が違っても先に記録されたアカウントが返る(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let key = try #require(InstallationKey(#"k'"\{},"#))
                _ = try await registry.record(account, under: key, beginning: first)
                let keyless = StoredAccount.fixture(2)
                try await expect(
                    registry.record(keyless, under: nil, beginning: .fixture(2, of: keyless.account.id)),
                    equals: .recorded)

                for name in [account.account.name, keyless.account.name, .fixture(3)] {
                    let other = StoredAccount.fixture(3, name: name)
                    let session = StoredSession.fixture(9, of: other.account.id)

                    let record = try await registry.record(other, under: key, beginning: session)

                    #expect(record == .known(account))
                    try await expect(registry.session(under: session.digest, at: now), equals: nil)
                }
                try await expect(registry.account(named: .fixture(3)), equals: nil)
            }
        }
    }

    @Suite struct 推測の数 {
        private let guess = Guess.fixture()
        private let start = Timestamp.example

        /// Counts guesses up to the limit, one second apart.
        private func fill(_ registry: any AccountRegistry) async throws {
            for number in 0..<GuessRules.limit {
                try await expect(registry.admit(guess, at: start + Int64(number) * 1000).until, equals: nil)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 限りを超えると最も古いものが窓を出る時を知らされ_その時に一つだけ受け入れられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                let end = start + GuessRules.window

                for time in [start + 20_000, end - 1] {
                    try await expect(registry.admit(guess, at: time).until, equals: end)
                }
                try await expect(registry.admit(guess, at: end).until, equals: nil)
                // The window slides, so the second guess leaves it a second later.
                try await expect(registry.admit(guess, at: end).until, equals: end + 1000)
                try await expect(registry.admit(guess, at: end + 999).until, equals: end + 1000)
                try await expect(registry.admit(guess, at: end + 1000).until, equals: nil)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 受け入れられたものには_その名前のアカウントが返る(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(.fixture(), under: nil, beginning: .fixture())

                try await expect(registry.admit(guess, at: start), equals: .account(.fixture()))
                try await expect(registry.admit(.fixture(.fixture(2)), at: start), equals: .account(nil))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 拒まれたものは数えられない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                for number in 0..<20 {
                    #expect(try await registry.admit(guess, at: start + 10_000 + Int64(number)).until != nil)
                }

                let later = start + GuessRules.window + 10_000

                for _ in 0..<GuessRules.limit { try await expect(registry.admit(guess, at: later).until, equals: nil) }
                try await expect(registry.admit(guess, at: later).until, equals: later + GuessRules.window)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じミリ秒のものも一つずつ数えられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                for _ in 1..<GuessRules.limit { _ = try await registry.admit(guess, at: start) }

                try await expect(registry.admit(guess, at: start).until, equals: nil)
                try await expect(registry.admit(guess, at: start).until, equals: start + GuessRules.window)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 返されたものは数えられず_ほかの推測は減らない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let other = Guess.fixture(from: "192.0.2.8")
                for _ in 0..<GuessRules.limit { _ = try await registry.admit(other, at: start) }
                try await registry.takeBack(guess)
                try await fill(registry)

                try await registry.takeBack(guess)

                try await expect(registry.admit(guess, at: start + 20_000).until, equals: nil)
                try await expect(registry.admit(guess, at: start + 20_000).until, equals: start + GuessRules.window)
                try await expect(registry.admit(other, at: start).until, equals: start + GuessRules.window)
                for _ in 0..<2 * GuessRules.limit { try await registry.takeBack(guess) }
                try await fill(registry)
                #expect(try await registry.admit(guess, at: start + 20_000).until != nil)
            }
        }

        /// Covers guesses recorded by a clock that was ahead.
        @Test(arguments: AccountRegistryAdapter.all)
        func 先の時刻のものは_その窓の内でだけ数えられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let ahead = start + 86_400_000
                for _ in 0..<GuessRules.limit { try await expect(registry.admit(guess, at: ahead).until, equals: nil) }

                let next = [
                    try await registry.admit(guess, at: ahead - GuessRules.window + 1).until,
                    try await registry.admit(guess, at: ahead - GuessRules.window).until,
                    try await registry.admit(guess, at: start).until,
                ]

                #expect(next == [ahead + GuessRules.window, nil, nil])
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func ほかの名前とほかのネットワークは別に数えられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)

                let others = [
                    Guess.fixture(.fixture(2)), .fixture(from: "192.0.2.8"), .fixture(from: "2001:db8::/64"),
                    .fixture(from: #"'"\{},名"#), .fixture(from: ""),
                    .fixture(from: String(repeating: "n", count: 64)),
                ]

                for other in others {
                    for _ in 0..<GuessRules.limit {
                        try await expect(registry.admit(other, at: start).until, equals: nil)
                    }
                    try await expect(registry.admit(other, at: start).until, equals: start + GuessRules.window)
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 多くのサーバに同時に届いても限りまでしか受け入れられない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }

                let admitted = try await inParallel(60) { number in
                    try await servers[number % 4].admit(guess, at: start + Int64(number))
                }

                #expect(admitted.count { $0.until == nil } == GuessRules.limit)
            }
        }
    }

    @Suite struct ログイン {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture()
        private let guess = Guess.fixture()
        private let now = Timestamp.example

        @Test(arguments: AccountRegistryAdapter.all)
        func セッションが始まり_数えられた推測は忘れられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let other = Guess.fixture(from: "198.51.100.1")
                for guess in [guess, other] {
                    for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }
                }
                let second = StoredSession.fixture(2)

                let hasBegun = try await registry.begin(second, of: account, rehashed: nil, forgetting: guess)

                #expect(hasBegun)
                try await expect(
                    registry.session(under: second.digest, at: now),
                    equals: LoggedIn(account: account.account, session: second.session))
                try await expect(registry.session(under: first.digest, at: now)?.session, equals: first.session)
                try await expect(registry.account(named: account.account.name), equals: account)
                try await expect(registry.admit(guess, at: now).until, equals: nil)
                #expect(try await registry.admit(other, at: now).until != nil)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 新しいハッシュは古いものに置き換わる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let rehashed = StoredAccount(account: account.account, passwordHash: PasswordHash("$new"))

                let hasBegun = try await registry.begin(
                    .fixture(2), of: account, rehashed: rehashed.passwordHash, forgetting: guess)

                #expect(hasBegun)
                try await expect(registry.account(named: account.account.name), equals: rehashed)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func パスワードが変わっていれば何も起きない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }
                let outdated = StoredAccount(account: account.account, passwordHash: PasswordHash("$old"))
                let second = StoredSession.fixture(2)

                let hasBegun = try await registry.begin(
                    second, of: outdated, rehashed: PasswordHash("$new"), forgetting: guess)

                #expect(!hasBegun)
                try await expect(registry.session(under: second.digest, at: now), equals: nil)
                try await expect(registry.account(named: account.account.name), equals: account)
                #expect(try await registry.admit(guess, at: now).until != nil)
                let unknown = StoredAccount.fixture(7)
                #expect(
                    try await !registry.begin(
                        .fixture(7, of: unknown.account.id), of: unknown, rehashed: nil, forgetting: guess))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 限りを超えるとそのアカウントの最も長く使われなかったセッションが終わる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let other = StoredAccount.fixture(2)
                let kept = StoredSession.fixture(1000, of: other.account.id, beganAt: now - 1)
                _ = try await registry.record(other, under: nil, beginning: kept)
                _ = try await registry.record(account, under: nil, beginning: first)
                // All sessions but the seventh were used later than it. The first session began first.
                let hour = SessionRules.usePrecision
                for number in UInt64(2)...UInt64(SessionRules.perAccount) {
                    let used = now + hour + Int64(number == 7 ? 0 : number)
                    let session = StoredSession.fixture(number, beganAt: now + Int64(number), lastUsedAt: used)
                    #expect(try await registry.begin(session, of: account, rehashed: nil, forgetting: guess))
                }
                _ = try await registry.session(under: first.digest, at: now + hour * 2)
                let last = StoredSession.fixture(101, beganAt: now + hour * 2)

                try await expect(registry.sessions(of: first.account, at: now).count, equals: SessionRules.perAccount)
                #expect(try await registry.begin(last, of: account, rehashed: nil, forgetting: guess))

                let sessions = try await registry.sessions(of: first.account, at: now + hour * 2)
                #expect(sessions.count == SessionRules.perAccount)
                #expect(Set((1...101).map { UUIDv7.fixture($0) }).subtracting(sessions.map(\.id)) == [.fixture(7)])
                try await expect(registry.session(under: .fixture(7), at: now + hour * 2), equals: nil)
                try await expect(registry.sessions(of: other.account.id, at: now + hour * 2), equals: [kept.session])
            }
        }

        /// All sessions begin and are used at a few times, so many of these times are equal.
        @Test(arguments: AccountRegistryAdapter.all)
        func 同じ時に使われたものは始まりと識別子の順に終わる(adapter: AccountRegistryAdapter) async throws {
            var random = SeededRandomSource.unpredictable()
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                var lasting = [first.session]
                for number in (UInt64(2)...UInt64(SessionRules.perAccount + 20)).shuffled(using: &random) {
                    let beganAt = now + Int64.random(in: 0...1, using: &random)
                    let session = StoredSession.fixture(
                        number, beganAt: beganAt, lastUsedAt: beganAt + Int64.random(in: 0...3, using: &random))
                    #expect(try await registry.begin(session, of: account, rehashed: nil, forgetting: guess))
                    lasting.sort { ($0.lastUsedAt, $0.beganAt, "\($0.id)") < ($1.lastUsedAt, $1.beganAt, "\($1.id)") }
                    lasting = lasting.suffix(SessionRules.perAccount - 1) + [session.session]
                }

                let sessions = try await registry.sessions(of: first.account, at: now + 2)

                #expect(Set(sessions) == Set(lasting), random.comment)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 終わったセッションは数に入らない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let later = now + SessionRules.idleTime
                for number in UInt64(2)...UInt64(SessionRules.perAccount + 1) {
                    let session = StoredSession.fixture(number, beganAt: later)
                    #expect(try await registry.begin(session, of: account, rehashed: nil, forgetting: guess))
                }

                try await expect(registry.sessions(of: first.account, at: later).count, equals: SessionRules.perAccount)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func その端末がそのアカウントに持っていたセッションだけが終わる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let other = StoredAccount.fixture(2)
                let others = StoredSession.fixture(1000, on: first.session.udid, of: other.account.id)
                _ = try await registry.record(other, under: nil, beginning: others)
                _ = try await registry.record(account, under: nil, beginning: first)
                let elsewhere = StoredSession.fixture(2)
                _ = try await registry.begin(elsewhere, of: account, rehashed: nil, forgetting: guess)
                let again = StoredSession.fixture(3, on: first.session.udid, beganAt: now + 1)

                _ = try await registry.begin(again, of: account, rehashed: nil, forgetting: guess)

                try await expect(registry.session(under: first.digest, at: now + 1), equals: nil)
                try await expect(
                    registry.sessions(of: account.account.id, at: now + 1), equals: [elsewhere.session, again.session])
                try await expect(registry.sessions(of: other.account.id, at: now + 1), equals: [others.session])
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 多くのサーバで同時に始まっても限りを超えない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                _ = try await servers[0].record(account, under: nil, beginning: first)
                for number in UInt64(2)...UInt64(SessionRules.perAccount - 2) {
                    _ = try await servers[0].begin(.fixture(number), of: account, rehashed: nil, forgetting: guess)
                }

                let begun = try await inParallel(20) { number in
                    try await servers[number % 4].begin(
                        .fixture(1000 + UInt64(number), beganAt: now + Int64(number)), of: account, rehashed: nil,
                        forgetting: guess)
                }

                #expect(!begun.contains(false))
                try await expect(servers[0].sessions(of: first.account, at: now).count, equals: SessionRules.perAccount)
            }
        }
    }

    @Suite struct セッションの確認 {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture()
        private let start = Timestamp.example

        @Test(arguments: AccountRegistryAdapter.all)
        func 一ミリ秒前の利用は記されず_ちょうど一時間後の利用は記される(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let (soon, later) = (start + SessionRules.usePrecision - 1, start + SessionRules.usePrecision)

                try await expect(registry.session(under: first.digest, at: soon)?.session, equals: first.session)
                try await expect(registry.sessions(of: first.account, at: soon), equals: [first.session])

                let used = try await registry.session(under: first.digest, at: later)?.session
                #expect(used?.lastUsedAt == later)
                #expect(used?.beganAt == start)
                try await expect(registry.sessions(of: first.account, at: later).map(\.lastUsedAt), equals: [later])
                // A server with a slow clock does not undo the use.
                try await expect(registry.session(under: first.digest, at: soon)?.session.lastUsedAt, equals: later)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 使われなければ十日で終わる(adapter: AccountRegistryAdapter) async throws {
            let end = start + SessionRules.idleTime
            for (time, lasts) in [(end - 1, true), (end, false), (end + 1, false)] {
                try await adapter.withRegistry { registry in
                    _ = try await registry.record(account, under: nil, beginning: first)

                    try await expect(registry.sessions(of: first.account, at: time).isEmpty, equals: !lasts)
                    try await expect((registry.session(under: first.digest, at: time) != nil), equals: lasts)
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 使われても三十日で終わる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                _ = try await registry.record(account, under: nil, beginning: first)
                let end = start + SessionRules.lifetime
                var time = start
                while time < end - SessionRules.idleTime {
                    time = time + (SessionRules.idleTime - 1)
                    #expect(try await registry.session(under: first.digest, at: time) != nil)
                }

                #expect(try await registry.session(under: first.digest, at: end - 1) != nil)
                try await expect(registry.session(under: first.digest, at: end), equals: nil)
                #expect(try await registry.sessions(of: first.account, at: end).isEmpty)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 一覧は始まった順に並び_ほかのアカウントのものを含まない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let other = StoredAccount.fixture(2)
                _ = try await registry.record(account, under: nil, beginning: first)
                _ = try await registry.record(
                    other, under: nil, beginning: .fixture(50, of: other.account.id))
                let sessions = [(4, 30), (2, 10), (9, 20), (3, 20)].map {
                    StoredSession.fixture($0, beganAt: start + $1)
                }
                for session in sessions {
                    _ = try await registry.begin(session, of: account, rehashed: nil, forgetting: .fixture())
                }

                let listed = try await registry.sessions(of: first.account, at: start + 40)

                #expect(listed.map(\.beganAt) == [0, 10, 20, 20, 30].map { start + $0 })
                #expect(Set(listed) == Set(([first] + sessions).map(\.session)))
            }
        }
    }

    @Suite struct デバイスの名前 {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture(named: .fixture())
        private let now = Timestamp.example

        private func names(_ registry: any AccountRegistry, at now: Timestamp = .example) async throws -> [DeviceName?]
        {
            try await registry.sessions(of: account.account.id, at: now).map(\.device)
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func セッションとともに記録され_変えられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = [try place.open(), try place.open()]
                _ = try await servers[0].record(account, under: nil, beginning: first)
                _ = try await servers[0].begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
                try await expect(names(servers[1]), equals: [.fixture(), nil])

                for number in [1, 2] as [UInt64] {
                    let isNamed = try await servers[1].name(
                        .fixture(number + 2), of: .fixture(number), of: account.account.id, at: now)
                    #expect(isNamed)
                }

                try await expect(names(servers[0]), equals: [.fixture(3), .fixture(4)])
                try await expect(
                    servers[0].session(under: first.digest, at: now)?.session, equals: first.session.named(.fixture(3)))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 終わったセッションとほかのアカウントのセッションのものは変わらない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let (other, id) = (StoredAccount.fixture(2), account.account.id)
                let end = now + SessionRules.idleTime
                _ = try await registry.record(account, under: nil, beginning: first)
                _ = try await registry.record(other, under: nil, beginning: .fixture(50, of: other.account.id))

                let named = [
                    try await registry.name(.fixture(2), of: .fixture(50), of: id, at: now),
                    try await registry.name(.fixture(2), of: .fixture(9), of: id, at: now),
                    try await registry.name(.fixture(2), of: .fixture(), of: id, at: end),
                    try await registry.name(.fixture(3), of: .fixture(), of: id, at: end - 1),
                ]

                #expect(named == [false, false, false, true])
                try await expect(names(registry, at: end - 1), equals: [.fixture(3)])
                try await expect(registry.sessions(of: other.account.id, at: now).map(\.device), equals: [nil])
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じデバイスの次のセッションに残る(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let (device, time) = (first.session.udid, now + 1)
                _ = try await registry.record(account, under: nil, beginning: first)
                let again = StoredSession.fixture(2, on: device, beganAt: time, named: .fixture(2))
                let next = StoredSession.fixture(4, on: device, beganAt: time, named: .fixture(4))

                _ = try await registry.begin(again, of: account, rehashed: nil, forgetting: .fixture())
                _ = try await registry.begin(
                    .fixture(3, beganAt: time, named: .fixture(3)), of: account, rehashed: nil, forgetting: .fixture())
                try await expect(names(registry, at: time), equals: [.fixture(), .fixture(3)])
                _ = try await registry.replacePassword(
                    of: account, with: PasswordHash("$new"), replacing: .fixture(2), by: next, forgetting: .fixture())

                try await expect(names(registry, at: time), equals: [.fixture()])
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 終わったセッションのものは残らない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                let end = now + SessionRules.idleTime
                _ = try await registry.record(account, under: nil, beginning: first)
                let again = StoredSession.fixture(2, on: first.session.udid, beganAt: end, named: .fixture(2))

                _ = try await registry.begin(again, of: account, rehashed: nil, forgetting: .fixture())

                try await expect(names(registry, at: end), equals: [.fixture(2)])
            }
        }
    }

    @Suite struct セッションの終わり {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture()
        private let now = Timestamp.example

        /// Opens three sessions of the account, and one session of another account.
        private func fill(_ registry: any AccountRegistry) async throws {
            _ = try await registry.record(account, under: nil, beginning: first)
            for number in UInt64(2)...3 {
                _ = try await registry.begin(.fixture(number), of: account, rehashed: nil, forgetting: .fixture())
            }
            let other = StoredAccount.fixture(2)
            _ = try await registry.record(other, under: nil, beginning: .fixture(50, of: other.account.id))
        }

        private func lasting(_ registry: any AccountRegistry) async throws -> [UInt64] {
            var lasting: [UInt64] = []
            for number in [1, 2, 3, 50] as [UInt64]
            where try await registry.session(under: .fixture(number), at: now) != nil {
                lasting.append(number)
            }
            return lasting
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 一つを終わらせられるが_ほかのアカウントのものは終わらせられない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)

                for (number, count) in [(2, 1), (2, 0), (50, 0)] as [(UInt64, Int)] {
                    try await expect(
                        registry.end(.one(.fixture(number)), of: account.account.id, at: now), equals: count)
                    try await expect(lasting(registry), equals: [1, 3, 50])
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 一つのほかをすべて終わらせられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)

                try await expect(registry.end(.others(than: .fixture(2)), of: account.account.id, at: now), equals: 2)

                try await expect(lasting(registry), equals: [2, 50])
                try await expect(registry.end(.others(than: .fixture(2)), of: account.account.id, at: now), equals: 0)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func すでに終わっていたものは数えられない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                let later = now + SessionRules.idleTime
                _ = try await registry.session(under: .fixture(3), at: later - 1)

                try await expect(registry.end(.one(.fixture(1)), of: account.account.id, at: later), equals: 0)
                try await expect(registry.end(.others(than: .fixture(9)), of: account.account.id, at: later), equals: 1)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 一つのサーバで終わればほかのサーバもすぐに拒む(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = [try place.open(), try place.open()]
                try await fill(servers[0])
                for number in UInt64(1)...3 {
                    #expect(try await servers[1].session(under: .fixture(number), at: now) != nil)

                    let count = try await servers[0].end(.one(.fixture(number)), of: account.account.id, at: now)

                    #expect(count == 1)
                    try await expect(servers[1].session(under: .fixture(number), at: now), equals: nil)
                }
            }
        }
    }

    @Suite struct アカウントの消去 {
        private let account = StoredAccount.fixture()
        private let other = StoredAccount.fixture(2)
        private let now = Timestamp.example

        private func fill(_ registry: any AccountRegistry) async throws {
            _ = try await registry.record(account, under: .example, beginning: .fixture())
            _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
            _ = try await registry.record(other, under: nil, beginning: .fixture(50, of: other.account.id))
            for network in ["192.0.2.7", "192.0.2.8"] {
                for name in [account.account.name, other.account.name] {
                    for _ in 0..<GuessRules.limit {
                        _ = try await registry.admit(.fixture(name, from: network), at: now)
                    }
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func アカウントに属するものは何も残らず_名前とキーはまた使え_ほかのアカウントは残る(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)

                try await expect(registry.erase(account, by: .fixture(2), at: now), equals: true)

                try await expect(registry.account(named: account.account.name), equals: nil)
                for number in [1, 2] as [UInt64] {
                    try await expect(registry.session(under: .fixture(number), at: now), equals: nil)
                }
                try await expect(registry.sessions(of: account.account.id, at: now), equals: [])
                for network in ["192.0.2.7", "192.0.2.8"] {
                    try await expect(
                        registry.admit(.fixture(account.account.name, from: network), at: now).until, equals: nil)
                    #expect(try await registry.admit(.fixture(other.account.name, from: network), at: now).until != nil)
                }
                try await expect(registry.account(named: other.account.name), equals: other)
                try await expect(registry.sessions(of: other.account.id, at: now).map(\.id), equals: [.fixture(50)])
                // The name and the key are free again.
                let next = StoredAccount.fixture(7, name: account.account.name)
                try await expect(
                    registry.record(next, under: .example, beginning: .fixture(7, of: .fixture(7))), equals: .recorded)
                try await expect(registry.account(named: account.account.name), equals: next)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func パスワードが変わったかセッションが終わっていれば何も起きない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                let outdated = StoredAccount(account: account.account, passwordHash: PasswordHash("$old"))
                let end = now + SessionRules.idleTime

                let answers = [
                    try await registry.erase(outdated, by: .fixture(2), at: now),
                    try await registry.erase(account, by: .fixture(50), at: now),
                    try await registry.erase(account, by: .fixture(99), at: now),
                    try await registry.erase(account, by: .fixture(2), at: end),
                ]

                #expect(answers == [false, false, false, false])
                try await expect(registry.account(named: account.account.name), equals: account)
                try await expect(registry.sessions(of: account.account.id, at: now).count, equals: 2)
                #expect(try await registry.admit(.fixture(account.account.name), at: now).until != nil)
                try await expect(registry.erase(account, by: .fixture(2), at: end - 1), equals: true)
            }
        }

        /// A login and an erasure at the same time leave no session, however they overlap.
        @Test(arguments: AccountRegistryAdapter.all)
        func 同時に始まったセッションは残らず_消えるのは一度だけ(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                try await fill(servers[0])

                let outcomes = try await inParallel(21) { number in
                    number % 7 == 3
                        ? try await servers[number % 4].erase(account, by: .fixture(2), at: now)
                        : try await servers[number % 4].begin(
                            .fixture(100 + UInt64(number)), of: account, rehashed: nil, forgetting: .fixture())
                }

                #expect(outcomes.indices.filter { $0 % 7 == 3 && outcomes[$0] }.count == 1)
                try await expect(servers[1].account(named: account.account.name), equals: nil)
                try await expect(servers[1].sessions(of: account.account.id, at: now), equals: [])
            }
        }
    }

    @Suite struct パスワードの変更 {
        private let account = StoredAccount.fixture()
        private let first = StoredSession.fixture()
        private let guess = Guess.fixture()
        private let now = Timestamp.example
        private let new = PasswordHash("$new")
        private let next = StoredSession.fixture(60)

        private func fill(_ registry: any AccountRegistry) async throws {
            _ = try await registry.record(account, under: nil, beginning: first)
            for number in UInt64(2)...4 {
                _ = try await registry.begin(.fixture(number), of: account, rehashed: nil, forgetting: guess)
            }
            for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 新しいセッションだけになり_推測は忘れられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)

                let isReplaced = try await registry.replacePassword(
                    of: account, with: new, replacing: .fixture(2), by: next, forgetting: guess)

                #expect(isReplaced)
                try await expect(registry.account(named: account.account.name)?.passwordHash, equals: new)
                try await expect(registry.sessions(of: first.account, at: now), equals: [next.session])
                try await expect(registry.session(under: next.digest, at: now)?.session, equals: next.session)
                for ended in [2, 3] as [UInt64] {
                    try await expect(registry.session(under: .fixture(ended), at: now), equals: nil)
                }
                try await expect(registry.admit(guess, at: now).until, equals: nil)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 別のパスワードになったか_残すセッションが終わっていれば何も起きない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                let other = StoredAccount.fixture(2)
                _ = try await registry.record(other, under: nil, beginning: .fixture(50, of: other.account.id))
                _ = try await registry.end(.one(.fixture(4)), of: account.account.id, at: now)
                let outdated = StoredAccount(account: account.account, passwordHash: PasswordHash("$old"))

                for (account, session) in [(outdated, 2), (account, 4), (account, 50), (account, 99)]
                    as [(StoredAccount, UInt64)]
                {
                    let isReplaced = try await registry.replacePassword(
                        of: account, with: new, replacing: .fixture(session), by: next, forgetting: guess)
                    #expect(!isReplaced)
                }

                try await expect(registry.account(named: account.account.name), equals: account)
                try await expect(registry.sessions(of: first.account, at: now).count, equals: 3)
                #expect(try await registry.admit(guess, at: now).until != nil)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 終わる時には変えられず_一ミリ秒前には変えられる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withRegistry { registry in
                try await fill(registry)
                let end = now + SessionRules.idleTime

                #expect(
                    try await !registry.replacePassword(
                        of: account, with: new, replacing: .fixture(2), by: .fixture(70, beganAt: end),
                        forgetting: guess))
                #expect(
                    try await registry.replacePassword(
                        of: account, with: new, replacing: .fixture(2), by: .fixture(71, beganAt: end - 1),
                        forgetting: guess))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同時に変えても一つだけが成り立つ(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                try await fill(servers[0])

                let replaced = try await inParallel(12) { number in
                    try await servers[number % 4].replacePassword(
                        of: account, with: PasswordHash("$\(number)"), replacing: .fixture(2),
                        by: .fixture(70 + UInt64(number)), forgetting: guess)
                }

                let winner = try #require(replaced.firstIndex(of: true))
                #expect(replaced.filter { $0 }.count == 1)
                try await expect(
                    servers[0].account(named: account.account.name)?.passwordHash, equals: PasswordHash("$\(winner)"))
            }
        }

        /// A client that knows only the old password is not logged in afterwards, however the two operations overlap.
        @Test(arguments: AccountRegistryAdapter.all)
        func 古いパスワードで同時に始まったセッションは残らない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                try await fill(servers[0])

                let outcomes = try await inParallel(21) { number in
                    number == 10
                        ? try await servers[0].replacePassword(
                            of: account, with: new, replacing: .fixture(2), by: next, forgetting: guess)
                        : try await servers[number % 4].begin(
                            .fixture(100 + UInt64(number)), of: account, rehashed: nil, forgetting: guess)
                }

                #expect(outcomes[10])
                try await expect(servers[1].sessions(of: first.account, at: now), equals: [next.session])
            }
        }
    }

    @Suite struct でたらめな履歴 {
        /// Returns the number of histories. It is lower for adapters that write each call to a disk or send it to a
        /// server.
        private func count(_ adapter: AccountRegistryAdapter) -> Int {
            adapter.testDescription == "in memory" ? 300 : adapter.testDescription == "PostgreSQL" ? 6 : 12
        }

        /// Plays each history on two servers in turn, if they can share a place.
        private func expect(
            _ adapter: AccountRegistryAdapter, _ count: Int, _ history: (inout RandomChoices) -> [AccountRegistryStep]
        ) async {
            await forAll(count, history) { steps in
                try await adapter.withPlace { place in
                    let servers = [try place.open(), try place.open()]
                    var model = AccountRegistryModel()
                    for (number, step) in steps.enumerated() {
                        try await model.play(step, on: servers[number % 2])
                    }
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 時計が行き来しても_どの答えもモデルと同じ(adapter: AccountRegistryAdapter) async {
            await expect(adapter, count(adapter), AccountRegistryHistories(areOperated: false).random)
        }

        @Test(arguments: AccountRegistryAdapter.inService)
        func 運用者が加わっても_どの答えもモデルと同じ(adapter: AccountRegistryAdapter) async {
            await expect(adapter, count(adapter), AccountRegistryHistories(areOperated: true).random)
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 推測は限りの前後でもモデルと同じに数えられる(adapter: AccountRegistryAdapter) async {
            await expect(adapter, count(adapter), AccountRegistryHistories.guesses)
        }

        /// One history, because it contains more than a hundred calls.
        @Test(arguments: AccountRegistryAdapter.all)
        func セッションは限りの前後でもモデルと同じに続く(adapter: AccountRegistryAdapter) async {
            await expect(adapter, 1, AccountRegistryHistories.crowd)
        }
    }

    @Suite struct 多くのサーバと再起動 {
        private let now = Timestamp.example

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じ名前を同時に記録しても一つのアカウントになる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                let accounts = (0..<32).map { StoredAccount.fixture($0, name: .fixture(7)) }

                let records = try await inParallel(32) { number in
                    let account = accounts[number]
                    return try await servers[number % 4].record(
                        account, under: number % 3 == 0 ? nil : InstallationKey(account.account.id),
                        beginning: .fixture(UInt64(number), of: account.account.id))
                }

                let winner = try #require(records.firstIndex(of: .recorded))
                #expect(records.filter { $0 == .nameTaken }.count == 31)
                try await expect(servers[0].account(named: .fixture(7)), equals: accounts[winner])
                for number in 0..<32 {
                    let loggedIn = try await servers[1].session(under: .fixture(UInt64(number)), at: now)
                    #expect(loggedIn?.account == (number == winner ? accounts[winner].account : nil))
                }
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じキーで同時に記録しても一つのアカウントになる(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = try (0..<4).map { _ in try place.open() }
                let key = InstallationKey(UUIDv7.fixture())
                let accounts = (0..<32).map { StoredAccount.fixture($0) }

                let records = try await inParallel(32) { number in
                    try await servers[number % 4].record(
                        accounts[number], under: key,
                        beginning: .fixture(UInt64(number), of: accounts[number].account.id))
                }

                let winner = try #require(records.firstIndex(of: .recorded))
                #expect(records.filter { $0 == .known(accounts[winner]) }.count == 31)
            }
        }

        /// Many readers look for the account and for its session while it is recorded.
        @Test(arguments: AccountRegistryAdapter.all)
        func アカウントはいつもその初めのセッションと一緒に見える(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let servers = [try place.open(), try place.open()]

                let isWhole = try await inParallel(40) { number in
                    let account = StoredAccount.fixture(UInt64(number / 4))
                    let session = StoredSession.fixture(UInt64(number / 4), of: account.account.id)
                    if number % 4 == 0 {
                        return try await servers[0].record(account, under: nil, beginning: session) == .recorded
                    }
                    let found = try await servers[number % 2].account(named: account.account.name)
                    let sessions = try await servers[number % 2].sessions(of: account.account.id, at: now)
                    return found == nil || sessions == [session.session]
                }

                #expect(!isWhole.contains(false))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 開き直してもすべてがある(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let (account, key) = (StoredAccount.fixture(), InstallationKey(UUIDv7.fixture()))
                let before = try place.open()
                _ = try await before.record(account, under: key, beginning: .fixture())
                _ = try await before.begin(
                    .fixture(2, beganAt: now + 1), of: account, rehashed: nil, forgetting: .fixture())
                for _ in 0..<GuessRules.limit { _ = try await before.admit(.fixture(), at: now) }
                try place.close()

                let after = try place.open()

                try await expect(after.account(named: account.account.name), equals: account)
                try await expect(
                    after.sessions(of: account.account.id, at: now),
                    equals: [StoredSession.fixture().session, StoredSession.fixture(2, beganAt: now + 1).session])
                #expect(try await after.session(under: .fixture(2), at: now) != nil)
                try await expect(after.admit(.fixture(), at: now).until, equals: now + GuessRules.window)
                let other = StoredAccount.fixture(3)
                try await expect(
                    after.record(other, under: key, beginning: .fixture(3, of: other.account.id)),
                    equals: .known(account))
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 保存されたものにトークンもパスワードもない(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let token = SessionToken(randomSource: SeededRandomSource(seed: 7)).reveal()
                let password = "correct horse battery staple"
                let registry = try place.open()
                _ = try await registry.record(.fixture(), under: nil, beginning: .fixture())
                for _ in 0..<3 { _ = try await registry.admit(.fixture(), at: now) }
                _ = try await registry.begin(.fixture(2), of: .fixture(), rehashed: nil, forgetting: .fixture())
                try place.close()

                let contents = try place.contents()
                for secret in [Data(token.utf8), Data(password.utf8)] {
                    #expect(contents.firstRange(of: secret) == nil)
                }
            }
        }
    }
}
