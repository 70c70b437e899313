#if Server
import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import Foundation
import Testing
import Usecases
import UsecasesSystem
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesService
@testable import UsecasesWeb

private let password = "a sentence that nobody says"

/// A browser at the service. It keeps its cookies, and sends the forms of the page that it shows.
private struct Browser: Sendable {
    let port: Int
    var cookies: [String: String] = [:]
    var headers: [String: String] = ["Sec-Fetch-Site": "same-origin"]
    private(set) var page: HTMLTree?

    init(port: Int) {
        self.port = port
    }

    /// The cookie that identifies the browser.
    var cookie: String? { cookies["device"] ?? cookies["__Host-device"] }
    var heading: String { page?.all("h1").first?.text ?? "" }
    var token: String { page?.all("input").first { $0["name"] == "token" }?["value"] ?? "" }
    var number: String { page?.all("input").first { $0["name"] == "page" }?["value"] ?? "0" }
    var isRunning: Bool { page?.all("meta").contains { $0["http-equiv"] == "refresh" } == true }

    @discardableResult
    mutating func send(
        _ method: String, _ path: String = "/web", type: String? = "application/x-www-form-urlencoded",
        _ body: String = ""
    ) async throws -> RawAnswer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n"
        for (name, value) in headers { head += "\(name): \(value.replacing("{own}", with: "localhost:\(port)"))\r\n" }
        if !cookies.isEmpty { head += "Cookie: \(cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))\r\n" }
        if method == "POST" {
            if let type { head += "Content-Type: \(type)\r\n" }
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        let connection = try RawConnection(port: port)
        connection.send(head + "\r\n" + body)
        let answer = try #require(await connection.answer(), "\(method) \(path)")
        if let set = answer.headers["set-cookie"]?.split(separator: ";").first {
            let parts = set.split(separator: "=", maxSplits: 1).map { String($0) }
            cookies[parts[0]] = parts[1]
        }
        return answer
    }

    /// Shows the page, after the end of the run.
    @discardableResult
    mutating func open() async throws -> RawAnswer {
        while true {
            let answer = try await send("GET")
            page = try HTMLTree(answer.text)
            guard isRunning else { return answer }
        }
    }

    /// Sends the form with these fields, and shows the next page.
    @discardableResult
    mutating func post(_ fields: [String: String]) async throws -> RawAnswer {
        let answer = try await send("POST", "/web", encoded(fields))
        if answer.status == 303 { try await open() }
        return answer
    }

    private func encoded(_ fields: [String: String]) -> String {
        fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }.joined(separator: "&")
    }

    /// Presses the button with this text.
    @discardableResult
    mutating func press(_ text: String, with texts: [String: String] = [:]) async throws -> RawAnswer {
        let buttons = page?.all("button").filter { $0["name"] == "act" && $0.text == text } ?? []
        let act = try #require(buttons.first?["value"], "\(text) on \(heading)")
        var fields = ["token": token, "page": number, "act": act]
        for (name, value) in texts { fields["f.\(name)"] = value }
        return try await post(fields)
    }

    /// Begins a visit, and goes on to the login screen.
    mutating func begin() async throws {
        try await open()
        try await press("Start")
        try await press("Skip")
    }

    mutating func signUp(_ name: String) async throws {
        try await press("Sign up")
        try await press("Sign up", with: ["name": name, "password": password])
    }

    @discardableResult
    mutating func logIn(_ name: String, _ password: String = password) async throws -> RawAnswer {
        try await press("Log in", with: ["name": name, "password": password])
    }
}

/// A request to begin a visit, with the parts that say where its form is from.
struct FormOrigin: Sendable, CustomTestStringConvertible {
    let site: String?
    let origin: String?
    let isAllowed: Bool

    var testDescription: String { "Sec-Fetch-Site: \(site ?? "–"), Origin: \(origin ?? "–")" }

    static let all = [
        FormOrigin(site: "same-origin", origin: "http://{own}", isAllowed: true),
        FormOrigin(site: nil, origin: "http://{own}", isAllowed: true),
        FormOrigin(site: "same-origin", origin: nil, isAllowed: true),
        FormOrigin(site: nil, origin: nil, isAllowed: true),
        FormOrigin(site: "cross-site", origin: "http://{own}", isAllowed: false),
        FormOrigin(site: "same-site", origin: "http://{own}", isAllowed: false),
        FormOrigin(site: "none", origin: "http://{own}", isAllowed: false),
        FormOrigin(site: "cross-site", origin: nil, isAllowed: false),
        FormOrigin(site: "", origin: nil, isAllowed: false),
        FormOrigin(site: "same-origin", origin: "https://example.com", isAllowed: false),
        FormOrigin(site: nil, origin: "https://example.com", isAllowed: false),
        FormOrigin(site: nil, origin: "null", isAllowed: false), FormOrigin(site: nil, origin: "", isAllowed: false),
        FormOrigin(site: nil, origin: "http://localhost", isAllowed: false),
        FormOrigin(site: nil, origin: "http://{own}.example.com", isAllowed: false),
        FormOrigin(site: nil, origin: "http://{own}/", isAllowed: false),
    ]
}

@Suite(.timeLimit(.minutes(5))) struct ブラウザのサービス {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var settings: ServerSettings {
        var settings = ServerSettings.fixture()
        settings.web = true
        settings.database = .sqlite(directory.path + "/devices.sqlite")
        return settings
    }

    private func adjusted(_ change: (inout ServerSettings) -> Void) -> ServerSettings {
        var settings = settings
        change(&settings)
        return settings
    }

    /// Runs a service that hashes passwords like the real one, but with little work.
    private func run(
        _ changed: ServerSettings? = nil, log: RecordedLog = RecordedLog(),
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        var dependencies = Dependencies.fixture(
            clock: SystemClock(), randomSource: SystemRandomSource(), accountRegistry: InMemoryAccountRegistry())
        dependencies.credentialHasher.adapter = ScryptHasher(
            randomSource: SystemRandomSource(),
            parameters: try #require(ScryptParameters(roundsExponent: 4, blockSize: 1, parallelism: 1)), threads: 1)
        try await RunningService.run(
            changed ?? settings, dependencies: dependencies, telemetry: .fixture(logger: log.logger), body)
    }

    /// The names of the files in the folder of the browsers.
    private var stored: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/browsers")) ?? []
    }

    private var stores: Int { stored.count { $0.hasPrefix("store-") } }

    @Test func はじめの訪問はクッキーを渡すだけで何も保存しない() async throws {
        try await run { port in
            var browser = Browser(port: port)

            let first = try await browser.open()
            let cookie = try #require(browser.cookie)
            let second = try await browser.open()

            #expect(first.status == 200)
            #expect(try BrowserCookie(cookie) != nil)
            #expect(
                first.headers["set-cookie"]
                    == "device=\(cookie); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
            #expect(second.headers["set-cookie"] == nil)
            #expect(browser.page?.actions().map(\.text) == ["Start"])
            #expect(!first.text.contains(cookie))
            #expect(stored == [])

            browser.cookies["device"] = String(repeating: "x", count: 64)
            try await browser.open()
            #expect(browser.cookie != cookie && browser.cookie?.first != "x")
            #expect(stored == [])
        }
    }

    @Test func はじめれば保存先ができ_クッキーはどこにも書かれない() async throws {
        let log = RecordedLog()
        try await run(log: log) { port in
            var browser = Browser(port: port)
            try await browser.open()

            let answer = try await browser.press("Start")

            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/web")
            #expect(browser.heading.hasPrefix("Tutorial"))
            #expect(stores == 1 && stored.count == 2)
            let cookie = try #require(browser.cookie)
            #expect(!stored.contains(cookie))
            #expect(!log.lines.contains { $0.contains(cookie) || $0.contains(browser.token) })
        }
    }

    @Test(arguments: FormOrigin.all) func ほかのサイトから送られたフォームは何もしない(origin: FormOrigin) async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            browser.headers["Sec-Fetch-Site"] = origin.site
            browser.headers["Origin"] = origin.origin

            let answer = try await browser.send("POST", "/web", "token=\(browser.token)&page=0&act=k0")

            #expect(answer.status == (origin.isAllowed ? 303 : 403))
            #expect(stores == (origin.isAllowed ? 1 : 0))
        }
    }

    @Test func 秘密やクッキーのないフォームは何もしない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            var other = Browser(port: port)
            try await browser.open()
            try await other.open()
            let rest = "page=0&act=k0"
            let cookie = try #require(browser.cookie)
            let tokens = ["", "token=&", "token=\(other.token)&", "token=\(browser.token)0&", "token=\(cookie)&"]

            var answers: [RawAnswer] = []
            for token in tokens { answers.append(try await browser.send("POST", "/web", token + rest)) }
            var another = browser
            another.cookies = other.cookies
            answers.append(try await another.send("POST", "/web", "token=\(browser.token)&" + rest))
            another.cookies = [:]
            answers.append(try await another.send("POST", "/web", "token=\(browser.token)&" + rest))
            another.cookies = ["device": "x" + cookie.dropFirst()]
            answers.append(try await another.send("POST", "/web", "token=\(browser.token)&" + rest))

            #expect(answers.map(\.status) == Array(repeating: 403, count: 8))
            #expect(answers.allSatisfy { $0.headers["set-cookie"] == nil })
            #expect(stored == [])
            let language = try await browser.send("POST", "/web", "token=\(other.token)&language=ja")
            #expect(language.status == 403 && browser.cookies["language"] == nil)
        }
    }

    @Test func 訪問の中でも_偽のフォームや前のページのフォームは何もしない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            try await browser.press("Start")
            let (number, heading, token) = (browser.number, browser.heading, browser.token)

            try await expect(browser.send("POST", "/web", "token=0&page=\(number)&act=k0").status, equals: 403)
            try await browser.open()
            #expect(browser.number == number && browser.heading == heading)
            try await browser.post(["token": token, "page": "1", "act": "k0"])
            #expect(browser.number == number && browser.heading == heading)
            for act in ["k99", "k-1", "m99", "c0.0", "submit"] {
                try await browser.post(["token": token, "page": number, "act": act])
                #expect(browser.number == number && browser.heading == heading, "\(act)")
            }
            for body in ["token=\(token)", "token=\(token)&page=\(number)&act=x", "token=\(token)&page=x&act=k0"] {
                try await expect(browser.send("POST", "/web", body).status, equals: 400)
            }
        }
    }

    @Test func 登録もログインもログアウトもクッキーを替え_前のものは知らない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.begin()
            var old = browser

            try await browser.signUp("ada")
            #expect(browser.heading == "Logged in as ada")
            #expect(browser.cookie != old.cookie && browser.token != old.token)
            try await old.open()
            #expect(old.page?.actions().map(\.text) == ["Start"])
            try await old.press("Start")
            #expect(old.heading.hasPrefix("Tutorial"))

            var before = browser
            let out = try await browser.press("Log out")
            #expect(out.headers["clear-site-data"] == #""cache", "storage""#)
            #expect(browser.heading == "Login")
            #expect(browser.cookie != before.cookie)
            try await before.open()
            #expect(before.page?.actions().map(\.text) == ["Start"])

            before = browser
            let login = try await browser.logIn("ada")
            #expect(login.headers["clear-site-data"] == nil)
            #expect(browser.heading == "Logged in as ada")
            #expect(browser.cookie != before.cookie)
            try await before.open()
            #expect(before.page?.actions().map(\.text) == ["Start"])
        }
    }

    @Test func 間違えてもクッキーは替わらず_名前は残りパスワードは残らない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.begin()
            let cookie = browser.cookie

            try await browser.logIn("ada", "the wrong password")

            #expect(browser.cookie == cookie)
            let inputs = browser.page?.all("input", in: "main") ?? []
            #expect(inputs.first { $0["name"] == "f.name" }?["value"] == "ada")
            #expect(inputs.contains { $0["name"] == "f.password" && $0["value"] == nil })
            let notice = browser.page?.all("p").first { $0["class"] == "notice" }
            #expect(notice?.text == "The name or the password is wrong.")
        }
    }

    @Test func 何度も間違えれば_画面がそう告げる() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.begin()
            try await browser.signUp("ada")
            try await browser.press("Log out")
            for _ in 1...GuessRules.limit { try await browser.logIn("ada", "the wrong password") }

            try await browser.logIn("ada", "the wrong password")

            let notice = browser.page?.all("p").first { $0["class"] == "notice" }
            #expect(notice?.text.hasPrefix("This was tried too often.") == true)
        }
    }

    @Test func 安全の記録は出来事と網を告げ_打たれたものは告げない() async throws {
        let log = RecordedLog()
        let proxy = try #require(AddressRange("127.0.0.1"))
        try await run(adjusted { $0.trustedProxies = [proxy] }, log: log) { port in
            var browser = Browser(port: port)
            browser.headers["X-Forwarded-For"] = "203.0.113.7"
            try await browser.begin()
            #expect(browser.cookies.keys.allSatisfy { $0.hasPrefix("__Host-") })
            try await browser.signUp("ada")
            try await browser.press("Log out")
            browser.headers["X-Forwarded-For"] = "203.0.113.8"
            try await browser.logIn("ada", "the wrong password")
            try await browser.logIn("my-secret-password")
            try await browser.logIn("ada")
            try await expect(browser.send("POST", "/web", "token=0").status, equals: 403)
        }

        let lines = log.lines.filter { $0.hasPrefix("notice: security") }
        let events = lines.compactMap { $0.firstMatch(of: #/ event=(\S+)/#).map { String($0.1) } }
        #expect(
            events == [
                "account-created", "sessions-ended", "login-failed", "login-failed", "login-succeeded", "form-refused",
            ])
        let networks = lines.compactMap { $0.firstMatch(of: #/ network=(\S+)/#).map { String($0.1) } }
        #expect(networks == [7, 7, 8, 8, 8, 8].map { "203.0.113.\($0)" })
        #expect(lines.allSatisfy { $0.contains(" hb.request.id=") })
        for secret in [password, "the wrong password", "my-secret-password"] {
            #expect(!log.lines.contains { $0.contains(secret) })
        }
    }

    @Test func パスワードを送りすぎれば429で_ほかの操作はできる() async throws {
        try await run(adjusted { $0.passwordRateLimit = 0.001 }) { port in
            var browser = Browser(port: port)
            try await browser.begin()
            try await browser.logIn("ada", "the wrong password")

            let refused = try await browser.logIn("ada", "the wrong password")

            #expect(refused.status == 429)
            try expectPage(refused, "That was too often.")
            try await browser.open()
            #expect(browser.heading == "Login")
            try await expect(browser.press("Sign up").status, equals: 303)
            #expect(browser.heading == "Sign up")
        }
    }

    @Test func 新しいブラウザが多すぎれば429で何も保存しない() async throws {
        try await run { port in
            var statuses: [Int] = []
            for _ in 0..<21 {
                var browser = Browser(port: port)
                try await browser.open()
                let answer = try await browser.send("POST", "/web", "token=\(browser.token)&page=0&act=k0")
                statuses.append(answer.status)
                if answer.status == 429 { try expectPage(answer, "That was too often.") }
            }

            #expect(statuses == Array(repeating: 303, count: 20) + [429])
            #expect(stores == 20)
        }
    }

    /// A page of a refusal is as safe as any other one.
    private func expectPage(_ answer: RawAnswer, _ heading: String) throws {
        try expect(HTMLTree(answer.text).all("h1").map(\.text), equals: [heading])
        expectSafety(of: answer)
    }

    private func expectSafety(of answer: RawAnswer) {
        let policy = answer.headers["content-security-policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("script"), "\(answer.status)")
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "same-origin")
        #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
    }

    @Test func どの返事のヘッダも安全を守る() async throws {
        try await run { port in
            var browser = Browser(port: port)
            expectSafety(of: try await browser.open())
            let forged = try await browser.send("POST", "/web", "token=0")
            try expectPage(forged, "This form is not from here.")
            let start = "token=\(browser.token)&page=0&act=k0"
            for type in [nil, "application/json", "text/plain", "multipart/form-data; boundary=a"] {
                let answer = try await browser.send("POST", "/web", type: type, start)
                #expect(answer.status == 415 && answer.code == "UNSUPPORTED_MEDIA_TYPE")
            }
            for size in [40_000, 70_000] {
                let large = start + "&f.name=" + String(repeating: "a", count: size)
                let answer = try await browser.send("POST", "/web", large)
                #expect(answer.status == 413 && answer.code == "CONTENT_TOO_LARGE")
            }
            for body in ["token=%ZZ", "a[b]=c", "token=\(browser.token)&token=\(browser.token)"] {
                try await expect(browser.send("POST", "/web", body).status, equals: 400)
            }
            #expect(stored == [])
            let begun = try await browser.send(
                "POST", "/web", type: "Application/X-WWW-Form-URLEncoded; charset=utf-8", start)
            #expect(begun.status == 303)
            expectSafety(of: begun)
            let style = try await browser.send("GET", "/web/style.css")
            #expect(style.status == 200 && style.headers["content-type"] == "text/css; charset=utf-8")
            #expect(style.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test func TLSの後ろではクッキーも接続もTLSに限る() async throws {
        let proxy = try #require(AddressRange("127.0.0.1"))
        try await run(adjusted { $0.trustedProxies = [proxy] }) { port in
            var browser = Browser(port: port)
            browser.headers["Origin"] = "https://{own}"

            let answer = try await browser.open()

            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-device=") && cookie.hasSuffix("; Secure"))
            #expect(answer.headers["strict-transport-security"] != nil)
            try await expect(browser.press("Start").status, equals: 303)
        }
    }

    @Test func 言語は選んだもの_選ばなければブラウザのもの() async throws {
        try await run { port in
            var browser = Browser(port: port)
            func language() -> String? { browser.page?.all("html").first?["lang"] }
            browser.headers["Accept-Language"] = "fr, ja;q=0.5, en;q=0.2"
            try await browser.open()
            #expect(language() == "ja")
            #expect(browser.page?.actions().map(\.text) == ["はじめる"])

            let chosen = try await browser.post(["token": browser.token, "language": "en"])

            #expect(chosen.status == 303 && language() == "en")
            #expect(
                chosen.headers["set-cookie"]
                    == "language=en; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
            #expect(stored == [])
            try await browser.press("Start")
            #expect(browser.heading.hasPrefix("Tutorial"))
            browser.cookies["language"] = "xx"
            try await browser.open()
            #expect(language() == "ja")
        }
    }

    @Test func 同時に何度はじめても一つの保存先() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            let (start, opened) = ("token=\(browser.token)&page=0&act=k0", browser)

            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var browser = opened
                        return try await browser.send("POST", "/web", start).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }

            #expect(statuses == Array(repeating: 303, count: 8))
            #expect(stores == 1)
        }
    }

    /// The visit is in memory, so only the requests show that the store is used.
    @Test func 訪れ続けるブラウザの保存先は残る() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.begin()
            let folder = try #require(stored.first { $0.hasPrefix("store-") })
            let long = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes(
                [.modificationDate: long], ofItemAtPath: directory.path + "/browsers/" + folder)

            try await browser.open()

            let storage = BrowserStorage(
                in: directory.path + "/browsers", of: Product(name: "x", version: "1"), keys: { [] },
                clock: SystemClock())
            #expect(storage.sweep(unusedSince: Timestamp(milliseconds: 2_000_000_000)) == 1)
            #expect(browser.heading == "Login")
        }
    }

    @Test func 使わないと決めれば何もない() async throws {
        try await run(adjusted { $0.web = false }) { port in
            var browser = Browser(port: port)
            for path in ["/web", "/web/style.css", "/web/usecases"] {
                try await expect(browser.send("GET", path).status, equals: 404)
            }
            try await expect(browser.send("POST", "/web", "token=0").status, equals: 404)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", false, true), ("localhost", false, true), ("::1", false, true), ("0.0.0.0", false, false),
        ("calearning.example.org", false, false), ("0.0.0.0", true, true),
    ])
    func 外から届くならTLSがいる(host: String, isBehindProxy: Bool, isAllowed: Bool) throws {
        var settings = settings
        settings.host = host
        if isBehindProxy { settings.trustedProxies = [try #require(AddressRange("10.0.0.0/8"))] }
        func problems(_ settings: ServerSettings) -> [String] {
            ServerPreparation(settings, except: [.host], further: .init()).problems.map { $0.text(in: .en) }
        }

        #expect(problems(settings).count { $0.hasPrefix("web needs TLS.") } == (isAllowed ? 0 : 1))
        settings.web = false
        #expect(problems(settings) == [])
    }
}
#endif
