import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import Usecases
import UsecasesSystem
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct ファイルのアカウント登録簿 {
    private let directory: TemporaryDirectory
    private let registry: FileAccountRegistry
    private let now = Timestamp.example
    private let guess: Guess

    init() throws {
        directory = try TemporaryDirectory()
        registry = FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
        guess = Guess(name: try #require(AccountName("alice")), network: "192.0.2.0/24")
    }

    private var location: String { directory.path + "/accounts.json" }
    private var exists: Bool { FileManager.default.fileExists(atPath: location) }

    private func uuid(_ number: UInt64) -> UUIDv7 {
        UUIDv7(at: .example, random: (number, number))
    }

    private func account(_ number: UInt64 = 1, name: String = "alice", hash: String = "hash") throws -> StoredAccount {
        StoredAccount(
            account: Account(id: uuid(number), name: try #require(AccountName(name))), passwordHash: PasswordHash(hash))
    }

    private func session(
        _ number: UInt64, of account: StoredAccount, at time: Timestamp? = nil
    ) throws -> StoredSession {
        let time = time ?? now
        return StoredSession(
            session: Session(id: uuid(1000 + number), udid: .fixture(number), beganAt: time, lastUsedAt: time),
            account: account.account.id, digest: try digest(number))
    }

    private func digest(_ number: UInt64) throws -> TokenDigest {
        let digits = String(number, radix: 16)
        return try #require(TokenDigest(String(repeating: "0", count: 64 - digits.count) + digits))
    }

    private func document() throws -> [String: Any] {
        let data = Data(try directory.text(of: "accounts.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func 所有者だけが読める一つのファイルに_アカウントと最初のセッションを一度に書く() async throws {
        let account = try account()
        let key = try #require(InstallationKey("k-1"))

        let record = try await registry.record(account, under: key, beginning: try session(1, of: account))
        _ = try await registry.admit(guess, at: now)

        #expect(record == .recorded)
        #expect(try directory.mode(of: "accounts.json") == 0o600)
        #expect(
            try directory.text(of: "accounts.json") == """
                {
                  "accounts" : {
                    "\(uuid(1))" : {
                      "key" : "k-1",
                      "name" : "alice",
                      "passwordHash" : "hash"
                    }
                  },
                  "format" : "calearning.accounts/1",
                  "sessions" : {
                    "0000000000000000000000000000000000000000000000000000000000000001" : {
                      "account" : "\(uuid(1))",
                      "beganAt" : 1795176000000,
                      "id" : "\(uuid(1001))",
                      "lastUsedAt" : 1795176000000,
                      "udid" : "\(UDID.fixture(1))"
                    }
                  },
                  "tries" : [
                    {
                      "at" : 1795176000000,
                      "name" : "alice",
                      "network" : "192.0.2.0/24"
                    }
                  ]
                }
                """)
    }

    @Test func 読むだけや何も変えない操作ではファイルを作らない() async throws {
        let account = try account()

        try await expect(registry.account(named: guess.name), equals: nil)
        try await expect(registry.session(under: try digest(1), at: now), equals: nil)
        #expect(try await registry.sessions(of: account.account.id, at: now).isEmpty)
        try await expect(registry.end(.others(than: uuid(1)), of: account.account.id, at: now), equals: 0)
        #expect(
            try await !registry.begin(
                try session(1, of: account), of: account, rehashed: PasswordHash("new"), forgetting: guess))
        #expect(
            try await !registry.replacePassword(
                of: account, with: PasswordHash("new"), replacing: uuid(1), by: try session(2, of: account),
                forgetting: guess))

        #expect(!exists)
    }

    @Test func 何も変えない操作ではファイルを書き換えない() async throws {
        let (account, key) = (try account(), try #require(InstallationKey("k-1")))
        let first = try session(1, of: account)
        _ = try await registry.record(account, under: key, beginning: first)
        #expect(
            try await registry.replacePassword(
                of: account, with: PasswordHash("new"), replacing: first.session.id,
                by: try session(2, of: account), forgetting: guess))
        for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }
        let text = try directory.text(of: "accounts.json")

        _ = try await registry.record(
            try self.account(2, name: "bob"), under: key, beginning: try session(3, of: account))
        _ = try await registry.record(try self.account(2), under: nil, beginning: try session(3, of: account))
        _ = try await registry.session(under: try digest(2), at: now + (SessionRules.usePrecision - 1))
        _ = try await registry.admit(guess, at: now)
        _ = try await registry.begin(
            try session(3, of: account), of: account, rehashed: PasswordHash("other"), forgetting: guess)
        _ = try await registry.replacePassword(
            of: account, with: PasswordHash("other"), replacing: first.session.id, by: try session(3, of: account),
            forgetting: guess)

        #expect(try directory.text(of: "accounts.json") == text)
    }

    @Test func 書き留めない使用は_誰かが変えている間も待たない() async throws {
        let account = try account()
        _ = try await registry.record(account, under: nil, beginning: try session(1, of: account))
        let descriptor = open(location + ".lock", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

        try await expect(registry.session(under: try digest(1), at: now)?.account, equals: account.account)
    }

    @Test func 変更のついでに_終わったセッションと古い試みだけを消す() async throws {
        let (alice, bob) = (try account(), try account(2, name: "bob"))
        _ = try await registry.record(alice, under: nil, beginning: try session(1, of: alice))
        _ = try await registry.record(
            bob, under: nil, beginning: try session(2, of: bob, at: now + SessionRules.idleTime + -1))
        _ = try await registry.admit(guess, at: now + SessionRules.idleTime - GuessRules.window)
        _ = try await registry.admit(guess, at: now + SessionRules.idleTime + -1)

        _ = try await registry.admit(guess, at: now + SessionRules.idleTime)

        let sessions = try #require(try document()["sessions"] as? [String: Any])
        let tries = try #require(try document()["tries"] as? [[String: Any]])
        #expect(sessions.keys.sorted() == [try digest(2).reveal()])
        #expect(
            tries.map { $0["at"] as? Int64 }
                == [-1, 0].map { (now + SessionRules.idleTime + $0).milliseconds })
    }

    @Test func 知らないメンバはどの深さでも残る() async throws {
        let account = try account()
        try directory.write(
            """
            {"future":[1],"accounts":{"\(uuid(1))":{"name":"alice","passwordHash":"hash","mail":{"a":1}}},
            "sessions":{"\(try digest(1).reveal())":{"id":"\(uuid(1001))","account":"\(uuid(1))","udid":"u-1",
            "beganAt":1795176000000,"lastUsedAt":1795176000000,"label":"が"}},
            "tries":[{"name":"alice","network":"n","at":1795176000000,"agent":null}]}
            """, to: "accounts.json")

        #expect(
            try await registry.begin(
                try session(2, of: account), of: account, rehashed: PasswordHash("new"), forgetting: guess))
        _ = try await registry.session(under: try digest(1), at: now + 3_600_001)

        let document = try document()
        let accounts = try #require(document["accounts"] as? [String: [String: Any]])
        let sessions = try #require(document["sessions"] as? [String: [String: Any]])
        #expect(document["future"] as? [Int] == [1])
        #expect(accounts.values.first?["passwordHash"] as? String == "new")
        #expect(accounts.values.first?["mail"] as? [String: Int] == ["a": 1])
        #expect(sessions[try digest(1).reveal()]?["label"] as? String == "が")
        #expect(sessions[try digest(1).reveal()]?["lastUsedAt"] as? Int64 == 1_795_179_600_001)
        // The change one hour later has removed it, and nothing else.
        #expect(document["tries"] as? [String] == [])
        #expect(sessions.count == 2)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"accounts":[]}"#, #"{"accounts":{"a":{"name":"alice","passwordHash":"h"}}}"#,
        #"{"accounts":{},"sessions":[]}"#, #"{"accounts":{},"sessions":{"0":{}}}"#, #"{"accounts":{},"tries":{}}"#,
        #"{"accounts":{},"tries":[{"name":"alice","network":"n","at":9223372036854775807}]}"#,
        #"{"accounts":{},"tries":[{"name":"alice","network":"n","at":-1}]}"#,
        #"{"accounts":{},"tries":[{"name":"a","network":"n","at":0}]}"#,
        #"{"accounts":{},"format":"calearning.accounts/2"}"#, #"{"accounts":{},"format":"calearning.store/1"}"#,
    ])
    func 壊れたファイルはそのまま残される(text: String) async throws {
        try directory.write(text, to: "accounts.json")
        let account = try account()

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await registry.account(named: guess.name) },
            await #expect(throws: ErrorWrapper.self) { try await registry.admit(guess, at: now) },
            await #expect(throws: ErrorWrapper.self) {
                try await registry.record(account, under: nil, beginning: try session(1, of: account))
            },
        ]

        #expect(errors.allSatisfy { $0?.system == .dataStore(.内容が壊れています(location: location, content: .state)) })
        #expect(errors.allSatisfy { $0?.args == ["file": location] })
        #expect(try directory.text(of: "accounts.json") == text)
    }

    @Test(arguments: [
        #"{"name":"alice"}"#, #"{"name":"alice","passwordHash":1}"#, #"{"name":"al ice","passwordHash":"h"}"#,
        #"{"name":"alice","passwordHash":"h","key":null}"#, #"{"name":"alice","passwordHash":"h","key":""}"#, "1",
    ])
    func 型の違うアカウントは壊れているとされ_秘密は示されない(entry: String) async throws {
        try directory.write(#"{"accounts":{"\#(uuid(1))":\#(entry)}}"#, to: "accounts.json")

        let error = await #expect(throws: ErrorWrapper.self) { try await registry.account(named: guess.name) }

        #expect(error?.system == .dataStore(.内容が壊れています(location: location, content: .state)))
        #expect(error.causeTexts == ["the member accounts is no object of accounts"])
    }
}
