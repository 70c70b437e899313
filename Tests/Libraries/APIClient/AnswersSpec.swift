import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

private struct Shop: APIService {
    let address: BaseAddress
    var headers: HTTPFields = [:]
}

private struct Items: API {
    typealias Service = Shop
    typealias Entity = [Int]

    let path: Path = "/items"
    let query: Query = ["size": 2]
    let headers: HTTPFields = [.accept: "text/csv"]
}

private struct Text: API {
    typealias Service = Shop
    typealias Entity = String

    let path: Path = "/text"
}

private struct Raw: API {
    typealias Service = Shop
    typealias Entity = Data

    let path: Path = "/raw"
}

private struct Remove: API {
    typealias Service = Shop
    typealias Entity = NoContent

    let path: Path = "/items/1"
    let method = Method.delete
}

private struct Count: API {
    typealias Service = Shop
    typealias Entity = Int

    let path: Path = "/items"
    let method = Method.head

    func deserialize(_ response: ReceivedResponse) throws -> Int {
        try #require(response.headers[.init(literal: "X-Count")].flatMap { Int($0) })
    }
}

@Suite(.timeLimit(.minutes(5))) struct 答えの形 {
    private static func client(
        _ transport: any HTTPTransport, _ address: String = "http://shop", headers: HTTPFields = [:],
        clock: any Clock = ManualClock()
    ) throws -> LiveAPIClient<Shop> {
        LiveAPIClient(
            Shop(address: try BaseAddress(address), headers: headers), transport: transport, clock: clock,
            timeout: .seconds(3))
    }

    private static func client(_ expected: [ExpectedRequest]) throws -> LiveAPIClient<Shop> {
        try client(StubTransport(expected, clock: ManualClock()))
    }

    @Test func 文とデータと中身のない答えとヘッダ() async throws {
        let client = try Self.client([
            ExpectedRequest(.get, "/text", .response(200, "こんにちは")),
            ExpectedRequest(.get, "/raw", .response(200, Data([0xFF, 0x00]))),
            ExpectedRequest(.delete, "/items/1", .response(204, "")),
            ExpectedRequest(.head, "/items", .response(200, "", headers: [.init(literal: "X-Count"): "42"])),
        ])

        try await expect(client.call(Text()), equals: "こんにちは")
        try await expect(client.call(Raw()), equals: Data([0xFF, 0x00]))
        try await expect(client.call(Remove()), equals: NoContent())
        try await expect(client.call(Count()), equals: 42)
    }

    @Test func 別の形は読まない() async throws {
        let client = try Self.client([
            ExpectedRequest(.get, "/text", .response(200, Data([0xFF]))),
            ExpectedRequest(.delete, "/items/1", .response(200, "removed")),
        ])

        for error in [
            await #expect(throws: ErrorWrapper.self) { try await client.call(Text()) },
            await #expect(throws: ErrorWrapper.self) { try await client.call(Remove()) },
        ] {
            #expect(error?.api?.stage == .reading)
            #expect(error?.status == 200)
        }
    }

    @Test func やりとりのすべてに手が届き_端点のヘッダはサービスのものに代わる() async throws {
        let server = ClosureTransport.answering(203, "[1,2]", headers: [.eTag: "\"1\""])
        var headers: HTTPFields = [.acceptLanguage: "ja", .userAgent: "shop"]
        headers.append(HTTPField(name: .accept, value: "text/html"))
        headers.append(HTTPField(name: .accept, value: "text/plain"))
        let transport = server.retrying(clock: ManualClock(), randomSource: SeededRandomSource())

        let answer = try await Self.client(transport, headers: headers).answer(to: Items())

        #expect(answer.entity == [1, 2])
        #expect(answer.response.status == 203)
        #expect(answer.response.headers == [.eTag: "\"1\""])
        #expect(answer.response.payload == Data("[1,2]".utf8))
        #expect(answer.request.url == "http://shop/items?size=2")
        #expect(
            answer.request.head.headerFields == [.userAgent: "shop", .acceptLanguage: "ja", .accept: "text/csv"])
        #expect(answer.attempts.map(\.outcome) == ["status 203"])
    }

    @Suite struct 流れる答え {
        @Test func 届いた分から進み具合とともに読める() async throws {
            let server = try LoopbackServer.answering(200, String(repeating: "x", count: 200_000))
            defer { server.stop() }

            let stream = try await client(NetworkTransport(), server.address).stream(Raw())
            var count = 0
            var progress: [Double] = []
            for try await piece in stream {
                count += piece.data.count
                #expect(piece.received == count)
                #expect(piece.expected == 200_000)
                progress.append(try #require(piece.progress))
            }

            #expect(stream.head.status == .ok)
            #expect(count == 200_000)
            #expect(progress == progress.sorted())
            #expect(progress.last == 1)
        }

        @Test func 断られたらいつもの誤り() async throws {
            let server = try LoopbackServer.answering(404, #"{"code":"E","title":"T","message":"M"}"#)
            defer { server.stop() }
            let client = try client(NetworkTransport(), server.address)

            let error = await #expect(throws: ErrorWrapper.self) { try await client.stream(Raw()) }

            #expect(error?.service == .server(ErrorResponse(code: "E", title: "T", message: "M"), status: 404))
        }

        @Test func 一片が来なければ時間切れになり接続も切れる() async throws {
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(200, length: 100) + "first")
                connection.waitForHangUp()
                hangUp.finish()
            }
            defer { server.stop() }
            let clock = ManualClock()
            let stream = try await client(NetworkTransport(), server.address, clock: clock).stream(Raw())
            let reading = Task {
                await #expect(throws: ErrorWrapper.self) { for try await _ in stream {} }
            }
            // The timeout restarts with each piece. The sleeper may therefore belong to the first piece, whose time
            // then passes without effect.
            let time = Task {
                while !Task.isCancelled {
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(3))
                }
            }

            let error = await reading.value
            time.cancel()

            #expect(error?.service == .client(.networkUnreachable))
            for await _ in hangUps {}
        }
    }
}
