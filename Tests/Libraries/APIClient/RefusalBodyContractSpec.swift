import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTesting

/// The bodies of redirects and refusals. Whatever is wrong with a body, the status and the headers count.
@Suite(.timeLimit(.minutes(5))) struct 断る応答の本文の輸送の契約 {
    struct Flaw: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: String
        let body: Data
        /// `nil` if the body is valid.
        let kind: TransportError.Kind?

        init(_ name: String, _ fields: [String], _ body: Data, _ kind: TransportError.Kind?) {
            testDescription = name
            self.fields = fields.map { "\($0)\r\n" }.joined()
            self.body = body
            self.kind = kind
        }

        static func coded(_ name: String, _ coding: String, _ body: Data, _ kind: TransportError.Kind?) -> Flaw {
            Flaw(name, ["Content-Encoding: \(coding)", "Content-Length: \(body.count)"], body, kind)
        }
    }

    /// `no` as gzip.
    private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8vLBwAfKKpnAgAAAA==") ?? Data()
    private static let flaws = [
        Flaw.coded("empty gzip", "gzip", Data(), nil), .coded("empty Brotli", "br", Data(), nil),
        .coded("cut gzip", "gzip", gzip.dropLast(5), .malformed(.coding)),
        .coded("gzip with a wrong checksum", "x-gzip", gzip.dropLast(5) + Data(count: 5), .malformed(.coding)),
        .coded("no gzip", "gzip", Data("no".utf8), .malformed(.coding)),
        .coded("no deflate", "deflate", Data("no, never".utf8), .malformed(.coding)),
        .coded("another coding", "quantum", Data("no".utf8), .malformed(.coding)),
        Flaw("no chunks", ["Transfer-Encoding: chunked"], Data("zz\r\nno\r\n".utf8), .malformed(.chunking)),
        Flaw("cut off", ["Content-Length: 10"], Data("no".utf8), .disconnected(.connectionLost)),
        Flaw("too large", ["Content-Length: 1001"], Data(count: 1001), .tooLarge(limit: 1000, status: 0)),
    ]

    private static func server(_ status: Int, _ flaw: Flaw) throws -> LoopbackServer {
        try LoopbackServer {
            $0.send(
                Data("HTTP/1.1 \(status) Status\r\nConnection: close\r\nRetry-After: 7\r\n\(flaw.fields)\r\n".utf8)
                    + flaw.body)
        }
    }

    private static func kind(_ flaw: Flaw, _ status: Int) -> TransportError.Kind? {
        if case .tooLarge(let limit, _)? = flaw.kind { .tooLarge(limit: limit, status: status) } else { flaw.kind }
    }

    @Test(arguments: [302, 403, 404, 429, 503], flaws)
    func ステータスとヘッダは本文が読めなくても届き_流れとして集めても同じ(status: Int, flaw: Flaw) async throws {
        for isStreamed in [false, true] {
            let response = try await Self.server(status, flaw)
                .exchange(responseLimit: 1000, isStreamed: isStreamed).collected()

            #expect(response.head.status.code == status)
            #expect(response.head.headerFields[.retryAfter] == "7")
            #expect(response.data.isEmpty)
            #expect(response.bodyError?.kind == Self.kind(flaw, status))
        }
    }

    @Test(arguments: flaws.filter { $0.kind != nil })
    func 成功の応答は本文が読めなければ失敗(flaw: Flaw) async throws {
        let error = try await Self.server(200, flaw).failure(responseLimit: 1000)

        #expect(error?.kind == Self.kind(flaw, 200))
    }

    @Test(arguments: [404, 503])
    func 途中で切れた断りの応答は繰り返して確かめる(status: Int) async throws {
        let server = try LoopbackServer.sending(LoopbackServer.head(status, length: 10) + "no")
        let policy = RetryPolicy(backoff: Backoff(first: .zero, longest: .zero))
        let transport = NetworkTransport()
            .retrying(policy, clock: SystemClock(), randomSource: SeededRandomSource())

        let response = try await server.exchange(over: transport)

        #expect(response.head.status.code == status)
        #expect(server.requests.count == 3)
    }

    /// A list of codings may have empty elements.
    @Test(arguments: ["gzip", "GZIP", "x-gzip", "gzip,", ", gzip", "identity, gzip"])
    func gzipはどう書かれても解かれ_続けて並んでいてもよい(coding: String) async throws {
        let body = Self.gzip + Self.gzip

        let response = try await Self.server(200, .coded(coding, coding, body, nil)).exchange()

        #expect(response.text == "nono")
        #expect(response.head.headerFields[.contentEncoding] == nil)
    }
}
