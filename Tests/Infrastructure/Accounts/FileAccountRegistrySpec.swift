import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct ファイルのアカウント登録簿 {
    private let directory = TemporaryDirectory()
    private let registry: FileAccountRegistry
    private let account = StoredAccount.fixture(hash: "hash")
    private let first = StoredSession.fixture()
    private let guess = Guess.fixture()
    private let now = Timestamp.example

    init() {
        registry = FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
    }

    private var location: String { directory.path + "/accounts.json" }
    private var exists: Bool { FileManager.default.fileExists(atPath: location) }

    private func document() throws -> [String: Any] {
        let data = Data(try directory.text(of: "accounts.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func 所有者だけが読める一つのファイルに_アカウントと最初のセッションを一度に書く() async throws {
        let key = try #require(InstallationKey("k-1"))

        let record = try await registry.record(account, under: key, beginning: first)
        _ = try await registry.admit(guess, at: now)

        #expect(record == .recorded)
        try expect(directory.mode(of: "accounts.json"), equals: 0o600)
        #expect(
            try directory.text(of: "accounts.json") == """
                {
                  "accounts" : {
                    "\(UUIDv7.fixture())" : {
                      "key" : "k-1",
                      "name" : "name-1",
                      "passwordHash" : "hash"
                    }
                  },
                  "format" : "calearning.accounts/1",
                  "sessions" : {
                    "ab00000000000000000000000000000000000000000000000000000000000001" : {
                      "account" : "\(UUIDv7.fixture())",
                      "beganAt" : 1795176000000,
                      "id" : "\(UUIDv7.fixture())",
                      "lastUsedAt" : 1795176000000,
                      "udid" : "\(UDID.fixture(1))"
                    }
                  },
                  "tries" : [
                    {
                      "at" : 1795176000000,
                      "name" : "name-1",
                      "network" : "192.0.2.7"
                    }
                  ]
                }
                """)
    }

    @Test func 読むだけや何も変えない操作ではファイルを作らない() async throws {
        try await expect(registry.account(named: guess.name), equals: nil)
        try await expect(registry.session(under: first.digest, at: now), equals: nil)
        #expect(try await registry.sessions(of: account.account.id, at: now).isEmpty)
        try await expect(registry.end(.others(than: .fixture()), of: account.account.id, at: now), equals: 0)
        #expect(
            try await !registry.begin(first, of: account, rehashed: PasswordHash("new"), forgetting: guess))
        #expect(
            try await !registry.replacePassword(
                of: account, with: PasswordHash("new"), replacing: .fixture(), by: .fixture(2), forgetting: guess))

        #expect(!exists)
    }

    @Test func 何も変えない操作ではファイルを書き換えない() async throws {
        let key = try #require(InstallationKey("k-1"))
        _ = try await registry.record(account, under: key, beginning: first)
        #expect(
            try await registry.replacePassword(
                of: account, with: PasswordHash("new"), replacing: .fixture(), by: .fixture(2), forgetting: guess))
        for _ in 0..<GuessRules.limit { _ = try await registry.admit(guess, at: now) }
        let text = try directory.text(of: "accounts.json")

        _ = try await registry.record(.fixture(2), under: key, beginning: .fixture(3))
        _ = try await registry.record(.fixture(2, name: guess.name), under: nil, beginning: .fixture(3))
        _ = try await registry.session(under: .fixture(2), at: now + (SessionRules.usePrecision - 1))
        _ = try await registry.admit(guess, at: now)
        _ = try await registry.begin(.fixture(3), of: account, rehashed: PasswordHash("other"), forgetting: guess)
        _ = try await registry.replacePassword(
            of: account, with: PasswordHash("other"), replacing: .fixture(), by: .fixture(3), forgetting: guess)

        try expect(directory.text(of: "accounts.json"), equals: text)
    }

    @Test func 書き留めない使用は_誰かが変えている間も待たない() async throws {
        _ = try await registry.record(account, under: nil, beginning: first)
        let descriptor = open(location + ".lock", O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

        try await expect(registry.session(under: first.digest, at: now)?.account, equals: account.account)
    }

    @Test func 変更のついでに_終わったセッションと古い試みだけを消す() async throws {
        let late = StoredSession.fixture(2, of: .fixture(2), beganAt: now + SessionRules.idleTime + -1)
        _ = try await registry.record(account, under: nil, beginning: first)
        _ = try await registry.record(.fixture(2), under: nil, beginning: late)
        _ = try await registry.admit(guess, at: now + SessionRules.idleTime - GuessRules.window)
        _ = try await registry.admit(guess, at: now + SessionRules.idleTime + -1)

        _ = try await registry.admit(guess, at: now + SessionRules.idleTime)

        let sessions = try #require(try document()["sessions"] as? [String: Any])
        let tries = try #require(try document()["tries"] as? [[String: Any]])
        #expect(Array(sessions.keys) == [late.digest.reveal()])
        #expect(
            tries.map { $0["at"] as? Int64 }
                == [-1, 0].map { (now + SessionRules.idleTime + $0).milliseconds })
    }

    @Test func 知らないメンバはどの深さでも残る() async throws {
        let (id, digest) = (UUIDv7.fixture(), first.digest.reveal())
        try directory.write(
            """
            {"future":[1],"accounts":{"\(id)":{"name":"name-1","passwordHash":"hash","mail":{"a":1}}},
            "sessions":{"\(digest)":{"id":"\(id)","account":"\(id)","udid":"u-1",
            "beganAt":1795176000000,"lastUsedAt":1795176000000,"label":"が"}},
            "tries":[{"name":"name-1","network":"n","at":1795176000000,"agent":null}]}
            """, to: "accounts.json")

        #expect(try await registry.begin(.fixture(2), of: account, rehashed: PasswordHash("new"), forgetting: guess))
        _ = try await registry.session(under: first.digest, at: now + 3_600_001)

        let document = try document()
        let accounts = try #require(document["accounts"] as? [String: [String: Any]])
        let sessions = try #require(document["sessions"] as? [String: [String: Any]])
        #expect(document["future"] as? [Int] == [1])
        #expect(accounts.values.first?["passwordHash"] as? String == "new")
        #expect(accounts.values.first?["mail"] as? [String: Int] == ["a": 1])
        #expect(sessions[digest]?["label"] as? String == "が")
        #expect(sessions[digest]?["lastUsedAt"] as? Int64 == 1_795_179_600_001)
        // The change one hour later has removed it, and nothing else.
        #expect(document["tries"] as? [String] == [])
        #expect(sessions.count == 2)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"accounts":[]}"#, #"{"accounts":{"a":{"name":"name-1","passwordHash":"h"}}}"#,
        #"{"accounts":{},"sessions":[]}"#, #"{"accounts":{},"sessions":{"0":{}}}"#, #"{"accounts":{},"tries":{}}"#,
        #"{"accounts":{},"tries":[{"name":"name-1","network":"n","at":9223372036854775808}]}"#,
        #"{"accounts":{},"tries":[{"name":"a","network":"n","at":0}]}"#,
        #"{"accounts":{},"format":"calearning.accounts/2"}"#, #"{"accounts":{},"format":"calearning.store/1"}"#,
    ])
    func 壊れたファイルはそのまま残される(text: String) async throws {
        try directory.write(text, to: "accounts.json")

        let errors = [
            await #expect(throws: ErrorWrapper.self) { try await registry.account(named: guess.name) },
            await #expect(throws: ErrorWrapper.self) { try await registry.admit(guess, at: now) },
            await #expect(throws: ErrorWrapper.self) {
                try await registry.record(account, under: nil, beginning: first)
            },
        ]

        #expect(errors.allSatisfy { $0?.system == .dataStore(.damaged(location: location, content: .state)) })
        #expect(errors.allSatisfy { $0?.args == ["file": location] })
        try expect(directory.text(of: "accounts.json"), equals: text)
    }

    /// No member can be of another type and be ignored. A lost step of a code would admit the code again.
    @Test func 型の違うメンバがどこにあっても壊れているとされ_秘密は示されない() async throws {
        let (id, digest) = (UUIDv7.fixture(), first.digest.reveal())
        let whole = """
            {"format":"calearning.accounts/1","accounts":{"\(id)":{"name":"name-1","passwordHash":"hash","key":"k-1",
            "deletionAt":1,"secondFactor":{"key":"00","confirmableUntil":2,"lastStep":3,"backups":["\(digest)"],"failures":4}}},
            "sessions":{"\(digest)":{"id":"\(id)","account":"\(id)","udid":"u-1","beganAt":5,"lastUsedAt":6,"device":"d"}},
            "tries":[{"name":"name-1","network":"n","at":7}]}
            """
        try directory.write(whole, to: "accounts.json")
        let factor = try await registry.account(named: guess.name)?.secondFactor
        #expect(
            factor?.confirmableUntil == Timestamp(milliseconds: 2) && factor?.lastStep == 3 && factor?.failures == 4)

        let damaged = try JSONDecoder().decode(JSON.self, from: Data(whole.utf8)).damaged
        for json in damaged {
            try directory.write(String(decoding: JSONEncoder().encode(json), as: UTF8.self), to: "accounts.json")
            let error = await #expect(throws: ErrorWrapper.self) { try await registry.account(named: guess.name) }
            #expect(error?.system == .dataStore(.damaged(location: location, content: .state)), "\(json)")
            #expect(!error.causeTexts.joined().contains("hash"))
        }
        #expect(damaged.count == 27)
    }

    @Test(arguments: [
        #"{"name":"name-1"}"#, #"{"name":"al ice","passwordHash":"h"}"#,
        #"{"name":"name-1","passwordHash":"h","key":""}"#,
    ])
    func 規則に合わないアカウントは壊れているとされる(entry: String) async throws {
        try directory.write(#"{"accounts":{"\#(UUIDv7.fixture())":\#(entry)}}"#, to: "accounts.json")

        let error = await #expect(throws: ErrorWrapper.self) { try await registry.account(named: guess.name) }

        #expect(error?.system == .dataStore(.damaged(location: location, content: .state)))
        #expect(error.causeTexts == ["the member accounts does not contain the expected object of accounts"])
    }
}

extension JSON {
    /// The value with another type in the place of one member or element, for each of them.
    fileprivate var damaged: [JSON] {
        switch self {
        case .object(let members):
            members.flatMap { name, value in
                ([.bool(true)] + value.damaged).map { .object(members.merging([name: $0]) { $1 }) }
            }
        case .array(let values):
            values.indices.flatMap { index in
                ([.bool(true)] + values[index].damaged).map { changed in
                    .array(values.indices.map { $0 == index ? changed : values[$0] })
                }
            }
        default: []
        }
    }
}
