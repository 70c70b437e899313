#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesService
@testable import UsecasesWeb

private let password = "a sentence that nobody says"

/// A browser at the service. It keeps its cookies, and sends the forms of the page that it shows.
private struct Browser: Sendable {
    var port: Int
    var cookies: [String: String] = [:]
    var headers: [String: String] = ["Sec-Fetch-Site": "same-origin"]
    private(set) var page: HTMLTree?
    private(set) var address = ""

    init(port: Int) {
        self.port = port
    }

    var cookie: String? { cookies["device"] ?? cookies["__Host-device"] }
    var heading: String { page?.all("h1").first?.text ?? "" }
    var notice: String? { page?.all("p").first { $0["class"] == "notice" }?.text }
    /// The texts of all paragraphs and of secrets to copy.
    var paragraphs: [String] { ["p", "pre"].flatMap { page?.all($0) ?? [] }.map(\.text) }
    var token: String { page?.all("input").first { $0["name"] == "token" }?["value"] ?? "" }
    /// The texts of the links and buttons in `main`.
    var actions: [String] { page?.actions().map(\.text) ?? [] }

    @discardableResult
    mutating func send(
        _ method: String, _ path: String = "/web", type: String? = "application/x-www-form-urlencoded",
        _ body: String = ""
    ) async throws -> RawAnswer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nAccept: text/html\r\n"
        for (name, value) in headers { head += "\(name): \(value.replacing("{own}", with: "localhost:\(port)"))\r\n" }
        if !cookies.isEmpty { head += "Cookie: \(cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))\r\n" }
        if method == "POST" {
            if let type { head += "Content-Type: \(type)\r\n" }
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        let connection = try RawConnection(port: port, sending: head + "\r\n" + body)
        let answer = try #require(await connection.answer(), "\(method) \(path)")
        if let set = answer.headers["set-cookie"]?.split(separator: ";").first {
            let parts = set.split(separator: "=", maxSplits: 1).map { String($0) }
            cookies[parts[0]] = parts[1]
        }
        return answer
    }

    /// Shows the page at the address, and those to which it leads.
    @discardableResult
    mutating func open(_ path: String = "/web") async throws -> RawAnswer {
        var path = path
        while true {
            let answer = try await send("GET", path)
            if let next = answer.headers["location"] {
                path = next
                continue
            }
            address = path
            page = try HTMLTree(answer.text)
            return answer
        }
    }

    /// Returns the body of the form that goes to the path.
    func form(_ path: String, _ texts: [String: String] = [:]) throws -> String {
        let elements = page?.elements ?? []
        let index = try #require(
            elements.firstIndex { $0.name == "form" && $0["action"] == path && $0["method"] == "post" },
            "a form to \(path) on \(heading)")
        let inputs = elements.filter { $0.name == "input" && $0.ancestors.contains(index) }
        var fields: [String: String] = [:]
        for input in inputs { if let name = input["name"] { fields[name] = input["value"] ?? "" } }
        return FormFields.text(of: fields.merging(texts) { $1 })
    }

    /// Sends the form of the page that goes to the path, and shows the next page.
    @discardableResult
    mutating func submit(_ path: String, _ texts: [String: String] = [:]) async throws -> RawAnswer {
        try await repeatedly(path, try form(path, texts))
    }

    /// Sends a form, and shows the next page.
    @discardableResult
    mutating func repeatedly(_ path: String, _ body: String) async throws -> RawAnswer {
        let answer = try await send("POST", path, body)
        if let next = answer.headers["location"] { try await open(next) } else { page = try HTMLTree(answer.text) }
        return answer
    }

    mutating func signUp(_ name: String) async throws {
        try await open("/web/signup")
        try await submit("/web/signup", ["name": name, "password": password])
    }

    @discardableResult
    mutating func logIn(_ name: String, _ password: String = password) async throws -> RawAnswer {
        try await open("/web/login")
        return try await submit("/web/login", ["name": name, "password": password])
    }
}

/// A request with a form, with the parts that say where it is from.
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
    private let table = LocalStoreTable(clock: SystemClock())
    private let accounts = InMemoryAccountRegistry()

    private var settings: ServerSettings {
        var settings = ServerSettings.fixture()
        settings.web = true
        return settings
    }

    private func adjusted(_ change: (inout ServerSettings) -> Void) -> ServerSettings {
        var settings = settings
        change(&settings)
        return settings
    }

    /// Runs a service that hashes passwords like the real one, but with little work. Each service has the same rows and
    /// accounts, like another server of the same database.
    private func run(
        _ changed: ServerSettings? = nil, log: RecordedLog = RecordedLog(),
        metrics: RecordedMetrics = RecordedMetrics(),
        taps: [any Tap] = [],
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        var dependencies = Dependencies.fixture(
            clock: SystemClock(), randomSource: SystemRandomSource(), accountRegistry: accounts)
        dependencies.taps += taps
        dependencies.credentialHasher.adapter = ScryptHasher(
            randomSource: SystemRandomSource(),
            parameters: try #require(ScryptParameters(roundsExponent: 4, blockSize: 1, parallelism: 1)), threads: 1)
        try await RunningService.run(
            changed ?? settings, dependencies: dependencies, storeTable: table,
            telemetry: .fixture(logger: log.logger, metrics: metrics), body)
    }

    // MARK: Addresses

    @Test func はじめのページはクッキーを渡すだけで何も保存しない() async throws {
        try await run { port in
            var browser = Browser(port: port)

            let first = try await browser.open()
            let cookie = try #require(browser.cookie)
            let second = try await browser.open()

            #expect(first.status == 200)
            #expect(try BrowserCookie(cookie.utf8) != nil)
            #expect(
                first.headers["set-cookie"] == "device=\(cookie); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
            #expect(second.headers["set-cookie"] == nil)
            #expect(browser.actions == ["Start"])
            #expect(!first.text.contains(cookie))
            browser.cookies["device"] = String(repeating: "x", count: 64)
            try await browser.open()
            #expect(browser.cookie != cookie && browser.cookie?.first != "x")
            try await expect(table.count(), equals: 0)
        }
    }

    @Test func どのページも住所で開け_まえのページによらない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            for (path, heading) in [
                ("/web", "Welcome to CALearning"), ("/web/login", "Log in"), ("/web/signup", "Sign up"),
                ("/web/recover", "Recover the account"), ("/web/tutorial", "Tutorial"),
                ("/web/user", "Look up a GitHub user"),
                ("/web/tutorial?page=3", "Tutorial 3/7"), ("/web/sessions", "Log in"), ("/web/password", "Log in"),
                ("/web/logout", "Log in"), ("/web/reset", "Reset"),
            ] {
                try await expect(browser.open(path).status, equals: 200)
                #expect(browser.heading.hasPrefix(heading), "\(path): \(browser.heading)")
            }
            try await browser.signUp("ada")
            var other = browser
            try await browser.open("/web/sessions")
            try await other.open("/web/password")
            #expect(browser.heading == "Devices that are logged in" && other.heading == "Change the password")
            try await browser.open("/web/tutorial?page=4")
            try await other.open("/web/tutorial")
            #expect(other.heading.hasPrefix("Tutorial 4/7"))
            for path in ["/web/tutorial?page=8", "/web/sessions/end", "/web/sessions/end?id=x", "/web/none"] {
                try await expect(browser.open(path).status, equals: 404)
                #expect(browser.heading == "There is no such page.")
            }
            for (path, target) in [("/", "/web"), ("/web/", "/web"), ("/web/login/", "/web/login")] {
                let answer = try await browser.send("GET", path)
                #expect(answer.status == 303 && answer.headers["location"] == target)
            }
        }
    }

    @Test(arguments: Language.allCases) func ユースケースのページは役割と言語ごとに一つで_変わらなければ送られない(language: Language) async throws {
        try await run { port in
            var browser = Browser(port: port)
            let path = "/web/usecases?actor=operator"
            let top = ScreenMarkup.top(of: CompositionRoot.product, for: .operator, in: language)
            let text = await CompositionRoot.usecasePage(of: .operator, top: top, in: language)

            let first = try await browser.send("GET", path + "&language=\(language.rawValue)")
            browser.headers["Accept-Language"] = language.rawValue
            let tag = try #require(first.headers["etag"])
            browser.headers["If-None-Match"] = tag
            let known = try await browser.send("GET", path)
            browser.headers["If-None-Match"] = tag.uppercased()
            let other = try await browser.send("GET", path)

            #expect(first.status == 200 && first.text == text)
            #expect(first.headers["cache-control"] == "private, no-cache")
            #expect(known.status == 304 && known.text.isEmpty && known.headers["etag"] == tag)
            #expect(other.status == 200 && other.text == text)
        }
    }

    /// A run by `GET` stops before the first change, and the page has a button.
    @Test func 開いても_ログアウトも初期化もしない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            for (path, title) in [("/web/logout", "Log out"), ("/web/reset", "Reset the application")] {
                try await browser.open(path)
                #expect(browser.heading == title && browser.actions == [title])
            }
            try await browser.open()
            #expect(browser.heading == "Logged in as ada")
            try await browser.open("/web/login?name=ada&password=x")
            #expect(browser.heading == "Logged in as ada")
        }
    }

    // MARK: Forms

    @Test(arguments: FormOrigin.all) func ほかのサイトから送られたフォームは何もしない(origin: FormOrigin) async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            browser.headers["Sec-Fetch-Site"] = origin.site
            browser.headers["Origin"] = origin.origin

            let answer = try await browser.send("POST", "/web/boot", browser.form("/web/boot"))

            #expect(answer.status == (origin.isAllowed ? 303 : 403))
            try await expect(table.count(), equals: origin.isAllowed ? 1 : 0)
        }
    }

    @Test func 秘密やクッキーのないフォームは何もしない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            var other = Browser(port: port)
            browser.headers = [:]
            try await browser.open()
            try await other.open()
            let cookie = try #require(browser.cookie)

            var answers: [RawAnswer] = []
            for token in ["", other.token, browser.token + "0", cookie] {
                let form = try browser.form("/web/boot", ["token": token])
                answers.append(try await browser.send("POST", "/web/boot", form))
            }
            for cookies in [other.cookies, [:], ["device": "x" + cookie.dropFirst()]] {
                var another = browser
                another.cookies = cookies
                answers.append(try await another.send("POST", "/web/boot", browser.form("/web/boot")))
            }

            #expect(answers.map(\.status) == Array(repeating: 403, count: 7))
            #expect(answers.allSatisfy { $0.headers["set-cookie"] == nil })
            try await expect(table.count(), equals: 0)
            let language = try await browser.send("POST", "/web/language", "token=\(other.token)&language=ja")
            #expect(language.status == 403 && browser.cookies["language"] == nil)
        }
    }

    @Test func 間違えれば_名前は残りパスワードは残らず_読み直しても同じ() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            try await browser.submit("/web/boot")
            let cookie = browser.cookie

            try await browser.logIn("ada", "the wrong password")

            #expect(browser.cookie == cookie)
            for _ in 0..<2 {
                let inputs = browser.page?.all("input", in: "main") ?? []
                #expect(inputs.first { $0["name"] == "name" }?["value"] == "ada")
                #expect(inputs.contains { $0["name"] == "password" && $0["value"] == nil })
                #expect(browser.notice == "The name or the password is wrong.")
                #expect(browser.page?.all("title").first?.text == "Error: Log in – CALearning")
                try await browser.open(browser.address)
            }
        }
    }

    @Test func 知らせは一度だけ出て_失敗のあとに戻ってこない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            try await browser.open("/web/password")
            try await browser.submit("/web/password", ["present": password, "new": password + " two"])
            let changed = browser.address
            #expect(browser.heading == "Logged in as ada")
            #expect(browser.notice == "The password was changed. All other devices are logged out.")

            try await browser.open("/web/password")
            try await browser.submit("/web/password", ["present": "wrong", "new": password + " three"])
            #expect(browser.page?.all("p").contains { $0.text == "The current password is wrong." } == true)
            for path in [changed, "/web", "/web/sessions"] {
                try await browser.open(path)
                #expect(browser.notice == nil, "\(path)")
            }
        }
    }

    @Test func 二つ目の要素の秘密は一度だけ見え_そのあとはコードでログインする() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            let (key, codes) = (#/(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/#, #/(?:[0-9a-z]{4}-){5}[0-9a-z]{4}/#)
            try await browser.open("/web/second-factor")
            try await browser.submit("/web/second-factor", ["wish": "set-up", "password": password])
            let offered = browser.address
            #expect(browser.heading == "Turn the second factor on")
            #expect(browser.page?.all("svg", in: "main").count == 1)
            let shown = browser.paragraphs.joined(separator: "\n")
            let secret = String(try #require(shown.firstMatch(of: key)).output)

            try await browser.submit("/web/second-factor/confirm", ["second": "111111"])
            #expect(browser.paragraphs.contains("The code is wrong, or it was used before."))
            try await browser.open(offered)
            #expect(browser.heading == "The second factor" && !browser.paragraphs.contains { $0.contains(key) })
            try await browser.open("/web/second-factor/confirm")
            try await browser.submit("/web/second-factor/confirm", ["second": "000 000"])
            #expect(browser.heading == "The second factor is on.")
            let backups = browser.paragraphs.flatMap { $0.matches(of: codes).map { String($0.0) } }
            #expect(backups.count == SecondFactorRules.backupCodes)
            try await browser.open(browser.address)
            #expect(!browser.paragraphs.contains { $0.contains(codes) })
            let cookie = try #require(browser.cookie)
            let digest = try #require(try BrowserCookie(cookie.utf8)).digest
            let row = try #require(try await table.row(under: digest))
            let secrets: [String] = backups + [secret.replacing(" ", with: "")]
            #expect(!secrets.contains { row.content.contains($0) })

            var other = Browser(port: port)
            try await other.logIn("ada")
            #expect(other.heading == "Log in with a code")
            try await other.submit("/web/login-code", ["second": "111111"])
            #expect(other.paragraphs.contains("The code is wrong, or it was used before."))
            try await other.submit("/web/login-code", ["second": backups[0]])
            #expect(other.heading == "Logged in as ada")
        }
    }

    @Test func 新しいパスワードを見せるだけなら何も送らない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open("/web/signup")

            try await browser.submit("/web/signup", ["name": "ada", "password": password, "show": "yes"])

            let inputs = browser.page?.all("input", in: "main") ?? []
            #expect(inputs.first { $0["name"] == "password" }?["type"] == "text")
            #expect(inputs.first { $0["name"] == "password" }?["value"] == password)
            #expect(inputs.first { $0["name"] == "name" }?["value"] == "ada")
            try await expect(table.count(), equals: 0)
            try await browser.submit("/web/signup", ["name": "ada", "password": password])
            #expect(browser.heading == "Logged in as ada")
        }
    }

    // MARK: Forms that are sent again

    @Test(arguments: [1, 2]) func 何度送っても一度だけ行い_同じ結果になる(servers: Int) async throws {
        try await run { first in
            try await run { second in
                let ports = servers == 1 ? [first] : [first, second]
                var browser = Browser(port: first)
                for (page, path, texts) in [
                    ("/web", "/web/boot", [:]), ("/web/signup", "/web/signup", ["name": "ada", "password": password]),
                    ("/web", "/web/logout", [:]), ("/web/login", "/web/login", ["name": "ada", "password": password]),
                ] {
                    try await browser.open(page)
                    let (sender, form) = (browser, try browser.form(path, texts))
                    let senders = try await withThrowingTaskGroup(of: (Browser, RawAnswer).self) { group in
                        for number in 0..<6 {
                            group.addTask {
                                var sender = sender
                                sender.port = ports[number % ports.count]
                                let answer = try await sender.send("POST", path, form)
                                return (sender, answer)
                            }
                        }
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    #expect(senders.map(\.1.status) == Array(repeating: 303, count: 6), "\(path)")
                    #expect(Set(senders.map { $0.1.headers["location"]?.prefix { $0 != "?" } }).count == 1)
                    // One of the answers has the cookie that lives. The others were lost.
                    var living: [Browser] = []
                    for var (sender, _) in senders {
                        sender.port = first
                        try await sender.open("/web/tutorial/complete")
                        try await sender.open()
                        if sender.heading != "Welcome to CALearning" { living.append(sender) }
                    }
                    #expect(living.count == 1, "\(path)")
                    browser = try #require(living.first)
                }
                try await browser.open("/web/sessions")
                #expect(browser.page?.all("li").count == 1)
                try await expect(table.count(), equals: 1)
            }
        }
    }

    @Test func 返事をなくしたログインを送り直せば_同じデバイスでログインしている() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            try await browser.open("/web")
            try await browser.submit("/web/logout")
            try await browser.open("/web/login")
            let form = try browser.form("/web/login", ["name": "ada", "password": password])
            var lost = browser
            try await lost.send("POST", "/web/login", form)

            try await browser.repeatedly("/web/login", form)

            #expect(browser.heading == "Logged in as ada")
            try await browser.open("/web/sessions")
            #expect(browser.page?.all("li").count == 1)
            try await expect(table.count(), equals: 1)
            try await lost.open()
            #expect(lost.heading == "Welcome to CALearning")
        }
    }

    /// The old cookie is worth nothing, and neither is any form that is not the one that was sent.
    @Test func 前のクッキーでは_ほかのフォームは何も得ない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            try await browser.submit("/web/boot")
            var thief = browser
            try await browser.open("/web/login")
            let seen = try browser.form("/web/login", ["name": "ada", "password": "a guess"])
            try await browser.signUp("ada")

            for path in ["/web", "/web/whoami", "/web/sessions", "/web/export-account", "/web/password"] {
                let before = thief.cookie
                try await thief.open(path)
                #expect(!thief.heading.contains("ada") && thief.cookie == before, "\(path)")
            }
            let answer = try await thief.repeatedly("/web/login", seen)
            #expect(answer.status == 303 && thief.notice == "The name or the password is wrong.")
            try await browser.open()
            #expect(browser.heading == "Logged in as ada")
        }
    }

    @Test func 古いタブのログアウトは行い_ほかは何もせず文字を残す() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            var tab = browser
            try await tab.open("/web")
            try await browser.open("/web/password")
            try await browser.submit("/web/password", ["present": password, "new": password + " two"])
            // Both tabs send the cookie of the browser.
            tab.cookies = browser.cookies

            try await tab.submit("/web/logout")

            #expect(tab.notice == "Logged out.")
            var other = Browser(port: port)
            try await other.open("/web/signup")
            let form = try other.form("/web/signup", ["name": "eve", "password": password])
            try await other.signUp("bob")
            let answer = try await other.repeatedly("/web/signup", form)
            #expect(answer.status == 409 && other.notice?.hasPrefix("This page had changed. Nothing was done.") == true)
            let inputs = other.page?.all("input", in: "main") ?? []
            #expect(inputs.first { $0["name"] == "name" }?["value"] == "eve")
            #expect(!answer.text.contains(password))
            try await expect(accounts.account(named: #require(AccountName("eve"))) == nil, equals: true)
        }
    }

    @Test func 再起動しても_開いていたフォームを送れる() async throws {
        let browser = Mutex<Browser?>(nil)
        try await run { port in
            var opened = Browser(port: port)
            try await opened.signUp("ada")
            try await opened.open("/web/password")
            browser.withLock { $0 = opened }
        }
        try await run { port in
            var opened = try #require(browser.withLock { $0 })
            opened.port = port
            try await opened.submit("/web/password", ["present": password, "new": password + " two"])
            #expect(opened.notice == "The password was changed. All other devices are logged out.")
        }
    }

    @Test func 長い実行は待つページになり_結果はあとで出る() async throws {
        let gate = Gate()
        try await run(taps: [gate]) { port in
            var browser = Browser(port: port)
            try await browser.open("/web/signup")
            let before = browser.cookie

            try await browser.submit("/web/signup", ["name": "ada", "password": password])

            #expect(browser.page?.all("progress").count == 1)
            #expect(browser.page?.all("meta").contains { $0["http-equiv"] == "refresh" } == true)
            #expect(browser.cookie != before)
            gate.open()
            try await eventually("the result") {
                try await browser.open(browser.address)
                return browser.heading == "Logged in as ada"
            }
        }
    }

    @Test func 失敗した実行は_読み直しても失敗を告げ_場所は記録だけが告げる() async throws {
        let (log, metrics) = (RecordedLog(), RecordedMetrics())
        try await run(log: log, metrics: metrics, taps: [Gate(failure: .unreadable)]) { port in
            var browser = Browser(port: port)
            try await browser.logIn("ada")

            for _ in 0..<2 {
                #expect(browser.heading == "That did not work.")
                #expect(browser.paragraphs == ["Try again later.", "system: unreadable"])
                #expect(browser.actions == ["Try again"])
                try await browser.open(browser.address)
            }
        }

        #expect(metrics[#"calearning_logins_total{outcome="unavailable"}"#] == 1)
        let lines = log.lines.filter { $0.contains("a run of a browser failed") }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains("usecase=LogIn") && $0.contains("Cannot be read: a broken disk") })
    }

    @Test func 長い実行がクッキーを替えれば_前に送ったフォームを送り直しても何も得ない() async throws {
        let gate = Gate()
        gate.open()
        try await run(taps: [gate]) { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            var thief = browser
            let guess = FormFields.text(of: ["token": browser.token, "name": "eve", "password": "a guess"])
            try await thief.send("POST", "/web/login", guess)

            try await browser.open("/web/password")
            gate.close()
            try await browser.submit("/web/password", ["present": password, "new": password + " two"])
            try await thief.send("POST", "/web/login", guess)
            gate.open()

            try await eventually("the result") {
                try await browser.open(browser.address)
                return browser.heading == "Logged in as ada"
            }
            try await thief.open("/web/whoami")
            #expect(!thief.heading.contains("ada"))
        }
    }

    @Test func サーバが行を作ってすぐ死んでも_送り直せば同じ行になる() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            let body = try browser.form("/web/boot")
            let text = try #require(browser.cookie)
            let cookie = try #require(try BrowserCookie(text.utf8))
            let id = BrowserController.row(madeBy: try cookie.formID(ofBody: Array(body.utf8)))
            let lost = [UInt8](repeating: 0, count: 32)
            try await table.add(
                StoreRow(id: id, cookie: lost, former: cookie.digest, stamp: 1, used: SystemClock().now))

            try await browser.repeatedly("/web/boot", body)

            #expect(browser.heading.hasPrefix("Tutorial"))
            try await expect(table.count(), equals: 1)
        }
    }

    @Test func サーバが死んだ実行は_中断したと告げる() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            try await browser.submit("/web/boot")
            let text = try #require(browser.cookie)
            let cookie = try #require(try BrowserCookie(text.utf8))
            let row = try #require(try await table.row(under: cookie.digest))
            let store = RowDataStore(row, in: table, clock: SystemClock(), randomSource: SystemRandomSource())
            let now = SystemClock().now
            for (id, end, heading) in [
                ("a", now + .seconds(60), "Log in"), ("b", now - .seconds(1), "The service was interrupted."),
            ] {
                let form = StoredForm(id: id, path: "login", texts: [:], sentAt: now, endsBy: end)
                try await expect(store.begin(form), equals: nil)
                try await browser.open("/web/login?form=\(id)")
                #expect(browser.heading == heading)
                #expect((browser.page?.all("progress").count == 1) == (id == "a"))
            }
        }
    }

    // MARK: Sessions

    @Test func 登録もログインもログアウトもクッキーを替え_前のものは知らない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            try await browser.submit("/web/boot")
            func expectChange(since before: Browser) async throws {
                #expect(browser.cookie != before.cookie)
                var before = before
                try await before.open()
                #expect(before.actions == ["Start"])
            }
            var before = browser
            try await browser.signUp("ada")
            #expect(browser.heading == "Logged in as ada")
            try await expectChange(since: before)

            before = browser
            let out = try await browser.submit("/web/logout")
            #expect(out.headers["clear-site-data"] == #""cache", "storage""#)
            #expect(browser.heading == "Log in" && browser.notice == "Logged out.")
            try await expectChange(since: before)

            before = browser
            let login = try await browser.logIn("ada")
            #expect(login.headers["clear-site-data"] == nil)
            try await expectChange(since: before)
            try await expect(table.count(), equals: 1)
        }
    }

    @Test func 終わったセッションのページは何も見せない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            // No random hexadecimal digits spell the name.
            try await browser.signUp("grace")
            var other = Browser(port: port)
            try await other.logIn("grace")
            try await other.open("/web/delete-account")
            try await other.submit("/web/delete-account", ["password": password])
            #expect(other.notice == "The account was deleted.")

            for path in ["/web/export-account", "/web/sessions", "/web/password", "/web/delete-account", "/web/whoami"]
            {
                let answer = try await browser.open(path)
                #expect(browser.heading == "Log in" && !answer.text.contains("grace"), "\(path)")
            }
        }
    }

    @Test func クッキーはどこにも書かれない() async throws {
        let log = RecordedLog()
        try await run(log: log) { port in
            var browser = Browser(port: port)
            try await browser.signUp("ada")
            try await browser.submit("/web/logout")
            try await browser.logIn("ada", "wrong")
            let cookie = try #require(browser.cookie)
            let digest = try #require(try BrowserCookie(cookie.utf8)).digest
            let row = try #require(try await table.row(under: digest))
            #expect(!row.content.contains(cookie) && !row.content.contains(password))
            #expect(!log.lines.contains { $0.contains(cookie) || $0.contains(browser.token) })
        }
    }

    @Test func 安全の記録は出来事とその依頼の網を告げ_打たれたものは告げない() async throws {
        let log = RecordedLog()
        let proxy = try #require(AddressRange("127.0.0.1"))
        try await run(adjusted { $0.trustedProxies = [proxy] }, log: log) { port in
            var browser = Browser(port: port)
            browser.headers["X-Forwarded-For"] = "203.0.113.7"
            try await browser.signUp("ada")
            #expect(browser.cookies.keys.allSatisfy { $0.hasPrefix("__Host-") })
            try await browser.submit("/web/logout")
            browser.headers["X-Forwarded-For"] = "203.0.113.8"
            try await browser.logIn("ada", "the wrong password")
            try await browser.logIn("my-secret-password")
            try await browser.logIn("ada")
            browser.headers["Sec-Fetch-Site"] = nil
            try await expect(browser.send("POST", "/web/logout", "token=0").status, equals: 403)
        }

        let lines = log.lines.filter { $0.hasPrefix("notice: security") }
        let events = lines.compactMap { $0.firstMatch(of: #/ event=(\S+)/#).map { String($0.1) } }
        #expect(
            events == [
                "account-created", "sessions-ended", "login-failed", "login-failed", "login-succeeded", "form-refused",
            ])
        let networks = lines.compactMap { $0.firstMatch(of: #/ network=(\S+)/#).map { String($0.1) } }
        #expect(networks == [7, 7, 8, 8, 8, 8].map { "203.0.113.\($0)" })
        for secret in [password, "the wrong password", "my-secret-password"] {
            #expect(!log.lines.contains { $0.contains(secret) })
        }
    }

    /// A database removes its own rows, together with those of the other tables.
    @Test func 使われない行は_サービスだけの表なら消える() async throws {
        let clock = ManualClock()
        func service(_ table: (any StoreTable)?) -> HTTPService {
            HTTPService(
                CompositionRoot.self, settings: settings, dependencies: .fixture(clock: clock), storeTable: table,
                telemetry: .fixture())
        }
        let own = service(nil)
        let rows = try #require(own.browsers).delivery.table
        for number in 0..<120 {
            let age = StoreRow.restLimit + .milliseconds(number < 110 ? 1 : 0)
            try await rows.add(
                StoreRow(id: .fixture(UInt64(number)), cookie: [UInt8(number)], stamp: 1, used: clock.now - age))
        }

        let sweep = try #require(own.sweep)
        let running = Task { try await sweep.run() }
        try await eventually("the unused ones are gone") { try await rows.count() == 10 }

        running.cancel()
        #expect(service(table).sweep == nil)
    }

    // MARK: Limits and refusals

    @Test func フォームが多すぎれば429で_本文も読まない() async throws {
        try await run { port in
            var browser = Browser(port: port)
            try await browser.open()
            var statuses: [Int] = []
            // Two places come back each second, and a busy machine may need that long.
            for _ in 0..<2_000 where statuses.last != 429 {
                statuses.append(try await browser.send("POST", "/web/login", "token=%").status)
            }
            #expect(statuses.count > 120 && statuses.last == 429)
            #expect(statuses.dropLast().allSatisfy { $0 == 400 })
        }
    }

    @Test func パスワードを送りすぎれば429で_ほかのページは開ける() async throws {
        try await run(adjusted { $0.passwordRateLimit = 0.001 }) { port in
            var browser = Browser(port: port)
            try await browser.logIn("ada", "the wrong password")

            let refused = try await browser.logIn("ada", "the wrong password")

            #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
            try expectPage(refused, "That was too often.")
            try await browser.open("/web/signup")
            #expect(browser.heading == "Sign up")
        }
    }

    /// One customer of a provider may have all addresses of a site.
    @Test func 新しいブラウザはサイトごとに数える() async throws {
        let proxy = try #require(AddressRange("127.0.0.1"))
        try await run(adjusted { $0.trustedProxies = [proxy] }) { port in
            var statuses: [Int] = []
            // A place comes back every 12 s, and a busy machine may need that long.
            for number in 0..<200 where statuses.last != 429 {
                var browser = Browser(port: port)
                browser.headers["X-Forwarded-For"] = "2001:db8:1:\(String(number, radix: 16))::1"
                try await browser.open()
                statuses.append(try await browser.send("POST", "/web/boot", browser.form("/web/boot")).status)
            }
            #expect(statuses.count > 100 && statuses.last == 429)
            #expect(statuses.dropLast().allSatisfy { $0 == 303 })
            var victim = Browser(port: port)
            victim.headers["X-Forwarded-For"] = "2001:db8:2::1"
            try await victim.signUp("ada")
            #expect(victim.heading == "Logged in as ada")
        }
    }

    /// A page of a refusal is as safe as any other one.
    private func expectPage(_ answer: RawAnswer, _ heading: String) throws {
        let tree = try HTMLTree(answer.text)
        #expect(tree.all("h1").map(\.text) == [heading])
        #expect(tree.actions().first?["href"] == "/web")
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

    @Test func 断りもページで_ヘッダは安全を守る() async throws {
        try await run { port in
            var browser = Browser(port: port)
            expectSafety(of: try await browser.open())
            let start = try browser.form("/web/boot")
            for type in [nil, "application/json", "text/plain", "multipart/form-data; boundary=a"] {
                let answer = try await browser.send("POST", "/web/boot", type: type, start)
                #expect(answer.status == 415)
                try expectPage(answer, "What was sent cannot be read.")
            }
            for size in [40_000, 70_000] {
                let answer = try await browser.send(
                    "POST", "/web/boot", start + "&x=" + String(repeating: "a", count: size))
                #expect(answer.status == 413)
                try expectPage(answer, "What was sent cannot be read.")
            }
            let many = (0..<17).map { "f\($0)=x" }.joined(separator: "&")
            for body in ["token=%ZZ", "token=\(browser.token)&token=\(browser.token)", many] {
                try await expect(browser.send("POST", "/web/boot", body).status, equals: 400)
            }
            for (method, path, status, heading) in [
                ("GET", "/none", 404, "There is no such page."),
                ("PUT", "/web/login", 405, "This page cannot do that."),
                ("GET", "/udids", 405, "This page cannot do that."),
                ("GET", "/web/user?a=%", 400, "What was sent cannot be read."),
            ] {
                let answer = try await browser.send(method, path)
                #expect(answer.status == status)
                try expectPage(answer, heading)
            }
            try await expect(table.count(), equals: 0)
            let begun = try await browser.send(
                "POST", "/web/boot", type: "Application/X-WWW-Form-URLEncoded; charset=utf-8", start)
            #expect(begun.status == 303)
            expectSafety(of: begun)
            for (path, type) in [("/web/style.css", "text/css; charset=utf-8"), ("/web/icon.svg", "image/svg+xml")] {
                let answer = try await browser.send("GET", path)
                #expect(answer.status == 200 && answer.headers["content-type"] == type)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test(arguments: [
        (["text/html"], true), (["application/json, text/html;q=0.5"], true), (["*/*"], false), ([], false),
        (["text/html;q=0"], false), (["text/html; q=0.0"], false), (["text/*"], false), (["a", "TEXT/HTML"], true),
        (["text/htmlx"], false), ([String(repeating: "a,", count: 600) + "text/html"], false),
    ])
    func ページを望むのはHTMLを名指すもの(accept: [String], wantsPage: Bool) {
        #expect(RefusalPages.wantsPage(accept) == wantsPage)
    }

    @Test func TLSの後ろではクッキーも接続もTLSに限り_植えられたものは読まない() async throws {
        let proxy = try #require(AddressRange("127.0.0.1"))
        try await run(adjusted { $0.trustedProxies = [proxy] }) { port in
            var browser = Browser(port: port)
            browser.headers["Origin"] = "https://{own}"

            let answer = try await browser.open()

            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-device=") && cookie.hasSuffix("; Secure"))
            #expect(answer.headers["strict-transport-security"] != nil)
            try await browser.signUp("ada")
            var victim = Browser(port: port)
            for prefix in ["\u{2000}", "\u{A0}", "\u{3000}", "x=1\u{37E}"] {
                victim.cookies = ["\(prefix)__Host-device": try #require(browser.cookie)]
                try await victim.open()
                #expect(victim.heading == "Welcome to CALearning")
            }
        }
    }

    @Test func 言語は選んだもの_選ばなければブラウザのもの() async throws {
        try await run { port in
            var browser = Browser(port: port)
            func language() -> String? { browser.page?.all("html").first?["lang"] }
            browser.headers["Accept-Language"] = "fr, ja;q=0.5, en;q=0.2"
            try await browser.open("/web/tutorial?page=2")
            #expect(language() == "ja")

            let chosen = try await browser.submit("/web/language", ["language": "en"])

            #expect(chosen.status == 303 && chosen.headers["location"] == "/web/tutorial?page=2" && language() == "en")
            #expect(
                chosen.headers["set-cookie"] == "language=en; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")
            try await browser.submit("/web/language", ["language": "ja", "back": "//evil.example"])
            #expect(browser.address == "/web" && language() == "ja")
            try await expect(table.count(), equals: 0)
            browser.cookies["language"] = "xx"
            try await browser.open()
            #expect(language() == "ja")
        }
    }

    @Test func 使わないと決めれば何もない() async throws {
        try await run(adjusted { $0.web = false }) { port in
            var browser = Browser(port: port)
            for path in ["/web", "/web/style.css", "/web/usecases", "/web/login", "/"] {
                let answer = try await browser.send("GET", path)
                #expect(answer.status == 404 && answer.code == "NOT_FOUND")
            }
            try await expect(browser.send("POST", "/web/login", "token=0").status, equals: 404)
        }
    }
}

/// A tap that lets work with passwords wait until it is opened, and then fail.
private final class Gate: Tap, RunTap {
    private let isOpen = Mutex(false)
    private let failure: ErrorWrapper?

    init(failure: ErrorWrapper? = nil) {
        self.failure = failure
        if failure != nil { open() }
    }

    func open() { isOpen.withLock { $0 = true } }
    func close() { isOpen.withLock { $0 = false } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let isOnPassword =
            operation.port == Port<any CredentialHasher>.name
            && OperationName(operation.name) != Port<any CredentialHasher>.digest
        while isOnPassword, !isOpen.withLock({ $0 }) { try await SystemClock().sleep(for: .milliseconds(20)) }
        if isOnPassword, let failure { throw failure }
        return try await performing()
    }
}
#endif
