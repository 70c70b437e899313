import Foundation
import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

/// The responses of a hostile server. Each has its own error, and none ends the process.
@Suite(.timeLimit(.minutes(5))) struct 悪意のあるサーバとの輸送の契約 {
    struct Misbehaviour: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: Data
        let kind: TransportError.Kind
        /// Whether every transport names a cause.
        let hasCause: Bool

        init(
            _ name: String, _ answer: some Sequence<UInt8>, _ kind: TransportError.Kind, hasCause: Bool = false
        ) {
            testDescription = name
            self.answer = Data(answer)
            self.kind = kind
            self.hasCause = hasCause
        }

        init(_ name: String, _ text: String, _ kind: TransportError.Kind, hasCause: Bool = false) {
            self.init(name, text.utf8, kind, hasCause: hasCause)
        }
    }

    private static let lost = TransportError.Kind.disconnected(.connectionLost)
    private static let chunked = LoopbackServer.head(200, length: nil, ["Transfer-Encoding": "chunked"])
    private static let gzip =
        Data(
            base64Encoded: "H4sIAAAAAAACA3vcOPlx0+THjasfNy583LheR6E8vygnRVHh8aj4sBAHACRHjangAQAA") ?? Data()

    private static func coded(_ coding: String, _ body: Data) -> Data {
        Data(LoopbackServer.head(200, length: body.count, ["Content-Encoding": coding]).utf8) + body
    }

    private static let misbehaviours = [
        Misbehaviour("closed at once", "", lost, hasCause: true),
        Misbehaviour("closed within the body", LoopbackServer.head(200, length: 10) + "half", lost, hasCause: true),
        Misbehaviour("closed within a chunk", chunked + "a\r\nhalf", lost, hasCause: true),
        Misbehaviour("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", .malformed(.notHTTP), hasCause: true),
        Misbehaviour("closed within the status line", "HTTP/1.1 20", lost),
        Misbehaviour("closed within a header", "HTTP/1.1 200 OK\r\nContent-Ty", lost),
        Misbehaviour("closed between headers", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n", lost),
        Misbehaviour("closed after an interim head", "HTTP/1.1 100 Continue\r\n\r\n", lost),
        Misbehaviour("closed within the trailers", chunked + "4\r\nbody\r\n0\r\nX-Trai", lost),
        Misbehaviour("closed before the last chunk", chunked + "4\r\nbody\r\n", lost),
        Misbehaviour("a name with a space", "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n", .malformed(.head)),
        Misbehaviour("a name without a colon", "HTTP/1.1 200 OK\r\nNothing\r\n\r\n", .malformed(.head)),
        Misbehaviour("an empty name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n", .malformed(.head)),
        Misbehaviour("a NUL", "HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\n\r\n", .malformed(.head)),
        Misbehaviour(
            "a length that is no number", LoopbackServer.head(200, length: nil, ["Content-Length": "x"]),
            .malformed(.length)),
        Misbehaviour(
            "a negative length", LoopbackServer.head(200, length: nil, ["Content-Length": "-1"]), .malformed(.length)),
        Misbehaviour(
            "a length beyond all numbers",
            LoopbackServer.head(200, length: nil, ["Content-Length": "99999999999999999999"]),
            .malformed(.length)),
        Misbehaviour(
            "two lengths", LoopbackServer.head(200, length: 4, ["content-length": "5"]) + "body!", .malformed(.length)),
        Misbehaviour(
            "the longest length", LoopbackServer.head(200, length: .max) + "body",
            .tooLarge(limit: APIRequest.defaultResponseLimit, status: 200)),
        Misbehaviour("a size that is no number", chunked + "zz\r\nbody\r\n0\r\n\r\n", .malformed(.chunking)),
        Misbehaviour("a size beyond all numbers", chunked + "ffffffffffffffffff\r\nbody\r\n", .malformed(.chunking)),
        Misbehaviour("gzip that is cut", coded("gzip", gzip.prefix(30)), .malformed(.coding)),
        Misbehaviour("gzip that is none", coded("gzip", Data("this is no gzip".utf8)), .malformed(.coding)),
        Misbehaviour("gzip with something behind it", coded("gzip", gzip + Data("more".utf8)), .malformed(.coding)),
        Misbehaviour("deflate that is none", coded("deflate", Data("this is no deflate".utf8)), .malformed(.coding)),
        Misbehaviour("a coding that nobody knows", coded("quantum", Data("body".utf8)), .malformed(.coding)),
        Misbehaviour(
            "a header without an end", "HTTP/1.1 200 OK\r\nX-Long: " + String(repeating: "x", count: 1 << 20),
            .malformed(.headTooLarge)),
        Misbehaviour(
            "headers without an end", "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Many: x\r\n", count: 100_000),
            .malformed(.headTooLarge)),
    ]

    @Test(arguments: misbehaviours)
    func どれも自分の誤りになる(misbehaviour: Misbehaviour) async throws {
        let error = try await LoopbackServer { $0.send(misbehaviour.answer) }.failure()

        #expect(error?.kind == misbehaviour.kind, "\(String(describing: error?.causedBy))")
        if misbehaviour.hasCause { #expect(error?.causedBy != nil) }
    }

    @Test(arguments: misbehaviours)
    func 流れとして読んでも終わりまで来ることはない(misbehaviour: Misbehaviour) async throws {
        let server = try LoopbackServer { $0.send(misbehaviour.answer) }

        await #expect(throws: TransportError.self) {
            for try await _ in try #require(try await server.exchange(isStreamed: true).stream) {}
        }
    }

    @Test func 解くと大きくなる本文も上限まで() async throws {
        let zeros = try #require(Data(base64Encoded: Self.zeros))
        let bomb = Data([0x78, 0x9C]) + (0..<64).flatMap { _ in zeros } + [3, 0, 0x03, 0xC0, 0, 1]

        let error = try await LoopbackServer { $0.send(Self.coded("deflate", bomb)) }.failure()

        #expect(error?.kind == .tooLarge(limit: APIRequest.defaultResponseLimit, status: 200))
    }

    @Test func 二度してはならない要求は切れても二度と送られない() async throws {
        let server = try LoopbackServer(serving: { server, connection in
            while let request = connection.readRequest() {
                server.note(request)
                guard request.path == "/" else { break }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        })
        defer { server.stop() }
        let transport = NetworkTransport()
        _ = try await transport.exchange(.fixture(.get, server.address))

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(
                .fixture(.post, server.address, path: "/second", body: HTTPBody(Data("x".utf8))))
        }

        #expect(error?.kind == Self.lost)
        #expect(server.requests.count { $0.path == "/second" } == 1)
    }

    @Test func 二度してはならない要求は_切られかけた接続ではなく新しい接続で届く() async throws {
        let reuses = Mutex(0)
        let server = try LoopbackServer(serving: { server, connection in
            guard let request = connection.readRequest() else { return }
            server.note(request)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            // The connection stays open until the client uses it again, and is closed without an answer.
            if connection.waitForByte() { reuses.withLock { $0 += 1 } }
        })
        defer { server.stop() }
        let transport = NetworkTransport()

        for path in ["/first", "/second", "/third"] {
            let response = try await transport.exchange(
                .fixture(.post, server.address, path: path, body: HTTPBody(Data("x".utf8))))
            #expect(response.text == "ok")
        }

        #expect(server.requests.map(\.path) == ["/first", "/second", "/third"])
        #expect(server.connectionCount == 3)
        #expect(reuses.withLock { $0 } == 0)
    }

    /// 64 KiB of zeros as blocks of deflate that can be repeated.
    private static let zeros =
        "7MEBAQAAAICQ/q/uCAoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABqAAAA//8="
}
