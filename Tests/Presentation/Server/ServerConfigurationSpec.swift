#if Server
import ArgumentParser
import CalearningInfrastructure
import Testing
import Usecases
import UsecasesSystem

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

private func settings(
    _ arguments: String..., environment: [String: String] = [:]
) throws -> ServerSettings {
    let environment = ["HOME": "/home/someone", "XDG_STATE_HOME": "/state"].merging(environment) { $1 }
    return try ServerOptions<CompositionRoot>.parse(arguments).settings(in: environment)
}

@Suite struct サービスの設定 {
    @Test func 何も指定されていなければ状態ディレクトリのSQLiteで始まる() throws {
        let found = try settings()

        let usual = ServerSettings(database: .sqlite("/state/calearning/devices.sqlite"))
        #expect(found.summary(for: CompositionRoot.self) == usual.summary(for: CompositionRoot.self))
        #expect(found.host == "127.0.0.1")
        #expect(found.port == 8000)
        #expect(found.rateLimit == 100)
        #expect(found.passwordRateLimit == 1)
        // One address cannot fill the queue of the database, because a connection has one request in it.
        let queue = Batches<Int, Int>.Limits().queue
        #expect(found.connectionsPerAddress * 16 <= queue)
    }

    @Test(arguments: ["", "\u{FEFF}"]) func オプションは環境変数に_環境変数はファイルに勝つ(mark: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            mark
                + #"{"host":"c","port":3,"rate-limit":"3/s","database":"sqlite:/c","idle-timeout":1.5,"trusted-proxies":["10.0.0.0/8","::1"]}"#,
            to: "c.json")
        let environment = [
            "CALEARNING_HOST": "b", "CALEARNING_PORT": "2", "CALEARNING_RATE_LIMIT": "off",
            "CALEARNING_CONFIGURATION": directory.path + "/c.json",
        ]

        let found = try settings("--host", "a", environment: environment)

        #expect(found.host == "a")
        #expect(found.port == 2)
        #expect(found.rateLimit == nil)
        #expect(found.database == .sqlite("/c"))
        #expect(found.idleTimeout == .seconds(1.5))
        #expect(found.trustedProxies.count == 2)
    }

    @Test(arguments: [("0", Duration.zero), ("1.5", .seconds(1.5)), ("86400", .seconds(86400))])
    func 終わりを知らせる時間は0でもよい(text: String, delay: Duration) throws {
        try expect(settings("--drain-delay", text).drainDelay, equals: delay)
    }

    @Test(arguments: ["-1", "86401", "soon"]) func 終わりを知らせる時間は秒数である(text: String) {
        #expect(throws: ValidationError.self) { try settings("--drain-delay=\(text)") }
    }

    @Test func 誤りはすべて一度に告げられる() throws {
        let error = #expect(throws: ValidationError.self) {
            try settings(
                "--port", "70000", "--rate-limit", "fast", "--tls-key", "/k",
                environment: [
                    "CALEARNING_DATABASE": "mysql://u:p@h/d", "CALEARNING_IDLE_TIMEOUT": "0",
                    "CALEARNING_LOG_LEVEL": "loud",
                ])
        }

        let lines = error?.message.split(separator: "\n") ?? []
        #expect(lines.count == 6)
        for name in [
            "--port", "--rate-limit", "--tls-key", "CALEARNING_DATABASE", "CALEARNING_IDLE_TIMEOUT",
            "CALEARNING_LOG_LEVEL",
        ] {
            #expect(lines.contains { $0.hasPrefix(name) }, "\(name)")
        }
    }

    @Test(arguments: [
        ("--port", "-1"), ("--port", "x"), ("--port", "65536"), ("--port", "80.5"), ("--rate-limit", "0/s"),
        ("--rate-limit", "10"), ("--password-rate-limit", "0/s"), ("--password-rate-limit", "1"),
        ("--rate-limit", "-1/s"), ("--rate-limit", "inf/s"), ("--rate-limit", "nan/s"), ("--database", "sqlite:"),
        ("--database", "sqlite::memory:"),
        ("--database", "sqlite:file:/tmp/a?mode=ro"),
        ("--database", "x"),
        ("--maximum-connections", "0"), ("--request-timeout", "0"), ("--request-timeout", "-1"),
        ("--trusted-proxies", "10.0.0.0/40"),
        ("--trusted-proxies", "localhost"), ("--database-connections", "0"), ("--log-level", "LOUD"),
    ])
    func 使えない値は名前を挙げて拒まれる(name: String, value: String) throws {
        let error = #expect(throws: ValidationError.self) { try settings("\(name)=\(value)") }

        #expect(error?.message.hasPrefix(name) == true, "\(error?.message ?? "")")
    }

    @Test func データベースのパスワードはどこにも現れない() throws {
        let address = "postgres://user:hunter2@db.example/devices"

        let found = try settings("--database", address)
        let error = #expect(throws: ValidationError.self) {
            try settings("--database", "mysql://user:hunter2@h/d")
        }

        #expect(found.database == .postgreSQL(Secret(address)))
        #expect(!found.summary(for: CompositionRoot.self).contains("hunter2"))
        #expect(!"\(found)".contains("hunter2"))
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test(arguments: [
        ("{", "cannot be read"), ("[]", "is not a JSON object"), (#"{"prot":1}"#, "prot in"),
        (#"{"port":{}}"#, "port in"),
        (#"{"port":[1,2]}"#, "port in"), (#"{"port":null}"#, "port in"),
    ])
    func 使えないファイルは理由を告げて拒まれる(text: String, reason: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "c.json")

        let error = #expect(throws: ValidationError.self) {
            try settings("--configuration", directory.path + "/c.json")
        }

        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    static let decisive = [
        "host", "tls-certificate", "tls-key", "trusted-proxies", "operators", "configuration",
    ]

    @Test(arguments: decisive)
    func 信じる相手などを決めるものは_空なら誤りである(name: String) throws {
        try expectComplaints(aboutEmpty: name)
    }

    @Test(arguments: ["--database", "--state-dir"])
    func データの行き先を決めるものも_空なら誤りである(option: String) throws {
        try expectComplaints(aboutEmpty: String(option.dropFirst(2)))
    }

    private func expectComplaints(aboutEmpty name: String) throws {
        let variable = "CALEARNING_" + name.uppercased().replacing("-", with: "_")
        let directory = try TemporaryDirectory()
        try directory.write(#"{"\#(name)":""}"#, to: "c.json")

        let byVariable = #expect(throws: ValidationError.self) { try settings(environment: [variable: ""]) }
        let byOption = #expect(throws: ValidationError.self) { try settings("--" + name, "") }
        let byFile = #expect(throws: ValidationError.self) {
            try settings("--configuration", directory.path + "/c.json")
        }

        #expect(byVariable?.message.contains(name == "configuration" ? "cannot be read" : variable) == true)
        #expect(byOption?.message.isEmpty == false)
        #expect(byFile?.message.contains(name) == true)
    }

    @Test func ほかのものは空の環境変数なら設定されていないのと同じである() throws {
        let found = try settings(environment: [
            "CALEARNING_PORT": "", "CALEARNING_LOG_LEVEL": "", "CALEARNING_RATE_LIMIT": "", "CALEARNING_LOG_RATE": "",
        ])

        let usual = ServerSettings(database: .sqlite("/state/calearning/devices.sqlite"))
        #expect(found.summary(for: CompositionRoot.self) == usual.summary(for: CompositionRoot.self))
    }

    @Test(arguments: [
        (#"{"port":true}"#, "port in"), (#"{"port":["8000"]}"#, "port in"), (#"{"host":1}"#, "host in"),
        (#"{"host":["a"]}"#, "host in"), (#"{"trusted-proxies":[1]}"#, "trusted-proxies in"),
        (#"{"idle-timeout":false}"#, "idle-timeout in"), (#"{"port":1,"port":1}"#, "port in"),
        (#"{"port":1,"\u0070ort":2}"#, "port in"), (#"{"trusted-proxies":[]}"#, "trusted-proxies in"),
        (#"{"port":80.5}"#, "port in"), (#"{"port":1e400}"#, "port in"),
    ])
    func ファイルの値は型で読まれ_同じ名の二つは誤りである(text: String, reason: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "c.json")

        let error = #expect(throws: ValidationError.self) {
            try settings("--configuration", directory.path + "/c.json")
        }

        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    /// Foundation's decoder would accept all of them.
    @Test(arguments: [
        ("{\"port\":1,}", "line 1"), ("{\n\"port\":1,\n\"host\":\"a\",}\n", "line 3"),
        (#"{"host":"\ud800"}"#, "host in"),
    ])
    func ファイルは厳格なJSONでなければならない(text: String, reason: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "c.json")

        let error = #expect(throws: ValidationError.self) {
            try settings("--configuration", directory.path + "/c.json")
        }

        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func ファイルの数と文字は書き方によらない() throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            #"{"port":8e3,"idle-timeout":1.50,"host":"\u0061\/","trusted-proxies":[ "::\u0031" , "10.0.0.0/8" ]}"#,
            to: "c.json")

        let found = try settings("--configuration", directory.path + "/c.json")

        #expect(found.port == 8000)
        #expect(found.idleTimeout == .milliseconds(1500))
        #expect(found.host == "a/")
        #expect(found.trustedProxies == ["::1", "10.0.0.0/8"].compactMap { AddressRange($0) })
    }

    @Test func 信じる相手がいないことはnoneと言える() throws {
        let found = try settings("--trusted-proxies", "none", "--operators", "none")

        #expect(found.trustedProxies == [])
        #expect(found.operators == [])
        #expect(found.summary(for: CompositionRoot.self).contains("operators none\n"))
    }

    @Test func 入れ子の中の同じ名は構わない() throws {
        let directory = try TemporaryDirectory()
        try directory.write(#"{"trusted-proxies":["::1","::1"],"host":"\"port\":\"port\":"}"#, to: "c.json")

        let found = try settings("--configuration", directory.path + "/c.json")

        #expect(found.trustedProxies.count == 2)
    }

    @Test func ないファイルは拒まれる() throws {
        #expect(throws: ValidationError.self) { try settings("--configuration", "/nowhere/c.json") }
    }
}
#endif
