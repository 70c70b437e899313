import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

/// The guarantees of every transport, each tested over a real server on loopback.
@Suite(.timeLimit(.minutes(5))) struct HTTPの輸送の契約 {
    @Suite struct 要求 {
        @Test(
            arguments: [HTTPRequest.Method.get, .head, .options, .trace].map { ($0, "") }
                + [HTTPRequest.Method.post, .put, .patch, .delete].flatMap { [($0, ""), ($0, "こんにちは\0")] })
        func どのメソッドも本文もそのまま届く(method: HTTPRequest.Method, text: String) async throws {
            let server = try LoopbackServer.answering(200, "")
            let body = HTTPBody(Data(text.utf8))

            let response = try await server.exchange(
                method, path: "/a/b?c=d", headers: [.contentType: "text/plain"], body: body)

            #expect(response.head.status == .ok)
            #expect(response.request.head.method == method)
            #expect(response.request.body == body)
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == method.rawValue && request.path == "/a/b?c=d")
            #expect(request.body == text && request.headers["content-type"] == "text/plain")
            if !text.isEmpty { #expect(request.headers["content-length"] == "16") }
        }

        @Test func 同じ名前と空の値と長い値のヘッダも届き_改行から別のヘッダは生まれない() async throws {
            let server = try LoopbackServer.answering(200, "")
            let long = String(repeating: "x", count: 16_000)
            var headers: HTTPFields = [
                .init(literal: "X-Empty"): "", .init(literal: "X-Long"): long,
                .init(literal: "X-Lines"): "a\r\nX-Other: b",
            ]
            headers.append(HTTPField(name: .accept, value: "text/plain"))
            headers.append(HTTPField(name: .accept, value: "text/html"))

            _ = try await server.exchange(headers: headers)

            let received = try #require(server.requests.first).headers
            #expect(received["accept"] == "text/plain, text/html")
            #expect(received["x-empty"] == "")
            #expect(received["x-long"] == long)
            #expect(received["x-lines"]?.contains("X-Other: b") == true)
            #expect(received["x-other"] == nil)
        }

        @Test func ASCIIでない値のヘッダは送らずに断る() async throws {
            let server = try LoopbackServer.answering(200, "")

            let error = await server.failure(headers: [.init(literal: "X-Name"): "太郎"])

            #expect(error?.kind == .unsendable(.header(name: "X-Name")))
            #expect(server.requests.isEmpty)
        }

        @Test func 百番を待つと言う要求にも本文が続く() async throws {
            let server = try LoopbackServer.answering(200, "ok")

            let response = try await server.exchange(
                .post, headers: [.expect: "100-continue"], body: HTTPBody(Data("body".utf8)))

            #expect(response.text == "ok")
            #expect(server.requests.map(\.body) == ["body"])
        }

        @Test func 番地がIPv6でも届く() async throws {
            let server = try LoopbackServer(family: .v6) { $0.send(LoopbackServer.head(200, length: 2) + "ok") }

            let response = try await server.exchange()

            #expect(response.text == "ok")
            #expect(server.requests.first?.headers["host"] == "[::1]:\(server.port)")
        }
    }

    @Suite struct 応答 {
        @Test(arguments: [200, 201, 204, 301, 304, 400, 401, 404, 418, 429, 500, 503, 599])
        func どのステータスもそのままで_リダイレクトにも認証の求めにも応じない(status: Int) async throws {
            let server = try LoopbackServer.sending(
                LoopbackServer.head(
                    status, length: [204, 304].contains(status) ? nil : 0,
                    ["Location": "/elsewhere", "WWW-Authenticate": "Basic realm=\"x\""]))

            let response = try await server.exchange()

            #expect(response.head.status.code == status)
            #expect(response.head.headerFields[.location] == "/elsewhere")
            #expect(response.data.isEmpty)
            #expect(server.requests.count == 1)
        }

        @Test func 同じ名前と空の値と長い値とUTF8でない値のヘッダも読める() async throws {
            let long = String(repeating: "x", count: 16_000)
            let server = try LoopbackServer { connection in
                connection.send(
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\nX-Empty:\r\nX-Long: \(long)\r\n"
                        + "X-Twice: a\r\nX-Twice: b\r\nSet-Cookie: s=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\n"
                        + "Set-Cookie: t=2\r\nX-City: Z")
                connection.send([0xFC] + Array("rich\r\n\r\n".utf8))
            }

            let headers = try await server.exchange().head.headerFields

            #expect(headers[.init(literal: "X-Empty")] == "")
            #expect(headers[.init(literal: "X-Long")] == long)
            #expect(headers[.init(literal: "X-Twice")]?.replacing(" ", with: "") == "a,b")
            #expect(headers[values: .setCookie] == ["s=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "t=2"])
            #expect(headers[.init(literal: "X-City")]?.hasSuffix("rich") == true)
        }

        private static let chunked = LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"])

        @Test(
            arguments: [
                LoopbackServer.head(200, length: nil) + "until the end",
                chunked + "5\r\nuntil\r\n1\r\n \r\n7;x=y\r\nthe end\r\n0\r\n\r\n",
                chunked + "d\r\nuntil the end\r\n0\r\nX-Trailer: z\r\n\r\n",
                String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 20)
                    + LoopbackServer.head(200, length: 13) + "until the end",
            ])
        func 長さのない本文もチャンクの本文も後書きのあるチャンクも途中の応答の後の本文も読める(answer: String) async throws {
            let response = try await LoopbackServer.sending(answer).exchange()

            #expect(response.text == "until the end")
            #expect(response.head.headerFields[.init(literal: "Link")] == nil)
        }

        @Test(
            arguments: [
                ("gzip", "H4sIAAAAAAACA3vcOPlx0+THjasfNy583LheR6E8vygnRVHh8aj4sBAHACRHjangAQAA"),
                ("deflate", "eJx73Dj5cdPkx42rHzcufNy4XkehPL8oJ0VR4fGo+LAQBwB0jv/d"),
            ])
        func 圧縮された本文は解かれている(compressed: (String, String)) async throws {
            let body = try #require(Data(base64Encoded: compressed.1))
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: body.count, ["Content-Encoding": compressed.0]))
                connection.send(body)
            }

            let response = try await server.exchange()

            #expect(response.text == String(repeating: "こんにちは, world! ", count: 20))
            #expect(response.head.headerFields[.contentEncoding] == nil)
            #expect(response.head.headerFields[.contentLength] == nil)
            #expect(server.requests.first?.headers["accept-encoding"]?.contains(compressed.0) == true)
        }

        @Test(arguments: [true, false])
        func 続きのある接続は使い回され_続きのない接続は張り直される(isKept: Bool) async throws {
            let head = isKept ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" : LoopbackServer.head(200, length: 2)
            let server = try LoopbackServer { connection, _ in
                if isKept { connection.keepAlive() }
                connection.send(head + "ok")
            }
            defer { server.stop() }
            let transport = NetworkTransport()

            for _ in 0..<20 {
                let response = try await transport.exchange(.fixture(.get, server.address))
                #expect(response.text == "ok")
            }

            #expect(server.requests.count == 20)
            #expect(server.connectionCount == (isKept ? 1 : 20))
        }

        @Test(arguments: [0, 1000, 100_000], [(true, true), (true, false), (false, true), (false, false)])
        func どのバイトも上限までは受け取り一バイトでも超えれば断る(size: Int, form: (hasLength: Bool, isStreamed: Bool)) async throws {
            let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
            @Sendable func answer(_ connection: LoopbackServer.Connection) {
                connection.send(LoopbackServer.head(200, length: form.hasLength ? size : nil))
                connection.send(body)
            }
            func receive(within limit: Int) async throws -> Data {
                try await LoopbackServer(answer).exchange(responseLimit: limit, isStreamed: form.isStreamed)
                    .collected().data
            }

            try await expect(receive(within: size), equals: body)
            guard size > 0 else { return }
            let error = await #expect(throws: TransportError.self) { try await receive(within: size - 1) }
            #expect(error?.kind == .tooLarge(limit: size - 1, status: 200))
            #expect(error?.request?.responseLimit == size - 1)
        }
    }

    @Suite struct 流れる応答 {
        @Test func 届いた分から読める() async throws {
            let gate = DispatchSemaphore(value: 0)
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"]))
                connection.send("5\r\nfirst\r\n")
                gate.wait()
                connection.send("6\r\nsecond\r\n0\r\n\r\n")
            }

            let response = try await server.exchange(isStreamed: true)
            var text = ""
            for try await piece in try #require(response.stream) {
                text += String(decoding: piece, as: UTF8.self)
                if text == "first" { gate.signal() }
            }

            #expect(response.head.status == .ok)
            #expect(text == "firstsecond")
        }

        @Test func 途中で切れたら途中までと接続不可() async throws {
            let response = try await LoopbackServer.sending(LoopbackServer.head(200, length: 10) + "half")
                .exchange(isStreamed: true)
            let stream = try #require(response.stream)

            var text = ""
            let error = await #expect(throws: TransportError.self) {
                for try await piece in stream { text += String(decoding: piece, as: UTF8.self) }
            }

            #expect(text == "half")
            #expect(error?.kind == .disconnected(.connectionLost))
        }

        @Test func 読むのをやめたら接続も切れる() async throws {
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: nil))
                connection.send("something")
                connection.waitForHangUp()
                hangUp.finish()
            }
            let stream = try #require(try await server.exchange(isStreamed: true).stream)
            let first = try await stream.makeAsyncIterator().next()

            stream.cancel()

            #expect(first == Data("something".utf8))
            for await _ in hangUps {}
        }
    }

    @Suite struct 中断 {
        /// The last stage of an exchange that the server allows.
        enum Stage: String, CaseIterable, Sendable {
            case whileSending, beforeTheHead, withinTheBody
        }

        @Test(arguments: Stage.allCases)
        func どの段階でもすぐに終わり接続も切れる(stage: Stage) async throws {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer(serving: { _, connection in
                guard let head = connection.readHead() else { return }
                let length = Int(head.headers["content-length"] ?? "") ?? 0
                _ = connection.drain(stage == .whileSending ? 1000 : length)
                if stage == .withinTheBody { connection.send(LoopbackServer.head(200, length: 100) + "half") }
                arrival.finish()
                connection.waitForHangUp()
                hangUp.finish()
            })
            let body = HTTPBody(Data(count: stage == .whileSending ? 64 << 20 : 10))
            let exchange = Task { try await server.exchange(.post, body: body) }
            for await _ in arrivals {}

            exchange.cancel()

            let error = await #expect(throws: TransportError.self) { try await exchange.value }
            #expect(error?.kind == .cancelled)
            for await _ in hangUps {}
        }

        @Test func 始まる前なら何も送らない() async throws {
            let server = try LoopbackServer.neverAnswering()
            let exchange = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await server.exchange()
            }

            let error = await #expect(throws: TransportError.self) { try await exchange.value }

            #expect(error?.kind == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Suite struct 障害 {
        @Test func 送り続けるサーバとの接続は切られ他のやりとりも終わる() async throws {
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let flood = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: nil))
                let block = [UInt8](repeating: 0x20, count: 1 << 20)
                while connection.send(block) {}
                hangUp.finish()
            }
            let sound = try LoopbackServer.answering(200, "ok")
            let transport = NetworkTransport()
            async let other = sound.exchange(over: transport)

            let error = await flood.failure(over: transport)

            #expect(error?.kind == .tooLarge(limit: APIRequest.defaultResponseLimit, status: 200))
            let text = try await other.text
            #expect(text == "ok")
            for await _ in hangUps {}
        }

        @Test func 拒否されたら接続できない() async throws {
            let server = try LoopbackServer.answering(200, "")
            server.stop()

            let error = await server.failure()

            #expect(error?.kind == .disconnected(.cannotConnect))
        }

        @Test(arguments: [
            ("http://\(String(repeating: "x", count: 64)).invalid", TransportError.Kind.disconnected(.hostNotFound)),
            ("http://", .unsendable(.noHost)),
        ])
        func ホストがないか見つからない(address: String, kind: TransportError.Kind) async throws {
            let request = APIRequest(
                HTTPRequest(method: .get, scheme: "http", authority: String(address.dropFirst(7)), path: "/"))

            let error = await #expect(throws: TransportError.self) { try await NetworkTransport().exchange(request) }

            #expect(error?.kind == kind)
        }
    }
}

extension LoopbackServer {
    /// Exchanges one request with this server, and stops it.
    func exchange(
        _ method: HTTPRequest.Method = .get, path: String = "/", headers: HTTPFields = [:], body: HTTPBody = .empty,
        responseLimit: Int = APIRequest.defaultResponseLimit, isStreamed: Bool = false,
        over transport: any HTTPTransport = NetworkTransport()
    ) async throws -> APIResponse {
        defer { stop() }
        return try await transport.exchange(
            .fixture(
                method, address, path: path, headers: headers, body: body, responseLimit: responseLimit,
                isStreamed: isStreamed))
    }

    /// Exchanges one request with this server, and returns the error.
    func failure(
        _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:], body: HTTPBody = .empty,
        responseLimit: Int = APIRequest.defaultResponseLimit, over transport: any HTTPTransport = NetworkTransport(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransportError? {
        let error = await #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
            try await exchange(method, headers: headers, body: body, responseLimit: responseLimit, over: transport)
        }
        #expect(error?.request?.url == address + "/", sourceLocation: sourceLocation)
        return error
    }
}
