#if Server
import UsecasesEngine
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

private let request = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

/// The handlers of a connection without a socket. The spec controls the contents and the times of reads and writes.
private final class Wire {
    let channel = EmbeddedChannel()

    init(requestTimeout: TimeAmount = .seconds(10), isSecure: Bool = false) throws {
        let connections = HTTPConnections(
            responder: { _, _, _ in }, limits: .init(idle: .seconds(60), request: requestTimeout, ending: .seconds(2)),
            isSecure: isSecure, onRefusal: { _ in })
        try connections.addHandlers(
            to: channel.pipeline.syncOperations, eventLoop: channel.eventLoop,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    func send(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    /// Sends a byte each second until the connection is closed or all are sent. Returns the number of sent bytes.
    func drip(_ text: String) throws -> Int {
        for (count, byte) in text.utf8.enumerated() {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            _ = try? channel.throwIfErrorCaught()
            guard channel.isActive else { return count }
            try channel.writeInbound(ByteBuffer(bytes: [byte]))
        }
        return text.utf8.count
    }

    /// The number of whole requests that have arrived since the last call.
    func requests() throws -> Int {
        var count = 0
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .end = part { count += 1 }
        }
        return count
    }

    func answer(with fields: HTTPFields = [:]) throws {
        var head = HTTPResponse(status: .ok, headerFields: fields)
        head.headerFields[.contentLength] = "0"
        try channel.writeOutbound(HTTPResponsePart.head(head))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Returns whether the connection would read more from the socket.
    func reads() -> Bool {
        let probe = ReadProbe()
        try? channel.pipeline.syncOperations.addHandler(probe, position: .first)
        channel.read()
        return probe.hasRead
    }

    func text() throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }
}

private final class ReadProbe: ChannelOutboundHandler {
    typealias OutboundIn = Any
    private(set) var hasRead = false

    func read(context: ChannelHandlerContext) {
        hasRead = true
        context.read()
    }
}

/// Notes how many bytes were passed on before the end of the input.
private final class EndProbe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private var count = 0
    private(set) var bytesBeforeEnd: Int?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { bytesBeforeEnd = count }
        context.fireUserInboundEventTriggered(event)
    }
}

@Suite struct 接続の上の要求 {
    @Test func 前の要求に答えるまで_次の要求は読まない() throws {
        let wire = try Wire()
        try wire.send(String(repeating: request, count: 500))
        var seen = [try wire.requests()]

        while seen.reduce(0, +) < 500, seen.count < 1000 {
            for _ in 0..<(seen.last ?? 0) { try wire.answer() }
            wire.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            seen.append(try wire.requests())
        }

        #expect(seen.reduce(0, +) == 500)
        // A piece of the input contains a few of them.
        #expect((seen.max() ?? 0) < 20)
    }

    @Test func 読まれていない要求がある間は_それ以上受け取らない() throws {
        let wire = try Wire()
        try wire.send(String(repeating: request, count: 500))

        #expect(!wire.reads())
    }

    @Test func 要求が一つずつなら待たされない() throws {
        let wire = try Wire()

        for _ in 0..<10 {
            try wire.send(request)
            try expect(wire.requests(), equals: 1)
            try wire.answer()
            #expect(wire.reads())
        }
    }

    /// A request with an unknown method for its path is answered at the head. Its body arrives in a separate segment.
    @Test func 全部届く前に答えた要求の後も_次の要求は読まれる() throws {
        let wire = try Wire()

        for _ in 0..<3 {
            try wire.send("PUT /udids HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
            try wire.answer()
            try wire.send("{}")
            try expect(wire.requests(), equals: 1)
            #expect(wire.reads())
            try wire.send(request)
            try expect(wire.requests(), equals: 1)
            try wire.answer()
        }
    }

    @Test func どう分かれて届きいつ答えても_どの要求も渡り_入力の終わりはその後に渡る() async {
        await forAll(200) { choices in
            (choices.number(in: 1...12), choices.list(0...20) { ($0.number(in: 1...900), $0.number(in: 0...2)) })
        } holds: { count, steps in
            let (wire, probe) = (try Wire(), EndProbe())
            let pipeline = wire.channel.pipeline.syncOperations
            try pipeline.addHandler(probe, position: .after(pipeline.handler(type: HTTPResponseEncoder.self)))
            let text = (0..<count).map { number in
                "POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: \(number * 99)\r\n\r\n"
                    + String(repeating: "a", count: number * 99)
            }.joined()
            var (rest, seen, answered) = (text.utf8[...], 0, 0)
            func receive(_ length: Int, answering answers: Int) throws {
                try wire.channel.writeInbound(ByteBuffer(bytes: rest.prefix(length)))
                rest = rest.dropFirst(length)
                seen += try wire.requests()
                for _ in 0..<min(answers, seen - answered) {
                    try wire.answer()
                    answered += 1
                }
                wire.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            }

            for (length, answers) in steps { try receive(length, answering: answers) }
            try receive(rest.count, answering: 0)
            wire.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            for _ in 0..<(2 * count) where answered < count { try receive(0, answering: 1) }

            try promise(seen, is: count)
            try promise(probe.bytesBeforeEnd, is: text.utf8.count)
        }
    }

    /// The smallest chunks, blank lines and a few short extensions have room in any division into segments.
    @Test func 塊が小さくても_少しの拡張と空行があっても_要求は読まれる() async {
        await forAll(100) { choices in
            choices.list(1...20) { choices in
                (choices.number(in: 0...2000), choices.number(in: 0...9), choices.number(in: 1...2000))
            }
        } holds: { requests in
            let wire = try Wire()
            for (length, count, segment) in requests {
                let body =
                    String(repeating: "1\r\n \r\n", count: length) + String(repeating: "1;a=b\r\n \r\n", count: count)
                let text =
                    String(repeating: "\r\n", count: count)
                    + "POST /udids HTTP/1.1\r\nHost: a\r\nX: a b c d\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "\(body)0\r\n\r\n"
                for start in stride(from: 0, to: text.utf8.count, by: segment) {
                    try wire.channel.writeInbound(ByteBuffer(bytes: text.utf8.dropFirst(start).prefix(segment)))
                }
                try promise(wire.requests(), is: 1)
                try wire.answer()
                wire.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            }
        }
    }

    /// Expects a refusal exactly after the given number of seconds, and a closed connection a second later.
    private func expectTimeout(of wire: Wire, after seconds: Int64) throws {
        wire.channel.embeddedEventLoop.advanceTime(by: .seconds(seconds - 1))
        let before = try wire.text()
        wire.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        _ = try? wire.channel.throwIfErrorCaught()
        let answer = try wire.text()
        wire.channel.embeddedEventLoop.advanceTime(by: .seconds(1))

        #expect(before.isEmpty)
        #expect(answer.hasPrefix("HTTP/1.1 408"))
        #expect(!wire.channel.isActive)
    }

    /// A head that arrives byte by byte is a started request.
    @Test(arguments: [
        "GET /hea", "GET /health HTTP/1.1\r\nHost: a\r\nX: ",
        "POST /udids HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ])
    func 要求の途中で黙る相手は408で閉じられる(text: String) throws {
        let wire = try Wire(requestTimeout: .seconds(10))
        try wire.send(text)

        try expectTimeout(of: wire, after: 10)
    }

    @Test(arguments: [
        "POST /udids HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nX: ",
    ])
    func 少しずつ送り続ける相手も408で閉じられる(text: String) throws {
        let wire = try Wire(requestTimeout: .seconds(10))
        try wire.send(text)

        let count = try wire.drip(String(repeating: "a", count: 99))

        let answers = RawAnswer.all(in: Array(try wire.text().utf8))
        #expect(count == 9)
        #expect(answers.map(\.status) as [Int] == [408])
        try expect(answers.flatMap { try OpenAPIContract().errorComplaints($0) }, equals: [])
    }

    /// A page has a policy of its own, and keeps it.
    @Test(arguments: [false, true]) func どの応答も_種類を推し量られず枠に入らない(isSecure: Bool) throws {
        let wire = try Wire(isSecure: isSecure)
        try wire.send(request)
        try wire.answer()
        try wire.send(request)
        try wire.answer(with: [.contentSecurityPolicy: "default-src 'self'"])
        try wire.send("GET /health HTTP/1.1\r\n\r\n")

        let answers = RawAnswer.all(in: Array(try wire.text().utf8))

        #expect(answers.map(\.status) as [Int] == [200, 200, 400])
        let own = "default-src 'none'; frame-ancestors 'none'"
        #expect(answers.map { $0.headers["content-security-policy"] } == [own, "default-src 'self'", own])
        #expect(answers.allSatisfy { $0.headers["x-content-type-options"] == "nosniff" })
        #expect(
            answers.allSatisfy { $0.headers["strict-transport-security"] == (isSecure ? "max-age=31536000" : nil) })
    }

    @Test func 終わる時に要求の途中で黙る相手は待たない() throws {
        let wire = try Wire(requestTimeout: .seconds(10))
        try wire.send("POST /udids HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")

        wire.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try expectTimeout(of: wire, after: 2)
    }

    /// Chunks state no length, so the bound is met only by counting.
    @Test(arguments: [false, true]) func 本文が限りの二倍を超えれば_もう渡さず_答えのあとに閉じる(isAnswered: Bool) throws {
        let wire = try Wire()
        let limit = 2 * HTTPConnections.bodyLimit
        /// Sends a chunk, and returns how many bytes of the body have arrived since the last call.
        func arriving(_ length: Int) throws -> Int {
            // The decoder complains about a body that was cut off.
            _ = try? wire.send(String(length, radix: 16) + "\r\n" + String(repeating: "x", count: length) + "\r\n")
            var count = 0
            while let part = try wire.channel.readInbound(as: HTTPRequestPart.self) {
                if case .body(let bytes) = part { count += bytes.readableBytes }
            }
            return count
        }
        try wire.send("POST /udids HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        if isAnswered { try wire.answer() }

        try expect([limit, 1, 1].map(arriving), equals: [limit, 1, 0])

        if !isAnswered { try wire.answer() }
        try expect(wire.text().contains("connection: close"), equals: !isAnswered)
        wire.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!wire.channel.isActive)
    }

    @Test func 誘いの後のバイトは溜まらない() throws {
        let wire = try Wire()
        try wire.send("GET /health HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")
        try expect(wire.requests(), equals: 1)

        for _ in 0..<100 { try wire.send(String(repeating: "a", count: 16 * 1024)) }

        #expect(!wire.reads())
        try wire.answer()
        #expect(try wire.text().contains("connection: close"))
    }
}

@Suite struct 順番 {
    @Test func 待つ者は一度に一つずつ順に進む() {
        let eventLoop = EmbeddedEventLoop()
        let turns = Turns(eventLoop)
        var done: [String] = []
        func go(_ name: String, _ count: Int) {
            turns.wait {
                done.append(name)
                if count > 1 { go(name, count - 1) }
            }
        }
        go("a", 3)
        go("b", 3)

        for _ in 0..<20 {
            let before = done.count
            eventLoop.advanceTime(by: .microseconds(50))
            #expect(done.count - before <= 1)
        }

        #expect(done == ["a", "b", "a", "b", "a", "b"])
    }
}
#endif
