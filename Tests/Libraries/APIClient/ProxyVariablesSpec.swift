import Testing
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite struct 環境変数のプロキシ {
    private static let all = [
        "http_proxy": "http://plain:3128", "https_proxy": "me:p%40ss@secure:3129",
        "no_proxy": "localhost, .inside.example",
    ]

    @Test func スキームごとに選ばれる() throws {
        let variables = ProxyVariables(Self.all)

        let plain = try #require(try variables.server(forScheme: "http", host: "example.com"))
        let secure = try #require(try variables.server(forScheme: "https", host: "example.com"))

        #expect((plain.host, plain.port, plain.credentials) == ("plain", 3128, nil))
        #expect((secure.host, secure.port, secure.credentials) == ("secure", 3129, "me:p@ss"))
    }

    @Test func 空の変数は設定されていないのと同じで_星はすべてを除く() throws {
        #expect(try ProxyVariables(["http_proxy": ""]).server(forScheme: "http", host: "a") == nil)
        #expect(try ProxyVariables(["all_proxy": "p:1", "no_proxy": "*"]).server(forScheme: "https", host: "a") == nil)
        try expect(ProxyVariables(["all_proxy": "p:1"]).server(forScheme: "https", host: "a")?.port, equals: 1)
    }

    @Test func 大文字のHTTP_PROXYは使わない() throws {
        #expect(try ProxyVariables(["HTTP_PROXY": "http://p:1"]).server(forScheme: "http", host: "a") == nil)
    }

    @Test(arguments: ["socks5://p:1", "http://", "http://p:99999", "https://p:1", "::::"])
    func 使えないプロキシは断る(text: String) {
        #expect(throws: ProxyVariables.Unusable.self) {
            try ProxyVariables(["http_proxy": text]).server(forScheme: "http", host: "a")
        }
    }
}
