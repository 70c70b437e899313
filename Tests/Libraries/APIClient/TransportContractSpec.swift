import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

/// The guarantees of every transport, each tested over a real server on loopback.
@Suite(.timeLimit(.minutes(5))) struct HTTPの輸送の契約 {
    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace,
    ]

    @Suite struct 要求 {
        @Test(arguments: methods)
        func どのメソッドもそのまま届く(method: HTTPRequest.Method) async throws {
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(method, server.address, path: "/a/b?c=d"))

            #expect(response.head.status == .ok)
            #expect(response.request.head.method == method)
            #expect(server.requests.map(\.method) == [method.rawValue])
            #expect(server.requests.map(\.path) == ["/a/b?c=d"])
            #expect(server.requests.map(\.body) == [""])
        }

        @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
        func 本文はどのメソッドでもそのまま届く(method: HTTPRequest.Method) async throws {
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }
            let request = APIRequest.fixture(
                method, server.address, headers: [.contentType: "text/plain"], body: HTTPBody(Data("こんにちは\0".utf8)))

            let response = try await NetworkTransport().exchange(request)

            #expect(response.request.body == request.body)
            #expect(server.requests.map(\.body) == ["こんにちは\0"])
            #expect(server.requests.first?.headers["content-type"] == "text/plain")
            #expect(server.requests.first?.headers["content-length"] == "16")
        }

        @Test func 同じ名前と空の値と長い値のヘッダも届く() async throws {
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }
            let long = String(repeating: "x", count: 16_000)
            var headers: HTTPFields = [.init(literal: "X-Empty"): "", .init(literal: "X-Long"): long]
            headers.append(HTTPField(name: .accept, value: "text/plain"))
            headers.append(HTTPField(name: .accept, value: "text/html"))

            _ = try await NetworkTransport().exchange(.fixture(.get, server.address, headers: headers))

            let received = try #require(server.requests.first).headers
            #expect(received["accept"] == "text/plain, text/html")
            #expect(received["x-empty"] == "")
            #expect(received["x-long"] == long)
        }

        @Test func ASCIIでない値のヘッダは送らずに断る() async throws {
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }

            let error = await NetworkTransport().failure(
                of: .fixture(.get, server.address, headers: [.init(literal: "X-Name"): "太郎"]))

            #expect(error?.kind == .unsendable(.header(name: "X-Name")))
            #expect(server.requests.isEmpty)
        }

        @Test func 改行を含む値から別のヘッダは生まれない() async throws {
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }

            _ = try await NetworkTransport().exchange(
                .fixture(.get, server.address, headers: [.init(literal: "X-Name"): "a\r\nX-Other: b"]))

            let received = try #require(server.requests.first).headers
            #expect(received["x-other"] == nil)
            #expect(received["x-name"]?.contains("X-Other: b") == true)
        }

        @Test func 百番を待つと言う要求にも本文が続く() async throws {
            let server = try LoopbackServer.answering(200, "ok")
            defer { server.stop() }
            let request = APIRequest.fixture(
                .post, server.address, headers: [.expect: "100-continue"], body: HTTPBody(Data("body".utf8)))

            let response = try await NetworkTransport().exchange(request)

            #expect(response.text == "ok")
            #expect(server.requests.map(\.body) == ["body"])
        }

        @Test func ファイルの本文は長さとともに届く() async throws {
            let directory = try TemporaryDirectory()
            let file = URL(filePath: directory.path + "/a.txt")
            try Data("ファイル".utf8).write(to: file)
            let server = try LoopbackServer.answering(200, "")
            defer { server.stop() }

            _ = try await NetworkTransport().exchange(
                .fixture(.put, server.address, headers: [.contentType: "text/plain"], body: try HTTPBody(file: file)))

            #expect(server.requests.map(\.body) == ["ファイル"])
            #expect(server.requests.first?.headers["content-length"] == "12")
        }
    }

    @Suite struct 応答 {
        @Test(arguments: [200, 201, 204, 301, 304, 400, 404, 418, 429, 500, 503, 599])
        func どのステータスもそのまま(status: Int) async throws {
            let server = try LoopbackServer.sending(
                LoopbackServer.head(status, length: [204, 304].contains(status) ? nil : 0))
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(.get, server.address))

            #expect(response.head.status.code == status)
            #expect(response.data.isEmpty)
        }

        @Test func 同じ名前と空の値と長い値のヘッダも読める() async throws {
            let long = String(repeating: "x", count: 16_000)
            let server = try LoopbackServer.sending(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\nX-Empty:\r\nX-Long: \(long)\r\n"
                    + "X-Twice: a\r\nX-Twice: b\r\nSet-Cookie: s=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/\r\n"
                    + "Set-Cookie: t=2\r\n\r\n")
            defer { server.stop() }

            let headers = try await NetworkTransport().exchange(.fixture(.get, server.address)).head.headerFields

            #expect(headers[.init(literal: "X-Empty")] == "")
            #expect(headers[.init(literal: "X-Long")] == long)
            #expect(headers[.init(literal: "X-Twice")]?.replacing(" ", with: "") == "a,b")
            #expect(headers[values: .setCookie] == ["s=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "t=2"])
        }

        @Test func リダイレクトには従わない() async throws {
            let server = try LoopbackServer.answering(302, "moved", headers: ["Location": "/elsewhere"])
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(.get, server.address))

            #expect(response.head.status == .found)
            #expect(response.head.headerFields[.location] == "/elsewhere")
            #expect(server.requests.count == 1)
        }

        private static let chunked = LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"])

        @Test(
            arguments: [
                LoopbackServer.head(200, length: nil) + "until the end",
                chunked + "5\r\nuntil\r\n1\r\n \r\n7;x=y\r\nthe end\r\n0\r\n\r\n",
                chunked + "d\r\nuntil the end\r\n0\r\nX-Trailer: z\r\n\r\n",
            ])
        func 長さのない本文もチャンクの本文も後書きのあるチャンクも読める(answer: String) async throws {
            let server = try LoopbackServer.sending(answer)
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(.get, server.address))

            #expect(response.text == "until the end")
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
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(.get, server.address))

            #expect(response.text == compressedText)
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

        @Test(arguments: [0, 1000, 100_000])
        func どのバイトも上限までは受け取り一バイトでも超えれば断る(size: Int) async throws {
            let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
            for length in [size, nil] as [Int?] {
                let server = try LoopbackServer { connection in
                    connection.send(LoopbackServer.head(200, length: length))
                    connection.send(body)
                }
                defer { server.stop() }

                let whole = try await NetworkTransport().exchange(.fixture(.get, server.address, responseLimit: size))
                #expect(whole.data == body)
                guard size > 0 else { continue }
                let error = await NetworkTransport().failure(
                    of: .fixture(.get, server.address, responseLimit: size - 1))
                #expect(error?.kind == .tooLarge(limit: size - 1, status: 200))
                #expect(error?.request?.url == server.address + "/")
            }
        }
    }

    @Suite struct 流れる応答 {
        @Test func 届いた分から読める() async throws {
            let (asked, ask) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"]))
                connection.send("5\r\nfirst\r\n")
                let gate = DispatchSemaphore(value: 0)
                Task {
                    for await _ in asked {}
                    gate.signal()
                }
                gate.wait()
                connection.send("6\r\nsecond\r\n0\r\n\r\n")
            }
            defer { server.stop() }

            let response = try await NetworkTransport().exchange(.fixture(.get, server.address, isStreamed: true))
            let stream = try #require(response.stream)
            var text = ""
            for try await piece in stream {
                text += String(decoding: piece, as: UTF8.self)
                if text == "first" { ask.finish() }
            }

            #expect(response.head.status == .ok)
            #expect(text == "firstsecond")
        }

        @Test func 途中で切れたら途中までと接続不可() async throws {
            let server = try LoopbackServer.sending(LoopbackServer.head(200, length: 10) + "half")
            defer { server.stop() }
            let response = try await NetworkTransport().exchange(.fixture(.get, server.address, isStreamed: true))
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
            defer { server.stop() }
            let response = try await NetworkTransport().exchange(.fixture(.get, server.address, isStreamed: true))
            let stream = try #require(response.stream)
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
                switch stage {
                case .whileSending: _ = connection.drain(1000)
                case .beforeTheHead: _ = connection.drain(Int(head.headers["content-length"] ?? "") ?? 0)
                case .withinTheBody:
                    _ = connection.drain(Int(head.headers["content-length"] ?? "") ?? 0)
                    connection.send(LoopbackServer.head(200, length: 100) + "half")
                }
                arrival.finish()
                connection.waitForHangUp()
                hangUp.finish()
            })
            defer { server.stop() }
            let body = HTTPBody(Data(count: stage == .whileSending ? 64 << 20 : 10))
            let request = APIRequest.fixture(.post, server.address, body: body)
            let transport = NetworkTransport()
            let exchange = Task { try await transport.exchange(request) }
            for await _ in arrivals {}

            exchange.cancel()

            let error = await #expect(throws: TransportError.self) { try await exchange.value }
            #expect(error?.kind == .cancelled)
            for await _ in hangUps {}
        }

        @Test func 始まる前なら何も送らない() async throws {
            let server = try LoopbackServer.neverAnswering()
            defer { server.stop() }
            let transport = NetworkTransport()
            let exchange = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await transport.exchange(.fixture(.get, server.address))
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
            defer {
                flood.stop()
                sound.stop()
            }
            let transport = NetworkTransport()
            async let other = transport.exchange(.fixture(.get, sound.address))

            let error = await #expect(throws: TransportError.self) {
                try await transport.exchange(.fixture(.get, flood.address))
            }

            #expect(error?.kind == .tooLarge(limit: APIRequest.defaultResponseLimit, status: 200))
            let text = try await other.text
            #expect(text == "ok")
            for await _ in hangUps {}
        }

        @Test func 拒否されたら接続できない() async throws {
            let server = try LoopbackServer.answering(200, "")
            server.stop()

            let error = await NetworkTransport().failure(of: .fixture(.get, server.address))

            #expect(error?.kind == .disconnected(.cannotConnect))
        }

        @Test func 名前がなければホストが見つからない() async throws {
            let address = "http://\(String(repeating: "x", count: 64)).invalid"

            let error = await NetworkTransport().failure(of: .fixture(.get, address))

            #expect(error?.kind == .disconnected(.hostNotFound))
        }

        @Test func ホストのない要求は送れない() async throws {
            let request = APIRequest(HTTPRequest(method: .get, scheme: "http", authority: "", path: "/"))

            let error = await NetworkTransport().failure(of: request)

            #expect(error?.kind == .unsendable(.noHost))
        }
    }
}

extension HTTPTransport {
    /// Exchanges the request, and returns the error.
    func failure(of request: APIRequest, sourceLocation: SourceLocation = #_sourceLocation) async -> TransportError? {
        await #expect(throws: TransportError.self, sourceLocation: sourceLocation) { try await exchange(request) }
    }
}

private let compressedText = String(repeating: "こんにちは, world! ", count: 20)
