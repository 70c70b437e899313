#if Server
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct データベースのアカウント登録簿の契約 {
    private let account = StoredAccount.fixture()
    private let first = StoredSession.fixture()
    private let now = Timestamp.example

    private func withRegistry(
        _ kind: DatabaseKind, _ body: (any Administered, DatabasePlace) async throws -> Void
    ) async throws {
        let place = try DatabasePlace(kind)
        try await place.withDatabase { try await body($0.accountRegistry, place) }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 要約は三十二バイトで保存される(kind: DatabaseKind) async throws {
        let text = "000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
        let digest = try #require(TokenDigest(text))
        try await withRegistry(kind) { registry, place in
            _ = try await registry.record(
                account, under: nil,
                beginning: StoredSession(session: first.session, account: first.account, digest: digest))

            try expect(place.texts(place.dialect.digests), equals: [text])
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func セッションを確かめても_利用を記すまでは何も書かない(kind: DatabaseKind) async throws {
        try await withRegistry(kind) { registry, place in
            _ = try await registry.record(account, under: nil, beginning: first)
            let before = try place.sessionsVersion()
            let later = now + SessionRules.usePrecision

            for time in 0..<100 as Range<Int64> {
                #expect(try await registry.session(under: first.digest, at: now + time) != nil)
            }
            try expect(place.sessionsVersion(), equals: before)

            #expect(try await registry.session(under: first.digest, at: later) != nil)
            let once = try place.sessionsVersion()
            #expect(once != before)
            for time in 0..<100 as Range<Int64> {
                #expect(try await registry.session(under: first.digest, at: later + time) != nil)
            }
            try expect(place.sessionsVersion(), equals: once)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 終わったセッションと古い推測は新しいものが書かれるときに少しずつ消える(kind: DatabaseKind) async throws {
        try await withRegistry(kind) { registry, place in
            for number in UInt64(1)...30 {
                let account = StoredAccount.fixture(number)
                _ = try await registry.record(account, under: nil, beginning: .fixture(number, of: account.account.id))
                _ = try await registry.admit(.fixture(.fixture(number)), at: now)
            }
            let later = now + SessionRules.idleTime

            _ = try await registry.begin(
                .fixture(100, beganAt: later), of: account, rehashed: nil, forgetting: .fixture(from: "elsewhere"))
            _ = try await registry.admit(.fixture(from: "elsewhere"), at: later)

            for table in ["sessions", "guesses"] { try expect(place.count(of: table), equals: 31 - Sweep.size) }
            for number in UInt64(200)..<210 {
                let account = StoredAccount.fixture(number)
                _ = try await registry.record(
                    account, under: nil, beginning: .fixture(number, of: account.account.id, beganAt: later))
                _ = try await registry.admit(.fixture(.fixture(2), from: "\(number)"), at: later)
            }
            for table in ["sessions", "guesses"] { try expect(place.count(of: table), equals: 11) }
            try expect(place.count(of: "accounts"), equals: 40)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 掃除は終わったものを残さず_終わる一ミリ秒前のものは残す(kind: DatabaseKind) async throws {
        let numbers = UInt64(1)...UInt64(Sweep.many + 20)
        try await withRegistry(kind) { registry, place in
            try await registry.fillForSweep(numbers, from: now)

            _ = try await registry.sweep(at: now + SessionRules.idleTime)

            try expect(place.count(of: "sessions"), equals: 1)
            try expect(place.count(of: "guesses"), equals: 0)
            try expect(place.count(of: "accounts"), equals: numbers.count)
            _ = try await registry.sweep(at: now + SessionRules.idleTime + 1)
            try expect(place.count(of: "sessions"), equals: 0)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 引き金が拒んだ変更は半分も残らず_ほかの要求は成り立つ(kind: DatabaseKind) async throws {
        try await withRegistry(kind) { registry, place in
            _ = try await registry.record(account, under: nil, beginning: first)
            try place.execute(place.dialect.refusal("sessions", "NEW.udid = '\(UDID.fixture(2))'"))

            async let other = registry.begin(.fixture(3), of: account, rehashed: nil, forgetting: .fixture())
            let error = await #expect(throws: ErrorWrapper.self) {
                try await registry.begin(
                    .fixture(2), of: account, rehashed: PasswordHash("$new"), forgetting: .fixture())
            }

            #expect(try await other)
            #expect(error?.system == .dataStore(.unwritable(location: place.location, content: .database)))
            #expect(place.dialect.isRefusal(error.causeTexts, .fixture(2)), "\(error.causeTexts)")
            try await expect(registry.account(named: account.account.name), equals: account)
            #expect(
                Set(try await registry.sessions(of: account.account.id, at: now).map(\.id))
                    == [.fixture(1), .fixture(3)])
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 読めない行はそれを探した者だけに伝えられる(kind: DatabaseKind) async throws {
        try await withRegistry(kind) { registry, place in
            _ = try await registry.record(account, under: nil, beginning: first)
            _ = try await registry.begin(.fixture(2), of: account, rehashed: nil, forgetting: .fixture())
            try place.execute("UPDATE sessions SET udid = 'not a udid' WHERE id = '\(first.session.id)'")

            let error = await #expect(throws: ErrorWrapper.self) {
                try await registry.session(under: first.digest, at: now)
            }

            #expect(error?.system == .dataStore(.damaged(location: place.location, content: .database)))
            #expect(try await registry.session(under: .fixture(2), at: now) != nil)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func アカウントの行が読めなければ_推測も数えられない(kind: DatabaseKind) async throws {
        try await withRegistry(kind) { registry, place in
            _ = try await registry.record(account, under: nil, beginning: first)
            try place.execute("UPDATE accounts SET key = ''")

            let error = await #expect(throws: ErrorWrapper.self) { try await registry.admit(.fixture(), at: now) }

            #expect(error?.system == .dataStore(.damaged(location: place.location, content: .database)))
            try expect(place.count(of: "guesses"), equals: 0)
        }
    }
}
#endif
