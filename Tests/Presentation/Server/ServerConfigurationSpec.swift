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
) async throws -> ServerSettings {
    let environment = ["HOME": "/home/someone", "XDG_STATE_HOME": "/state"].merging(environment) { $1 }
    return try await ServerOptions<CompositionRoot>.parse(arguments).settings(in: environment)
}

private func settings(inFile text: String) async throws -> ServerSettings {
    let directory = TemporaryDirectory()
    try directory.write(text, to: "c.json")
    return try await settings(environment: ["CALEARNING_CONFIGURATION": directory.path + "/c.json"])
}

@Suite struct サービスの設定 {
    @Test func 何も指定されていなければ状態ディレクトリのSQLiteで始まる() async throws {
        let found = try await settings()

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

    @Test func 誤りはすべて一度に告げられる() async throws {
        let error = await #expect(throws: ValidationError.self) {
            try await settings(
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
    func 使えない値は名前を挙げて拒まれる(name: String, value: String) async throws {
        let error = await #expect(throws: ValidationError.self) { try await settings("\(name)=\(value)") }

        #expect(error?.message.hasPrefix(name) == true, "\(error?.message ?? "")")
    }

    @Test func データベースのパスワードはどこにも現れない() async throws {
        let address = "postgres://user:hunter2@db.example/devices"

        let found = try await settings("--database", address)
        let error = await #expect(throws: ValidationError.self) {
            try await settings("--database", "mysql://user:hunter2@h/d")
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
    func 使えないファイルは理由を告げて拒まれる(text: String, reason: String) async throws {
        let error = try await #require(throws: ValidationError.self) { try await settings(inFile: text) }

        #expect(error.message.contains(reason), "\(error.message)")
    }

    @Test(arguments: [
        "host", "tls-certificate", "tls-key", "trusted-proxies", "operators", "configuration", "database", "state-dir",
    ])
    func 信じる相手やデータの行き先を決めるものは_空なら誤りである(name: String) async throws {
        let variable = "CALEARNING_" + name.uppercased().replacing("-", with: "_")

        let byVariable = await #expect(throws: ValidationError.self) { try await settings(environment: [variable: ""]) }
        let byOption = await #expect(throws: ValidationError.self) { try await settings("--" + name, "") }
        let byFile = await #expect(throws: ValidationError.self) { try await settings(inFile: #"{"\#(name)":""}"#) }

        #expect(byVariable?.message.contains(name == "configuration" ? "cannot be read" : variable) == true)
        #expect(byOption?.message.isEmpty == false)
        #expect(byFile?.message.contains(name) == true)
    }

    @Test func ほかのものは空の環境変数なら設定されていないのと同じである() async throws {
        let found = try await settings(environment: [
            "CALEARNING_PORT": "", "CALEARNING_LOG_LEVEL": "", "CALEARNING_RATE_LIMIT": "", "CALEARNING_LOG_RATE": "",
        ])

        let usual = ServerSettings(database: .sqlite("/state/calearning/devices.sqlite"))
        #expect(found.summary(for: CompositionRoot.self) == usual.summary(for: CompositionRoot.self))
    }

    /// A byte order mark may precede the file, and nested names may repeat.
    @Test(arguments: ["", "\u{FEFF}"]) func ファイルの数と文字は書き方によらない(mark: String) async throws {
        let found = try await settings(
            inFile: mark
                + #"{"port":8e3,"idle-timeout":1.50,"host":"\u0061\/\"port\":","trusted-proxies":[ "::\u0031" , "::1" ]}"#
        )

        #expect(found.port == 8000)
        #expect(found.idleTimeout == .milliseconds(1500))
        #expect(found.host == "a/\"port\":")
        #expect(found.trustedProxies == ["::1", "::1"].compactMap { AddressRange($0) })
    }

    @Test func 信じる相手がいないことはnoneと言える() async throws {
        let found = try await settings("--trusted-proxies", "none", "--operators", "none")

        #expect(found.trustedProxies == [])
        #expect(found.operators == [])
        #expect(found.summary(for: CompositionRoot.self).contains("operators none\n"))
    }

    @Test func ないファイルは拒まれる() async throws {
        await #expect(throws: ValidationError.self) { try await settings("--configuration", "/nowhere/c.json") }
    }
}
#endif
