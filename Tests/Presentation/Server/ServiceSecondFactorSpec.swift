#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let password = AccountsClient.password

/// A service with a key for second factors, and an authenticator.
private struct Authenticator {
    let clock = ManualClock()
    let dependencies: Dependencies

    init() throws {
        var dependencies = try Dependencies.withAccounts(clock: clock)
        dependencies.credentialVault.adapter = SealingVault(key: VaultKey(String(repeating: "0f", count: 32)))
        self.dependencies = dependencies
    }

    /// Returns the code of the key now, and lets a step pass before.
    func code(of key: TimeCodeKey) throws -> String {
        clock.advance(by: .seconds(30))
        let step = TimeCodeRules.step(at: clock.now)
        let mac = try OpenSSLLibrary().hmacSHA1(TimeCodeRules.message(of: step), key: key.bytes)
        return TimeCodeRules.code(in: mac).reveal()
    }

    /// Creates the account, and turns its second factor on. Returns the token, the key and the backup codes.
    func secure(
        _ name: String, by client: AccountsClient
    ) async throws -> (token: String, key: TimeCodeKey, backups: [String]) {
        let token = try #require(try await client.signUp(name).token)
        let offer = try await client.send("POST", "/account/second-factor", token: token, ["password": password])
        let key = try #require((offer["secret"] as? String).flatMap { TimeCodeKey($0) })
        let on = try await client.send("PUT", "/account/second-factor", token: token, ["code": try code(of: key)])
        return (token, key, try #require(on["backupCodes"] as? [String]))
    }
}

extension ServerSettings {
    /// The clock stands still between the codes, so the limit of passwords would count all requests.
    fileprivate static var unhurried: ServerSettings {
        var settings = fixture()
        settings.passwordRateLimit = nil
        return settings
    }
}

extension AccountsClient {
    fileprivate func proceed(_ token: Any?, _ code: String) async throws -> RawAnswer {
        try await send("POST", "/sessions/continuation", ["token": token as? String ?? "", "code": code])
    }
}

@Suite(.timeLimit(.minutes(5))) struct サービスの二つ目の要素 {
    @Test func 設定してコードでログインし_外すまで() async throws {
        let authenticator = try Authenticator()
        let metrics = RecordedMetrics()
        try await withClient(.unhurried, authenticator.dependencies, metrics: metrics) { client in
            let (token, key, backups) = try await authenticator.secure("ada", by: client)

            let asked = try await client.logIn("ada")
            let wrong = try await client.proceed(asked["token"], "000 000")
            let code = try authenticator.code(of: key)
            let opened = try await client.proceed(asked["token"], code)
            let again = try await client.proceed(asked["token"], code)
            let backup = try await client.proceed(asked["token"], backups[3].uppercased())
            let void = try await client.proceed("ada.00", backups[4])
            let export = try await client.send("GET", "/account/export", token: token)
            let bare = try await client.send("DELETE", "/account/second-factor", token: token, ["password": password])
            let off = try await client.send(
                "DELETE", "/account/second-factor", token: token, ["password": password, "code": backups[5]])
            let plain = try await client.logIn("ada")

            #expect(backups.count == 10)
            #expect([asked, wrong, opened, again, backup, void].map(\.status) == [401, 401, 201, 401, 201, 401])
            #expect(
                [asked, wrong, again, void].map(\.code)
                    == ["SECOND_FACTOR_NEEDED", "WRONG_CODE", "WRONG_CODE", "LOGIN_ENDED"])
            #expect(asked.headers["cache-control"] == "no-store")
            #expect(asked.headers["www-authenticate"] == "Bearer")
            #expect(export["hasSecondFactor"] as? Bool == true)
            #expect(bare.code == "SECOND_FACTOR_NEEDED")
            #expect(off.status == 204)
            #expect(plain.status == 201)
            for _ in 0...GuessRules.limit { _ = try await client.logIn("nobody") }
        }

        let counts = ["succeeded": 3, "halfway": 1, "failed": 3 + Double(GuessRules.limit), "locked_out": 1]
        for (outcome, count) in counts {
            #expect(metrics["calearning_logins_total{outcome=\"\(outcome)\"}"] == count, "\(outcome)")
        }
    }

    /// What needs the password needs the code as well.
    @Test(arguments: [
        ("DELETE", "/sessions"), ("PUT", "/account/password"), ("DELETE", "/account"),
        ("POST", "/account/second-factor/backup-codes"), ("DELETE", "/account/second-factor"),
    ])
    func パスワードの要るものは_コードも要る(method: String, path: String) async throws {
        let authenticator = try Authenticator()
        try await withClient(.unhurried, authenticator.dependencies) { client in
            let (token, _, backups) = try await authenticator.secure("ada", by: client)
            let proof = path == "/account/password" ? ["old": password, "new": password + "!"] : ["password": password]

            var answers: [RawAnswer] = []
            for code in [nil, "000000", "nonsense", backups[0]] {
                let body = proof.merging(code.map { ["code": $0] } ?? [:]) { $1 }
                answers.append(try await client.send(method, path, token: token, body))
            }

            #expect(
                answers.map(\.code).prefix(3) == ["SECOND_FACTOR_NEEDED", "WRONG_CODE", "WRONG_CODE"])
            #expect(answers[3].status < 300)
        }
    }

    @Test func 鍵のないサービスは_できないと答える() async throws {
        var dependencies = try Dependencies.withAccounts()
        dependencies.credentialVault.adapter = SealingVault(key: nil)
        try await withClient(.fixture(), dependencies) { client in
            let token = try #require(try await client.signUp("ada").token)

            let answer = try await client.send(
                "POST", "/account/second-factor", token: token, ["password": password])

            #expect(answer.status == 501)
            #expect(answer.code == "SECOND_FACTOR_UNAVAILABLE")
        }
    }

    /// The answers to a wrong password do not tell which accounts have a second factor.
    @Test func パスワードが違う間は_二つ目の要素があることは知られない() async throws {
        let authenticator = try Authenticator()
        try await withClient(.unhurried, authenticator.dependencies) { client in
            _ = try await authenticator.secure("ada", by: client)
            _ = try await client.signUp("bob")

            var answers: [RawAnswer] = []
            for name in ["ada", "bob", "nobody"] {
                answers.append(try await client.logIn(name, "a wrong sentence, long"))
            }

            #expect(Set(answers.map(\.text)).count == 1)
            #expect(Set(answers.map { $0.headers.filter { !["date", "x-request-id"].contains($0.key) } }).count == 1)
        }
    }

    /// Guesses from many networks, whose clients know the password: as many are compared as the arithmetic allows.
    @Test func 多くのネットワークから推測されても_比べられるのは限りまでで持ち主は入れる() async throws {
        let authenticator = try Authenticator()
        let log = RecordedLog()
        var settings = ServerSettings.unhurried
        settings.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        try await withClient(settings, authenticator.dependencies, log: log) { client in
            let (_, _, backups) = try await authenticator.secure("ada", by: client)
            var statuses: [String?: Int] = [:]
            for number in 0..<100 {
                var stranger = client
                stranger.address = "198.51.\(number).7"
                let asked = try await stranger.logIn("ada")
                for _ in 0..<2 {
                    statuses[try await stranger.proceed(asked["token"], "123456").code, default: 0] += 1
                }
            }

            #expect(statuses == ["WRONG_CODE": GuessRules.limit, "TOO_MANY_REQUESTS": 200 - GuessRules.limit])
            let asked = try await client.logIn("ada")
            try await expect(client.proceed(asked["token"], backups[0]).status, equals: 201)
            #expect(!"\(log.lines)".contains(backups[0]))
            #expect(!"\(log.lines)".contains("123456"))
        }
    }
}
#endif
