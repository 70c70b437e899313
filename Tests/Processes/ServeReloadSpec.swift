#if Server
import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 動いているサービスの設定 {
    private let directory = TemporaryDirectory()
    private var file: String { directory.path + "/settings.json" }

    private func reload(_ service: ServeProcess, _ settings: String) async throws -> JSONObject {
        try directory.write(settings, to: "settings.json")
        let before = service.lines.count { $0["message"]?.contains("reloaded") == true }
        service.send(SIGHUP)
        var line: JSONObject?
        try await eventually("the settings are reloaded or refused") {
            let lines = service.lines.filter { $0["message"]?.contains("reloaded") == true }
            line = lines.last
            return lines.count > before
        }
        return try #require(line)
    }

    @Test func SIGHUPで変わるのはすべて正しいときだけで_変わらないものは名が挙がる() async throws {
        try directory.write("{}", to: "settings.json")
        let service = try await ServeProcess(["--configuration", file, "--operators", "none"], in: directory)

        let applied = try await reload(
            service, #"{"log-level":"debug","rate-limit":"0.001/s","idle-timeout":5,"log-rate":"off"}"#)
        let first = try await service.answer(to: "/health").status
        let second = try await service.answer(to: "/health").status
        let refused = try await reload(service, #"{"rate-limit":"fast","log-level":"info"}"#)
        let third = try await service.answer(to: "/health").status
        let again = try await reload(service, #"{"rate-limit":"off"}"#)
        let fourth = try await service.answer(to: "/health").status
        let end = try await service.stop()

        #expect(applied["message"] == "the settings were reloaded")
        #expect(applied.members["changed"] as? [String] == ["rate-limit", "log-level", "log-rate"])
        #expect(applied.members["after-a-restart"] as? [String] == ["idle-timeout"])
        let statuses = [first, second, third, fourth]
        #expect(statuses == [200, 429, 429, 200])
        #expect(refused["message"] == "the settings were not reloaded")
        #expect("\(refused.members["problems"] ?? "")".contains("rate-limit"))
        #expect(again.members["changed"] as? [String] == ["rate-limit"])
        #expect(end.status == 0)
    }

    /// The rate returns a token after 1,000 seconds.
    @Test func サーバを替えてもパスワードを送れるのは一つ分で_速さを変えればそれに従う() async throws {
        let sandbox = try PostgreSQLSandbox()
        try directory.write(#"{"password-rate-limit":"0.001/s"}"#, to: "settings.json")
        var servers: [ServeProcess] = []
        for _ in 0..<2 {
            servers.append(
                try await ServeProcess(["--configuration", file, "--database", sandbox.url], in: directory))
        }
        func logIn(at server: Int) async throws -> RawAnswer {
            try await servers[server].answer(
                to: "/sessions", "POST", #"{"name":"nobody","password":"a sentence that nobody says","udid":"u"}"#)
        }

        let first = try await logIn(at: 0)
        _ = try await reload(servers[1], #"{"password-rate-limit":"off"}"#)
        let unlimited = try await logIn(at: 1)
        _ = try await reload(servers[1], #"{"password-rate-limit":"0.001/s"}"#)
        let refused = try await logIn(at: 1)
        try sandbox.client().run("ALTER TABLE password_rates RENAME TO gone")
        _ = try await reload(servers[1], #"{"password-rate-limit":"1000/s"}"#)
        let unavailable = try await logIn(at: 1)
        for server in servers { try await server.stop() }

        #expect([first, unlimited, refused, unavailable].map(\.status) == [401, 401, 429, 503])
        // The server itself has admitted the request.
        #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 > 500)
        #expect(servers[1].lines.count { $0["message"] == "a request with a password was not counted" } == 1)
    }

    /// Closing a file releases all locks of the process on it. Another process would then remove the write-ahead log.
    @Test func 読み直してもデータベースの鍵を手放さない() async throws {
        try directory.write("{}", to: "settings.json")
        let service = try await ServeProcess(["--configuration", file], in: directory)
        let devices = directory.path + "/service/devices.sqlite"

        _ = try await reload(service, "{}")
        let operated = try await ProgramProcess(
            ["operate", "lock", "ada", "--yes"], environment: ["CALEARNING_STATE_DIR": directory.path + "/service"]
        ).run()
        let status = try await service.register().status
        let hasLog = FileManager.default.fileExists(atPath: devices + "-wal")
        try await service.stop()

        #expect(operated.output.contains("does not exist"))
        #expect(status == 201)
        #expect(hasLog)
    }

    @Test func 管理用のポートだけが健康と計測に答え_ほかには答えない() async throws {
        let service = try await ServeProcess(["--management-port", "0"], in: directory)
        var port = 0
        try await eventually("the service listens for operators") {
            let line = service.lines.first { $0["message"] == "listening for operators" }
            port = line?["port"].flatMap { Int($0) } ?? 0
            return port > 0
        }

        var statuses: [String: [Int]] = [:]
        for path in ["/health", "/ready", "/metrics", "/openapi.json", "/session"] {
            statuses[path] = [
                try await service.answer(to: path, port: port).status, try await service.answer(to: path).status,
            ]
        }
        try await service.stop()

        #expect(
            statuses == [
                "/health": [200, 404], "/ready": [200, 404], "/metrics": [200, 404], "/openapi.json": [404, 200],
                "/session": [404, 401],
            ])
    }

    @Test func データベースのアドレスはファイルからも読め_ファイルの中身は示されない() async throws {
        try directory.write("  sqlite:\(directory.path)/from-file.sqlite\n", to: "address")
        let service = try await ServeProcess(["--database-file", directory.path + "/address"], in: directory)
        try await service.stop()
        let serve = { (arguments: [String]) in
            try await ProgramProcess(
                arguments, environment: ["CALEARNING_STATE_DIR": directory.path + "/service"]
            ).run()
        }

        let devices = try await serve(["operate", "devices", "--database-file", directory.path + "/address"])
        try directory.write("mysql://user:hidden@host/", to: "other")
        try directory.write("sqlite:\(directory.path)/a.sqlite\nhidden", to: "lines")
        let files = ["other", "lines", "none"].map { directory.path + "/" + $0 } + [""]
        let both = ["--database", "sqlite:\(directory.path)/a.sqlite", "--database-file", directory.path + "/address"]
        for options in files.map({ ["--database-file", $0] }) + [both] {
            for command in [["serve", "--check"], ["operate", "devices"]] {
                let result = try await serve(command + options)

                #expect(result.status == 64)
                #expect(result.errors.contains("database-file"), "\(result.errors)")
                #expect(!result.errors.contains("hidden"))
            }
        }

        #expect(FileManager.default.fileExists(atPath: directory.path + "/from-file.sqlite"))
        #expect(devices.status == 0)
        for (mode, isOpen) in [(0o640, false), (0o666, true)] as [(mode_t, Bool)] {
            chmod(directory.path + "/address", mode)
            let result = try await serve(["serve", "--check", "--database-file", directory.path + "/address"])
            #expect(result.errors.contains("database-file") == isOpen)
            #expect(result.status == (mode == 0o666 ? 64 : 0))
        }
    }
}
#endif
