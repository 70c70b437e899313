#if Server
import ArgumentParser
import Domain
import Testing

@testable import Presentation

private func settings(
    _ arguments: String..., environment: [String: String] = [:]
) async throws -> ServerSettings {
    let environment = ["HOME": "/home/someone", "XDG_STATE_HOME": "/state"].merging(environment) { $1 }
    return try await ServerOptions.parse(arguments).settings(in: environment)
}

@Suite struct サービスの設定 {
    @Test func 何も指定されていなければ状態ディレクトリのSQLiteで始まる() async throws {
        let found = try await settings()

        #expect(found == ServerSettings(database: .sqlite("/state/calearning/devices.sqlite")))
        #expect(found.host == "127.0.0.1")
        #expect(found.port == 8000)
        #expect(found.rateLimit == 100)
    }

    @Test func オプションは環境変数に_環境変数はファイルに勝つ() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            #"{"host":"c","port":3,"rate-limit":"3/s","database":"sqlite:/c","idle-timeout":1.5,"trusted-proxies":["10.0.0.0/8","::1"]}"#,
            to: "c.json")
        let environment = [
            "CALEARNING_HOST": "b", "CALEARNING_PORT": "2", "CALEARNING_RATE_LIMIT": "off",
            "CALEARNING_CONFIGURATION": directory.path + "/c.json",
        ]

        let found = try await settings("--host", "a", environment: environment)

        #expect(found.host == "a")
        #expect(found.port == 2)
        #expect(found.rateLimit == nil)
        #expect(found.database == .sqlite("/c"))
        #expect(found.idleTimeout == .seconds(1.5))
        #expect(found.trustedProxies.count == 2)
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
        ("--port", "-1"), ("--port", "x"), ("--port", "65536"), ("--port", "80.5"), ("--rate-limit", "0/s"),
        ("--rate-limit", "10"),
        ("--rate-limit", "-1/s"), ("--rate-limit", "inf/s"), ("--rate-limit", "nan/s"), ("--database", "sqlite:"),
        ("--database", "x"),
        ("--maximum-connections", "0"), ("--request-timeout", "0"), ("--request-timeout", "-1"),
        ("--trusted-proxies", "10.0.0.0/40"),
        ("--trusted-proxies", "localhost"), ("--database-connections", "0"), ("--log-level", "LOUD"),
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
        #expect(!found.summary.contains("hunter2"))
        #expect(!"\(found)".contains("hunter2"))
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test(arguments: [
        ("{", "cannot be read"), ("[]", "is not a JSON object"), (#"{"prot":1}"#, "prot in"),
        (#"{"port":{}}"#, "port in"),
        (#"{"port":[1,2]}"#, "port in"), (#"{"port":null}"#, "port in"),
    ])
    func 使えないファイルは理由を告げて拒まれる(text: String, reason: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "c.json")

        let error = await #expect(throws: ValidationError.self) {
            try await settings("--configuration", directory.path + "/c.json")
        }

        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func ないファイルは拒まれる() async throws {
        await #expect(throws: ValidationError.self) { try await settings("--configuration", "/nowhere/c.json") }
    }
}
#endif
