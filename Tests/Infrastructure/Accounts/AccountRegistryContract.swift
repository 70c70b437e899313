import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let account = StoredAccount.fixture()
private let first = StoredSession.fixture()
private let guess = Guess.fixture()
private let now = Timestamp.example

@Suite struct アカウント登録簿の契約 {
    @Test(arguments: AccountRegistryAdapter.all)
    func 知らないものは何もなく_記録したアカウントには初めからセッションがある(adapter: AccountRegistryAdapter) async throws {
        try await adapter.withRegistry { registry in
            try await expect(registry.account(named: account.account.name), equals: nil)
            try await expect(registry.session(under: first.digest, at: now), equals: nil)
            #expect(try await registry.sessions(of: account.account.id, at: now).isEmpty)
            try await expect(registry.end(.one(first.session.id), of: account.account.id, at: now), equals: 0)
            let changes = [
                try await registry.begin(first, of: account, rehashed: nil, forgetting: guess),
                try await registry.name(.fixture(), of: first.session.id, of: account.account.id, at: now),
                try await registry.replacePassword(
                    of: account, with: PasswordHash("$new"), replacing: first.session.id, by: first,
                    forgetting: guess),
                try await registry.erase(account, by: first.session.id, at: now),
            ]
            #expect(changes == [false, false, false, false])

            try await expect(registry.record(account, under: nil, beginning: first), equals: .recorded)

            try await expect(registry.account(named: account.account.name), equals: account)
            try await expect(
                registry.session(under: first.digest, at: now),
                equals: LoggedIn(account: account.account, session: first.session))
            try await expect(registry.sessions(of: account.account.id, at: now), equals: [first.session])
        }
    }

    @Test(arguments: AccountRegistryAdapter.all, AccountRegistryRule.ofOwners)
    func どの規則も守る(adapter: AccountRegistryAdapter, rule: AccountRegistryRule) async throws {
        try await adapter.play(rule.steps)
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

            let sessions = try await registry.sessions(of: account.account.id, at: now + 2)

            #expect(Set(sessions) == Set(lasting), random.comment)
        }
    }

    @Suite struct でたらめな履歴 {
        /// Returns the number of histories. It is lower for adapters that write each call to a disk or send it to a
        /// server.
        private func count(_ adapter: AccountRegistryAdapter) -> Int {
            adapter.testDescription == "in memory" ? 300 : adapter.testDescription == "PostgreSQL" ? 6 : 12
        }

        private func expect(
            _ adapter: AccountRegistryAdapter, _ count: Int, _ history: (inout RandomChoices) -> [AccountRegistryStep]
        ) async {
            await forAll(count, history) { try await adapter.play($0) }
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

    @Suite struct 多くのサーバ {
        private func withServers(
            _ adapter: AccountRegistryAdapter, _ body: ([any AccountRegistry]) async throws -> Void
        ) async throws {
            try await adapter.withPlace { place in try await body((0..<4).map { _ in try place.open() }) }
        }

        /// Records the account with two sessions.
        private func fill(_ registry: any AccountRegistry) async throws {
            _ = try await registry.record(account, under: nil, beginning: first)
            _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: guess)
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 同じ名前を同時に記録しても一つのアカウントになる(adapter: AccountRegistryAdapter) async throws {
            try await withServers(adapter) { servers in
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
            try await withServers(adapter) { servers in
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
            try await withServers(adapter) { servers in
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
        func 多くのサーバに同時に届いても限りまでしか受け入れられない(adapter: AccountRegistryAdapter) async throws {
            try await withServers(adapter) { servers in
                let admitted = try await inParallel(60) { number in
                    try await servers[number % 4].admit(guess, at: now + Int64(number))
                }

                #expect(admitted.count { $0.until == nil } == GuessRules.limit)
            }
        }

        @Test(arguments: AccountRegistryAdapter.all)
        func 多くのサーバで同時に始まっても限りを超えない(adapter: AccountRegistryAdapter) async throws {
            try await withServers(adapter) { servers in
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
                let sessions = try await servers[0].sessions(of: account.account.id, at: now)
                #expect(sessions.count == SessionRules.perAccount)
            }
        }

        /// A login and an erasure at the same time leave no session, however they overlap.
        @Test(arguments: AccountRegistryAdapter.all)
        func 同時に始まったセッションは残らず_消えるのは一度だけ(adapter: AccountRegistryAdapter) async throws {
            try await withServers(adapter) { servers in
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

        @Test(arguments: AccountRegistryAdapter.all)
        func 同時に変えても一つだけが成り立つ(adapter: AccountRegistryAdapter) async throws {
            try await withServers(adapter) { servers in
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
            try await withServers(adapter) { servers in
                try await fill(servers[0])
                let next = StoredSession.fixture(60)

                let outcomes = try await inParallel(21) { number in
                    number == 10
                        ? try await servers[0].replacePassword(
                            of: account, with: PasswordHash("$new"), replacing: .fixture(2), by: next,
                            forgetting: guess)
                        : try await servers[number % 4].begin(
                            .fixture(100 + UInt64(number)), of: account, rehashed: nil, forgetting: guess)
                }

                #expect(outcomes[10])
                try await expect(servers[1].sessions(of: account.account.id, at: now), equals: [next.session])
            }
        }
    }

    @Suite struct 再起動 {
        @Test(arguments: AccountRegistryAdapter.all)
        func 開き直してもすべてがある(adapter: AccountRegistryAdapter) async throws {
            try await adapter.withPlace { place in
                let key = InstallationKey(UUIDv7.fixture())
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
