#if !canImport(Darwin)
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのプロキシの変数 {
    private static let names = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"]
    private static let sentence = "Design for failure."

    private static func zen(
        _ address: String, _ variables: [String: String], _ more: [String] = []
    ) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            ["zen", "--store", "memory", "--format", "json", "--trace"] + more,
            environment: variables.merging(["CALEARNING_GITHUB_URL": address, "CALEARNING_GITHUB_TOKEN": "t0ken"]) {
                $1
            }
        ).run()
    }

    @Suite struct このマシンへの要求 {
        /// One spelling of each kind that a server on loopback answers.
        @Test(arguments: [
            "127.0.0.1", "2130706433", "0177.0.0.1", "127.1.", "0", "%31%32%37.0.0.1", "[::ffff:127.0.0.1]",
            "a.B.LOCALHOST.", "[::1]", "[::]", "[::1%25lo]",
        ])
        func トークンはプロキシを通らずに届く(host: String) async throws {
            let isV6 = host.hasPrefix("[") && !host.contains("127.0.0.1")
            let server = try LoopbackServer(family: isV6 ? .v6 : .v4) {
                $0.send(LoopbackServer.head(200, length: 19) + sentence)
            }
            let proxy = try LoopbackServer.answering(200, sentence)
            defer {
                proxy.stop()
                server.stop()
            }

            let result = try await zen(
                "http://\(host):\(server.port)", Dictionary(uniqueKeysWithValues: names.map { ($0, proxy.address) }))

            #expect(result.status == 0, "\(result.output)")
            #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer t0ken"])
            #expect(proxy.connectionCount == 0)
        }

        @Test(arguments: names)
        func どの変数のプロキシもTLSの要求にさえ使われない(name: String) async throws {
            let proxy = try LoopbackServer.answering(200, sentence)
            let server = try LoopbackServer(serving: { _, _ in })
            defer {
                proxy.stop()
                server.stop()
            }

            for scheme in ["http", "https"] {
                _ = try await zen("\(scheme)://localhost:\(server.port)", [name: proxy.address], ["--timeout", "1"])
            }

            #expect(proxy.connectionCount == 0)
            #expect(server.connectionCount > 0)
        }
    }

    @Suite struct ほかのマシンへの要求 {
        @Test func プロキシに届く() async throws {
            let proxy = try LoopbackServer.answering(200, sentence)
            defer { proxy.stop() }

            let result = try await zen(
                "http://far.invalid:81", ["http_proxy": proxy.address], ["--allow-plain-http"])

            #expect(result.status == 0, "\(result.output)")
            #expect(proxy.requests.map(\.path) == ["http://far.invalid:81/zen"])
        }

        /// The rules of curl. The addresses are of a kind that no connection can be opened to.
        @Test(arguments: [
            ("far.invalid", ".far.invalid", true), ("far.invalid", "a, INVALID", true), ("far.invalid", "*", true),
            ("far.invalid", "ar.invalid", false), ("far.invalid", "far.invalid:81", false),
            ("255.255.255.255", "255.0.0.0/8", true), ("255.255.255.255", "254.0.0.0/8", false),
            ("[ff02::1]", "ff02::1", true), ("[ff02::1]", "ff02::2", false),
        ])
        func no_proxyはcurlと同じに読む(host: String, list: String, isExempt: Bool) async throws {
            let proxy = try LoopbackServer.answering(200, sentence)
            defer { proxy.stop() }

            for name in ["no_proxy", "NO_PROXY"] {
                let result = try await zen(
                    "http://\(host):81", ["http_proxy": proxy.address, name: list],
                    ["--allow-plain-http", "--timeout", "5"])
                #expect(result.status == (isExempt ? 69 : 0), "\(result.output)")
            }

            #expect(proxy.connectionCount == (isExempt ? 0 : 2))
        }
    }

    @Suite struct 使えないプロキシ {
        private static let dead = "127.0.0.1:1"

        @Test(
            arguments: [
                "http://\(dead)", dead, "http://me:s3cret@\(dead)", "https://me:s3cret@\(dead)", "socks5://\(dead)",
                "socks5h://me:s3cret@none.invalid:1", "socks4://none.invalid", "http://none.invalid:8080",
                "http://me:s3cret@none.invalid", "xyz://me:s3cret@host:1", "http://me:s3cret word@@host",
                "http://me:s3cret/word@host", "http://me:s3cret?word@host", "http://me:s3cret#word@host",
                "http://me:s3cret@[::1", "http://me:s3cret@host:99999", "http://me:s3cret@:1", "http://", "://s3cret",
            ], ["http", "https"])
        func サーバではなくプロキシのせいだと言い_秘密は言わない(proxy: String, scheme: String) async throws {
            let message = try await message(scheme, proxy)

            #expect(message.contains("The proxy cannot be used"), "\(message)")
        }

        /// Returns the message of a command that fails because of a proxy.
        private func message(
            _ scheme: String, _ proxy: String, _ more: String..., status: Int32 = 70
        ) async throws -> String {
            let result = try await zen(
                "\(scheme)://far.invalid", ["\(scheme)_proxy": proxy], ["--allow-plain-http"] + more)
            #expect(!result.isKilled)
            #expect(result.status == status, "\(result.output)")
            #expect(!(result.output + result.errors).contains("s3cret"), "\(result.output + result.errors)")
            return try #require(try result.json().error?["message"] as? String)
        }

        @Test(arguments: ["http", "https", "socks5"])
        func 応じないプロキシを待って時間が切れてもプロキシのせい(scheme: String) async throws {
            let proxy = try LoopbackServer.neverAnswering()
            defer { proxy.stop() }

            let message = try await message("https", "\(scheme)://127.0.0.1:\(proxy.port)", "--timeout", "5")

            #expect(message.contains("The proxy cannot be used"), "\(message)")
        }

        @Test(arguments: ["042", "000", "099", "1000", "-20", "abc", "", "20"], ["http", "https"])
        func 三桁の数でないステータスは読めない応答(status: String, scheme: String) async throws {
            let proxy = try LoopbackServer.sending("HTTP/1.1 \(status) Status\r\nContent-Length: 2\r\n\r\nno")
            defer { proxy.stop() }

            let message = try await message(scheme, proxy.address)

            #expect(message.contains("its headers"), "\(message)")
        }

        @Test(arguments: [101, 199, 302, 403, 407, 503, 999])
        func トンネルを断るステータスはそのまま言う(status: Int) async throws {
            let proxy = try LoopbackServer.answering(status, "no")
            defer { proxy.stop() }

            let message = try await message("https", proxy.address)

            #expect(message.contains("The proxy answered \(status)"), "\(message)")
        }
    }
}
#endif
