import ArgumentParser
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct オプションと環境変数 {
    fileprivate typealias Options = CommonOptions<CompositionRoot>

    private func settings(_ arguments: String..., environment: [String: String] = [:]) throws -> Settings {
        try Options.parse(arguments).settings(in: Environment(variables: environment))
    }

    @Suite struct 何も指定されていない場合 {
        @Test func 既定の値になる() throws {
            let settings = try Options.parse([]).settings(
                in: Environment(variables: ["HOME": "/home/someone", "XDG_STATE_HOME": "/x"]))

            try #expect(BackendOption.parse([]).address(with: settings) == nil)
            #expect(settings.store == .file)
            #expect(settings.format == .text)
            #expect(settings.timeout == .seconds(8))
            #expect(settings.splash == nil)
            #expect(!settings.isTraced)
            #expect(settings.language == .en)
        }
    }

    @Test func オプションは環境変数に勝つ() throws {
        let environment = [
            "CALEARNING_BACKEND": "https://a:1", "CALEARNING_STORE": "memory", "CALEARNING_STATE_DIR": "/a",
            "CALEARNING_FORMAT": "json", "CALEARNING_TIMEOUT": "1.5", "CALEARNING_SPLASH": "3",
            "CALEARNING_TRACE": "1", "CALEARNING_LANGUAGE": "ja",
        ]

        let backend = ["CALEARNING_BACKEND": Secret("https://a:1")]

        let fromEnvironment = try settings(environment: environment)
        let fromOptions = try settings(
            "--backend", "https://b:2", "--store", "user-defaults", "--state-dir", "/b", "--format", "text",
            "--timeout", "2", "--splash", "0", "--language", "en", environment: environment)

        #expect(
            fromEnvironment
                == Settings(
                    store: .memory, stateDirectory: "/a", format: .json, timeout: .milliseconds(1500),
                    splash: .seconds(3), isTraced: true, language: .ja, product: .own, variables: backend))
        #expect(
            fromOptions
                == Settings(
                    store: .userDefaults, stateDirectory: "/b", format: .text, timeout: .seconds(2), splash: .zero,
                    isTraced: true, language: .en, product: .own, variables: backend))
        try expect(BackendOption.parse([]).address(with: fromEnvironment), equals: "https://a:1")
        #expect(try BackendOption.parse(["--backend", "https://b:2"]).address(with: fromEnvironment) == "https://b:2")
    }

    @Test func 空の環境変数は指定されていないのと同じ() throws {
        let names = ["BACKEND", "STORE", "STATE_DIR", "FORMAT", "TIMEOUT", "SPLASH", "TRACE", "LANGUAGE"]
        let empty = Dictionary(uniqueKeysWithValues: names.map { ("CALEARNING_" + $0, "") })

        try expect(settings(environment: empty), equals: settings())
    }

    @Test(arguments: [
        ("CALEARNING_STORE", "disk"), ("CALEARNING_FORMAT", "xml"), ("CALEARNING_TIMEOUT", "soon"),
        ("CALEARNING_TIMEOUT", "-1"), ("CALEARNING_TIMEOUT", "0"), ("CALEARNING_TIMEOUT", "nan"),
        ("CALEARNING_TIMEOUT", "inf"), ("CALEARNING_SPLASH", "1e9"), ("CALEARNING_TRACE", "perhaps"),
        ("CALEARNING_LANGUAGE", "fr"),
    ])
    func 正しくない環境変数は名前か値を挙げて断る(name: String, value: String) {
        let error = #expect(throws: (any Error).self) { try settings(environment: [name: value]) }

        #expect("\(error.map(Options.message(for:)) ?? "")".contains(value))
    }

    #if !canImport(Darwin)
    @Test(arguments: [
        (["XDG_STATE_HOME": "/xdg", "HOME": "/h"], "/xdg/calearning"),
        (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/calearning"),
        (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/calearning"),
        (["HOME": "/h"], "/h/.local/state/calearning"),
    ])
    func 状態ディレクトリはXDGに従う(environment: [String: String], expected: String) throws {
        try expect(settings(environment: environment).stateDirectory, equals: expected)
    }
    #endif

    @Suite struct 暗号化せずに別のマシンへ送ることになる場合 {
        private func check(_ arguments: [String], _ environment: [String: String] = [:]) throws {
            let environment = ["HOME": "/h"].merging(environment) { $1 }
            let options = try Options.parse(["--allow-plain-http"] + arguments)
            let settings = try options.settings(in: Environment(variables: environment))
            _ = try CompositionRoot.dependencies(for: settings, options.own)

            var refused = settings
            refused.allowsPlainHTTP = false
            _ = try CompositionRoot.dependencies(for: refused, options.own)
        }

        @Test(arguments: ["http://example.org", "http://192.0.2.1:8000/api", "http://localhost.example.org"])
        func バックエンドのアドレスを断り_許されれば通す(address: String) throws {
            let error = #expect(throws: ValidationError.self) { try check(["--backend", address]) }

            #expect(error?.message.contains("--allow-plain-http") == true)
            #expect(error?.message.contains(address) == true)
        }

        @Test(arguments: ["http://127.0.0.1:8000", "http://[::1]", "http://localhost", "https://example.org"])
        func このマシンか暗号化されていれば通す(address: String) throws {
            try check(["--backend", address])
        }

        @Test func GitHubのトークンがあればそのアドレスも断る() throws {
            let address = ["CALEARNING_GITHUB_URL": "http://proxy.example:3128"]

            try check([], address)
            #expect(throws: ValidationError.self) {
                try check([], address.merging(["CALEARNING_GITHUB_TOKEN": "t"]) { $1 })
            }
        }

        @Test func userinfoで隠したアドレスは許しても断る() throws {
            #expect(throws: (any Error).self) {
                try check(["--backend", "http://127.0.0.1@example.org", "--allow-plain-http"])
            }
        }

        @Test func 環境変数でも許せる() throws {
            let allowed = try Options.parse([]).settings(
                in: Environment(variables: ["HOME": "/h", "CALEARNING_ALLOW_PLAIN_HTTP": "1"]))

            #expect(allowed.allowsPlainHTTP)
        }
    }
}
