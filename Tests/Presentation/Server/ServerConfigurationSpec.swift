#if Server
import ArgumentParser
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport

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

private func settings(inFile text: String) throws -> ServerSettings {
    let directory = TemporaryDirectory()
    try directory.write(text, to: "c.json")
    return try settings(environment: ["CALEARNING_CONFIGURATION": directory.path + "/c.json"])
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
        ("--port", "-1"), ("--port", "x"), ("--rate-limit", "inf/s"), ("--rate-limit", "nan/s"),
        ("--password-rate-limit", "1"), ("--database", "sqlite:"), ("--database", "sqlite::memory:"),
        ("--database", "sqlite:file:/tmp/a?mode=ro"), ("--database", "x"), ("--database-connections", "0"),
        ("--maximum-connections", "0"), ("--request-timeout", "-1"), ("--drain-delay", "-1"), ("--drain-delay", "soon"),
        ("--trusted-proxies", "localhost"), ("--log-level", "LOUD"),
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

    /// Foundation's decoder would accept some of the files. The value of a member has one of few types.
    @Test(arguments: [
        ("{", "cannot be read"), ("[]", "is not a JSON object"), (#"{"prot":1}"#, "prot in"),
        ("{\"port\":1,}", "line 1"), ("{\n\"port\":1,\n\"host\":\"a\",}\n", "line 3"),
        (#"{"port":{}}"#, "port in"), (#"{"port":[1,2]}"#, "port in"), (#"{"port":null}"#, "port in"),
        (#"{"port":true}"#, "port in"), (#"{"port":["8000"]}"#, "port in"), (#"{"port":80.5}"#, "port in"),
        (#"{"port":1e400}"#, "port in"), (#"{"port":1,"port":1}"#, "port in"),
        (#"{"port":1,"\u0070ort":2}"#, "port in"),
        (#"{"host":1}"#, "host in"), (#"{"host":["a"]}"#, "host in"), (#"{"host":"\ud800"}"#, "host in"),
        (#"{"trusted-proxies":[1]}"#, "trusted-proxies in"), (#"{"trusted-proxies":[]}"#, "trusted-proxies in"),
        (#"{"idle-timeout":false}"#, "idle-timeout in"),
    ])
    func 使えないファイルは理由を告げて拒まれる(text: String, reason: String) throws {
        let error = try #require(throws: ValidationError.self) { try settings(inFile: text) }

        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test(arguments: [
        "host", "tls-certificate", "tls-key", "trusted-proxies", "operators", "configuration", "database", "state-dir",
    ])
    func 信じる相手やデータの行き先を決めるものは_空なら誤りである(name: String) throws {
        let variable = "CALEARNING_" + name.uppercased().replacing("-", with: "_")

        let byVariable = #expect(throws: ValidationError.self) { try settings(environment: [variable: ""]) }
        let byOption = #expect(throws: ValidationError.self) { try settings("--" + name, "") }
        let byFile = #expect(throws: ValidationError.self) { try settings(inFile: #"{"\#(name)":""}"#) }

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

    /// A byte order mark may precede the file, and nested names may repeat.
    @Test(arguments: ["", "\u{FEFF}"]) func ファイルの数と文字は書き方によらない(mark: String) throws {
        let found = try settings(
            inFile: mark
                + #"{"port":8e3,"idle-timeout":1.50,"host":"\u0061\/\"port\":","trusted-proxies":[ "::\u0031" , "::1" ]}"#
        )

        #expect(found.port == 8000)
        #expect(found.idleTimeout == .milliseconds(1500))
        #expect(found.host == "a/\"port\":")
        #expect(found.trustedProxies == ["::1", "::1"].compactMap { AddressRange($0) })
    }

    @Test func 信じる相手がいないことはnoneと言える() throws {
        let found = try settings("--trusted-proxies", "none", "--operators", "none")

        #expect(found.trustedProxies == [])
        #expect(found.operators == [])
        #expect(found.summary(for: CompositionRoot.self).contains("operators none\n"))
    }

    @Test func ないファイルは拒まれる() throws {
        #expect(throws: ValidationError.self) { try settings("--configuration", "/nowhere/c.json") }
    }
}
#endif
