#if Server
import CalearningDomain
import Foundation
import CalearningInfrastructure
import CalearningPresentation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let password = AccountsClient.password

private struct Grace: DeletionPolicy {
    let grace: Duration
}

@Suite(.timeLimit(.minutes(5))) struct サービスのアカウント {
    @Test func 作ってログインし端末を見て終わらせる() async throws {
        try await withClient { client in
            let created = try await client.signUp("Ada")
            let here = try #require(created.token)
            let there = try #require(try await client.logIn("ada").token)

            let who = try await client.send("GET", "/session", token: here)
            let list = try await client.send("GET", "/sessions", token: here)
            let sessions = try #require(list["sessions"] as? [[String: Any]])
            let other = try #require(sessions.first { $0["isOwn"] as? Bool == false }?["id"] as? String)
            let wrong = try await client.send("DELETE", "/sessions/\(other)", token: here, ["password": "wrong"])
            let lasting = try await client.send("GET", "/session", token: there)
            let ended = try await client.send("DELETE", "/sessions/\(other)", token: here, ["password": password])
            let again = try await client.send("DELETE", "/sessions/\(other)", token: here, ["password": password])
            let gone = try await client.send("GET", "/session", token: there)

            #expect(created.status == 201)
            #expect(created.headers["cache-control"] == "no-store")
            #expect(who["account", "name"] as? String == "ada")
            #expect(sessions.map { $0["udid"] as? String } == ["u-1", "u-2"])
            let statuses = [wrong, lasting, ended, again, gone].map(\.status)
            #expect(statuses == [401, 200, 204, 404, 401])
            #expect(wrong.code == "WRONG_PASSWORD")
            #expect(ended.body == [])

            let out = try await client.send("DELETE", "/session", token: here)
            let after = try await client.send("GET", "/session", token: here)
            #expect(out.status == 204)
            #expect(after.code == "SESSION_ENDED")
        }
    }

    @Test func 自動の名前は直され_文字列でなければ断られる() async throws {
        try await withClient { client in
            let body = ["name": "ada", "password": password, "udid": "u-1"]
            func named(_ name: String) -> [String: String] { body.merging(["deviceName": name]) { $1 } }
            let token = try #require(try await client.send("POST", "/accounts", named("a\u{1B}[31mb\u{202E}\n")).token)

            let who = try await client.send("GET", "/session", token: token)
            let nameless = try await client.send("POST", "/sessions", named("\u{202E}").merging(["udid": "u-2"]) { $1 })
            let whoNameless = try await client.send("GET", "/session", token: nameless.token)
            for value in ["null", "1", "[]", #"{"a": "b"}"#, #""\ud800""#] {
                let answer = try await client.send(
                    "POST", "/sessions", body: #"{"name":"ada","password":"x","udid":"u-1","deviceName":\#(value)}"#)
                #expect(answer.status == 400 && answer.code == "BAD_REQUEST")
            }

            #expect(who["session", "deviceName"] as? String == "a[31mb")
            #expect(whoNameless["session", "id"] != nil && whoNameless["session", "deviceName"] == nil)
        }
    }

    @Test func 打たれた名前は端の空白を除いて記録され_名前でなければ断られる() async throws {
        try await withClient { client in
            let token = try #require(try await client.signUp("ada").token)

            let named = try await client.send("PUT", "/session/name", token: token, ["deviceName": " Ada’s phone "])
            for name in ["", " ", "a\nb", "a\u{202E}", String(repeating: "x", count: 65)] {
                let refused = try await client.send("PUT", "/session/name", token: token, ["deviceName": name])
                #expect(refused.status == 422 && refused.code == "DEVICE_NAME")
            }
            for body in ["{}", #"{"deviceName":null}"#, #"{"deviceName":"\ud800"}"#] {
                let refused = try await client.send("PUT", "/session/name", token: token, body: body)
                #expect(refused.status == 400)
            }
            let who = try await client.send("GET", "/session", token: token)
            let list = try await client.send("GET", "/sessions", token: token)
            let export = try await client.send("GET", "/account/export", token: token)

            #expect(named.status == 204 && named.body == [])
            #expect(who["session", "deviceName"] as? String == "Ada’s phone")
            for sessions in [list["sessions"], export["sessions"]] {
                let names = (sessions as? [[String: Any]])?.map { $0["deviceName"] as? String }
                #expect(names == ["Ada’s phone"])
            }
        }
    }

    @Test func 同じ名前は一度だけ_同じキーは同じアカウント() async throws {
        try await withClient { client in
            let first = try await client.signUp("ada", key: "k-1")
            let repeated = try await client.signUp("ada", key: "k-1")
            let otherPassword = try await client.signUp("ada", "another sentence nobody says", key: "k-1")
            let otherName = try await client.signUp("bob", key: "k-1")
            let taken = try await client.signUp("ADA")

            #expect(repeated.status == 201)
            #expect(repeated["account", "id"] as? String == first["account", "id"] as? String)
            #expect(repeated.token != first.token)
            let codes = [otherPassword, otherName, taken].map(\.code)
            #expect(codes == ["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_REUSED", "NAME_TAKEN"])
        }
    }

    /// Each request comes from a different network, so all of them are compared. A single wrong letter is enough for a
    /// refusal.
    @Test(arguments: AccountRegistryAdapter.inService) func どの間違ったパスワードも拒まれる(adapter: AccountRegistryAdapter)
        async throws
    {
        let source = SeededRandomSource.unpredictable()
        let comment = source.comment
        var settings = ServerSettings.fixture()
        settings.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        try await adapter.withRegistry { registry in
            let dependencies = try Dependencies.withAccounts(registry)
            try await RunningService.run(settings, dependencies: dependencies) { port in
                var randomness = source
                let client = AccountsClient(port: port)
                let created = try await client.signUp("ada")
                #expect(created.status == 201)
                let connection = try RawConnection(port: port)
                for number in 0..<500 {
                    var guess = Array(password.utf8)
                    if Bool.random(using: &randomness) {
                        guess = Array("\(randomness.next()) nobody says".utf8)
                    } else {
                        let place = Int.random(in: 0..<guess.count, using: &randomness)
                        guess[place] = guess[place] == 0x7A ? 0x61 : 0x7A
                    }
                    let text = String(decoding: guess, as: UTF8.self)
                    let body = #"{"name":"ada","password":"\#(text)","udid":"u-2"}"#
                    connection.send(
                        "POST /sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Forwarded-For: 10.0."
                            + "\(number / 256).\(number % 256)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                    let answer = await connection.answer()
                    try #require(answer?.status == 401, "\(text) \(comment)")
                }
                let right = try await client.logIn("ada")
                #expect(right.status == 201)
            }
        }
    }

    @Test func トークンは一つの欄のBearerの後にだけ書ける() async throws {
        try await withClient { client in
            let token = try #require(try await client.signUp("ada").token)
            let bearer = "Authorization: Bearer \(token)"
            for (fields, status) in [
                ([bearer], 200), (["authorization: bEARER \(token)"], 200), (["Authorization: Basic \(token)"], 401),
                (["Authorization: \(token)"], 401), (["Authorization: Bearer"], 401), ([bearer + " x"], 401),
                ([bearer, bearer], 401), (["X-Authorization: Bearer \(token)"], 401), ([], 401),
            ] {
                let connection = try RawConnection(port: client.port)
                let head = ["GET /session HTTP/1.1", "Host: a"] + fields
                connection.send(head.map { $0 + "\r\n" }.joined() + "\r\n")
                let answer = await connection.answer()
                #expect(answer?.status == status, "\(fields.map { $0.replacing(token, with: "…") })")
            }
        }
    }

    @Test func 知らない名前と違うパスワードには同じバイトで答える() async throws {
        try await withClient { client in
            _ = try await client.signUp("ada")

            let unknown = try await client.logIn("bob")
            let wrong = try await client.logIn("ada", "another sentence nobody says")

            #expect(unknown.status == 401)
            #expect(unknown.body == wrong.body)
            #expect(unknown.headers.filter(isSaidToAll) == wrong.headers.filter(isSaidToAll))
        }
    }

    /// Returns whether all answers share the header. The identifier and the time of a request always differ.
    private func isSaidToAll(_ header: (key: String, value: String)) -> Bool {
        !["x-request-id", "date"].contains(header.key)
    }

    /// The contract of backends holds what becomes of the sessions.
    @Test func 変えたパスワードへの答えはどこにも残されず_断られた理由は符号になる() async throws {
        try await withClient { client in
            let token = try #require(try await client.signUp("ada").token)
            let new = "another sentence nobody says"

            func change(_ old: String, _ new: String) async throws -> RawAnswer {
                try await client.send("PUT", "/account/password", token: token, ["old": old, "new": new])
            }
            let refused = [try await change(new, new), try await change(password, "short")]
            let changed = try await change(password, new)

            #expect(refused.map(\.code) == ["WRONG_PASSWORD", "PASSWORD_TOO_SHORT"])
            #expect(changed.status == 200 && changed.token != token)
            #expect(changed.headers["cache-control"] == "no-store")
        }
    }

    /// A password that was typed as a name must not be in the log, nor the name of an account that does not exist.
    @Test func 安全の記録は出来事と網を告げ_打たれたものは告げない() async throws {
        let log = RecordedLog()
        let typedByMistake = "my-secret-password"
        try await withClient(log: log) { client in
            let token = try #require(try await client.signUp("ada").token)
            _ = try await client.logIn("ada")
            _ = try await client.logIn(typedByMistake)
            _ = try await client.logIn("a b")
            let new = "another sentence nobody says"
            let changed = try await client.send(
                "PUT", "/account/password", token: token, ["old": password, "new": new])
            let rotated = try #require(changed.token)
            _ = try await client.send("PUT", "/account/password", token: rotated, ["old": "wrong", "new": new])
            _ = try await client.send("PUT", "/session/name", token: rotated, ["deviceName": typedByMistake])
            _ = try await client.send("DELETE", "/sessions", token: rotated, ["password": new])
            for _ in 0...GuessRules.limit { _ = try await client.logIn("ada", "the wrong password") }
            for _ in 0...GuessRules.limit {
                _ = try await client.recover("grace", code: String(repeating: "0", count: 24), to: new)
            }
        }

        let lines = log.lines.filter { $0.hasPrefix("notice: security") }
        let events = lines.compactMap { $0.firstMatch(of: #/ event=(\S+)/#).map { String($0.1) } }
        #expect(
            events.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == [
                "account-created", "login-succeeded", "login-failed", "password-changed", "password-not-confirmed",
                "device-named", "sessions-ended", "login-failed", "login-locked-out", "recovery-failed",
                "login-locked-out",
            ])
        #expect(lines.allSatisfy { $0.contains(" network=127.0.0.1") && $0.contains(" hb.request.id=") })
        #expect(lines.filter { $0.contains(" name=ada") }.count == 6 + GuessRules.limit - 1)
        for secret in [typedByMistake, password, "the wrong password"] {
            #expect(!log.lines.contains { $0.contains(secret) })
        }
    }

    @Test func 断られた要求は拠点ごとに十行までと_一分ごとに一行が_別の予算で残る() async throws {
        let (log, refusals, clock) = (RecordedLog(), RecordedLog(), ManualClock())
        var dependencies = try Dependencies.withAccounts()
        dependencies.clock.adapter = clock
        var settings = ServerSettings.fixture()
        settings.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        settings.passwordRateLimit = 0.001
        try await withClient(settings, dependencies, log: log, refusals: refusals) { local in
            let port = local.port
            let (client, other) = (
                AccountsClient(port: port, address: "192.0.2.1"), AccountsClient(port: port, address: "192.0.2.2")
            )
            let token = try #require(try await client.signUp("ada").token)
            let unknown = String(token.reversed())
            try await expect(client.logIn("ada").status, equals: 429)
            for _ in 0..<6 {
                try await expect(client.send("GET", "/session", token: unknown).status, equals: 401)
                try await expect(client.send("GET", "/account/export").status, equals: 401)
            }
            try await expect(
                other.send(
                    "DELETE", "/sessions/\(UUIDv7(at: .example, random: (0, 9)))", token: token, ["password": password]
                ).status,
                equals: 404)
            for network in 0..<12 {
                let neighbour = AccountsClient(port: port, address: "2001:db8:0:\(network)::1")
                try await expect(neighbour.send("GET", "/session").status, equals: 401)
            }
            for wait in [.seconds(60) - .milliseconds(1), .milliseconds(1), .zero] as [Duration] {
                clock.advance(by: wait)
                try await expect(client.send("GET", "/session").status, equals: 401)
            }
        }

        let events = [log, refusals].map { log in
            log.lines.filter { $0.hasPrefix("notice: security") }.compactMap {
                $0.firstMatch(of: #/ event=(\S+).* network=(\S+)/#).map { "\($0.1) \($0.2)" }
            }
        }
        #expect(events[0] == ["account-created 192.0.2.1"])
        #expect(
            events[1] == ["rate-exceeded 192.0.2.1"] + Array(repeating: "access-refused 192.0.2.1", count: 9)
                + ["access-refused 192.0.2.2"] + Array(repeating: "access-refused 2001:db8::", count: 10)
                + ["access-refused 192.0.2.1"])
    }

    @Test func 持ち主だけが自分のデータを受け取り_秘密は書き出されない() async throws {
        try await withClient { client in
            let here = try #require(try await client.signUp("ada").token)
            let there = try #require(try await client.logIn("ada").token)

            let export = try await client.send("GET", "/account/export", token: here)
            let wrong = try await client.send("DELETE", "/account", token: here, ["password": "not the password"])
            let erased = try await client.send("DELETE", "/account", token: here, ["password": password])
            let again = try await client.send("DELETE", "/account", token: there, ["password": password])

            #expect([export, wrong, erased, again].map(\.status) == [200, 401, 204, 401])
            #expect(wrong.code == "WRONG_PASSWORD")
            #expect(export.headers["cache-control"] == "no-store")
            #expect(export.text.contains(#""name":"ada""#))
            #expect(export.text.components(separatedBy: #""udid""#).count == 3)
            for secret in [here, there, password, "scrypt"] { #expect(!export.text.contains(secret)) }
        }
    }

    @Test func 猶予があれば_止めて時刻を返し_ログインで取り消される() async throws {
        let log = RecordedLog()
        var dependencies = try Dependencies.withAccounts()
        dependencies.deletionPolicy.adapter = Grace(grace: .seconds(3_600))
        dependencies.durableRuns.adapter = InMemoryRunQueue(clock: SystemClock())
        try await withClient(.fixture(), dependencies, log: log) { client in
            let token = try #require(try await client.signUp("ada").token)

            let malformed = try await client.send(
                "DELETE", "/account", token: token, body: #"{"password": "\#(password)", "export": 1}"#)
            let deleted = try await client.send(
                "DELETE", "/account", token: token, body: #"{"password": "\#(password)", "export": true}"#)
            let place = try #require(deleted.headers["location"])
            let run = try await client.send("GET", place)
            let other = try await client.send("GET", "/runs/\(UUIDv7(at: .example, random: (0, 9)))")
            let session = try await client.send("GET", "/session", token: token)
            let kept = try await client.logIn("ada")
            let again = try await client.logIn("ada")

            #expect(
                [malformed, deleted, run, other, session, kept, again].map(\.status)
                    == [400, 202, 200, 404, 401, 201, 201])
            #expect(deleted["export", "account", "name"] as? String == "ada")
            #expect(run["usecase"] as? String == "EraseAccountLater")
            #expect(run["state"] as? String == "waits")
            #expect(kept["keptFrom"] as? String == deleted["deletionAt"] as? String)
            #expect(again["keptFrom"] == nil)
        }
        let events = log.lines.compactMap { $0.firstMatch(of: #/ event=(account-\S+)/#)?.1 }
        #expect(events == ["account-created", "account-deletion-requested", "account-deletion-taken-back"])
    }

    @Test func 猶予がなければ_頼まれたデータを返して消す() async throws {
        try await withClient { client in
            let token = try #require(try await client.signUp("ada").token)

            let erased = try await client.send(
                "DELETE", "/account", token: token, body: #"{"password": "\#(password)", "export": true}"#)

            #expect(erased.status == 200)
            #expect(erased["deletionAt"] == nil)
            #expect(erased["export", "account", "name"] as? String == "ada")
            try await expect(client.logIn("ada").status, equals: 401)
        }
    }

    @Test func 復旧コードは打ち方によらず_断られた理由は告げられず_どこにも書かれない() async throws {
        let registry = InMemoryAccountRegistry()
        let dependencies = try Dependencies.withAccounts(registry)
        let hasher = dependencies.credentialHasher
        let new = "another sentence nobody says"
        let log = RecordedLog()
        try await withClient(.fixture(), dependencies, log: log) { client in
            _ = try await client.signUp("ada")
            let code = RecoveryCode(randomSource: SystemRandomSource())
            _ = await registry.allowRecovery(
                of: try #require(AccountName("ada")), by: try await hasher.digest(of: code.secret),
                until: SystemClock().now + RecoveryRules.lifetime)
            let typed = code.reveal().uppercased().replacing("-", with: " ")
            let other = RecoveryCode(randomSource: SystemRandomSource()).reveal()

            var refused: [RawAnswer] = []
            for (name, code) in [("ada", other), ("bob", typed), ("ada", "")] {
                refused.append(try await client.recover(name, code: code, to: new))
            }
            let flawed = try await client.recover("ada", code: typed, to: "short")
            let recovered = try await client.recover("ada", code: typed, to: new)
            refused.append(try await client.recover("ada", code: typed, to: password))

            #expect(refused.allSatisfy { $0.status == 401 && $0.code == "WRONG_RECOVERY" })
            #expect(Set(refused.map(\.text)).count == 1)
            #expect(flawed.code == "PASSWORD_TOO_SHORT" && recovered.status == 204)
            try await expect(client.logIn("ada", new).status, equals: 201)
            for secret in [code.reveal(), typed, new, password] {
                #expect(!log.lines.contains { $0.contains(secret) })
            }
        }
        let events = log.lines.filter { $0.contains(" event=password-recovered") }
        #expect(events.count == 1 && events.allSatisfy { $0.contains(" name=ada") })
    }

    @Test(arguments: [nil, "", "x", String(repeating: "A", count: 64), String(repeating: "0", count: 64)])
    func トークンがなければどの道も401(token: String?) async throws {
        try await withClient { client in
            for (method, path) in [
                ("GET", "/session"), ("DELETE", "/session"), ("GET", "/sessions"), ("DELETE", "/sessions"),
                ("GET", "/account/export"), ("PUT", "/session/name"),
                ("DELETE", "/sessions/x"), ("DELETE", "/sessions/0198c1a2-7b3c-7def-8123-456789abcdef"),
            ] {
                let answer = try await client.send(
                    method, path, token: token, ["password": password, "deviceName": "laptop"])
                #expect(answer.status == 401, "\(method) \(path)")
                #expect(answer.headers["www-authenticate"] == "Bearer")
            }
        }
    }

    @Test(arguments: [
        "{}", #"{"name":"ada","password":1,"udid":"u"}"#, #"{"name":"ada","password":"p"}"#,
        #"{"name":"ada","password":"p","udid":""}"#, #"{"name":"\ud800","password":"p","udid":"u"}"#,
        #"{"name":null,"password":"p","udid":"u"}"#, "[]",
    ])
    func 形の崩れた要求は400(body: String) async throws {
        try await withClient { client in
            for path in ["/accounts", "/sessions"] {
                try await expect(client.send("POST", path, body: body).status, equals: 400)
            }
        }
    }

    @Test func パスワードを送れるのは一秒に一度_一度には十までで_ほかの要求には関わらない() async throws {
        var settings = ServerSettings.fixture()
        settings.passwordRateLimit = 1
        var dependencies = try Dependencies.withAccounts()
        let clock = ManualClock()
        dependencies.clock.adapter = clock
        try await withClient(settings, dependencies) { client in
            let token = try #require(try await client.signUp("ada").token)

            var statuses: [Int] = []
            for number in 1..<10 { statuses.append(try await client.logIn("nobody-\(number)").status) }
            let refused = [
                try await client.logIn("ada"), try await client.signUp("grace"),
                try await client.send("PUT", "/account/password", token: token, ["old": "o", "new": "n"]),
                try await client.send("DELETE", "/account", token: token, ["password": "p"]),
                try await client.send("DELETE", "/sessions", token: token, ["password": "p"]),
                try await client.recover("ada", code: "", to: password),
            ]
            let check = try await client.send("GET", "/session", token: token)
            clock.advance(by: .seconds(1))
            let later = [try await client.logIn("ada").status, try await client.logIn("ada").status]

            #expect(statuses == Array(repeating: 401, count: 9))
            #expect(refused.map(\.status) == Array(repeating: 429, count: 6))
            #expect(refused.allSatisfy { $0.headers["retry-after"] == "2" && $0.code == "TOO_MANY_REQUESTS" })
            #expect(check.status == 200)
            #expect(later == [201, 429])
        }
    }

    @Test func 自分の分が残っていれば_分け合う頻度が決める() async throws {
        var settings = ServerSettings.fixture()
        settings.passwordRateLimit = 4
        var dependencies = try Dependencies.withAccounts()
        dependencies.clock.adapter = ManualClock()
        let rates = StubRates([.success(nil), .success(.milliseconds(2500)), .failure(.interrupted)])
        try await withClient(settings, dependencies, rates: rates) { client in
            let token = try #require(try await client.signUp("ada").token)
            let refused = try await client.logIn("ada")
            let unavailable = try await client.logIn("ada")
            for number in 3..<40 { try await expect(client.logIn("nobody-\(number)").status, equals: 401) }
            let own = try await client.logIn("ada")
            let check = try await client.send("GET", "/session", token: token)

            #expect([refused, unavailable, own, check].map(\.status) == [429, 503, 429, 200])
            #expect(refused.headers["retry-after"] == "3")
        }

        #expect(rates.taken == Array(repeating: "127.0.0.1 0.25 seconds 10.0 seconds", count: 40))
    }

    @Test func 限りがなければ分け合う頻度も数えない() async throws {
        let rates = StubRates([])

        try await withClient(.fixture(), rates: rates) { try await expect($0.logIn("nobody").status, equals: 401) }

        #expect(rates.taken == [])
    }

    @Test func 照合の場所がなければすぐに503で何も数えない() async throws {
        var dependencies = try Dependencies.withAccounts()
        dependencies.credentialHasher.adapter = CrowdedHasher()
        try await withClient(.fixture(), dependencies) { client in
            for _ in 0...GuessRules.limit {
                let answer = try await client.logIn("ada")

                #expect(answer.status == 503)
                #expect(answer.headers["retry-after"] == "5")
            }
        }
    }
}

/// Rates with prepared answers, and a token for each later request.
private final class StubRates: SharedRates {
    private let answers: Mutex<[Result<Duration?, ErrorWrapper>]>
    private let requests = Mutex<[String]>([])

    init(_ answers: [Result<Duration?, ErrorWrapper>]) {
        self.answers = Mutex(answers)
    }

    var taken: [String] { requests.withLock(\.self) }

    func take(for site: String, interval: Duration, burst: Duration) async throws(ErrorWrapper) -> Duration? {
        requests.withLock { $0.append("\(site) \(interval) \(burst)") }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try answer?.get() ?? nil
    }

    func sweep(limit: Int) -> Int { 0 }
}

private struct CrowdedHasher: CredentialHasher {
    private static let error = ErrorWrapper.system(error: .混雑)

    func hash(_ password: Password) async throws(ErrorWrapper) -> PasswordHash { throw Self.error }
    func compare(_ password: Password, with hash: PasswordHash?) async throws(ErrorWrapper) -> Comparison {
        throw Self.error
    }
    func digest(of secret: Secret) async throws(ErrorWrapper) -> TokenDigest { throw Self.error }
}
#endif
