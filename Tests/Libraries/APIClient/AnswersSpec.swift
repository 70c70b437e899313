import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

private struct Shop: APIService {
    let address: BaseAddress
    var headers: HTTPFields = [:]
}

private struct Items: API {
    typealias Service = Shop
    typealias Entity = [Int]

    var path: Path = "/items"
    var query: Query { ["size": 2] }
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

/// An entity that is read from the headers.
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
        _ transport: any HTTPTransport, _ address: String = "http://shop", headers: HTTPFields = [:]
    ) throws -> LiveAPIClient<Shop> {
        LiveAPIClient(
            Shop(address: try BaseAddress(address), headers: headers), transport: transport, clock: ManualClock())
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

    @Test func やりとりのすべてに手が届く() async throws {
        let server = ClosureTransport { request, _ throws(TransportError) in
            .fixture(
                203, "[1,2]", headers: [.eTag: "\"1\"", .init(literal: "X-Count"): "2"], to: request)
        }
        let client = try Self.client(
            server.retrying(clock: ManualClock(), randomSource: SeededRandomSource()),
            headers: [.acceptLanguage: "ja"])

        let answer = try await client.answer(to: Items())

        #expect(answer.entity == [1, 2])
        #expect(answer.response.status == 203)
        #expect(answer.response.headers[.init(literal: "X-Count")] == "2")
        #expect(answer.response.payload == Data("[1,2]".utf8))
        #expect(answer.request.url == "http://shop/items?size=2")
        #expect(answer.request.head.headerFields[.acceptLanguage] == "ja")
        #expect(answer.attempts.map(\.outcome) == ["status 203"])
    }

    @Test func 端点のヘッダはサービスのものに代わる() async throws {
        struct Special: API {
            typealias Service = Shop
            typealias Entity = NoContent

            let path: Path = "/"
            var headers: HTTPFields { [.accept: "text/csv"] }
        }
        let server = ClosureTransport { request, _ throws(TransportError) in .fixture(204, to: request) }
        var headers: HTTPFields = [.acceptLanguage: "ja", .userAgent: "shop"]
        headers.append(HTTPField(name: .accept, value: "text/html"))
        headers.append(HTTPField(name: .accept, value: "text/plain"))

        _ = try await Self.client(server, headers: headers).call(Special())

        #expect(
            server.requests.first?.head.headerFields
                == [.userAgent: "shop", .acceptLanguage: "ja", .accept: "text/csv"])
    }

    @Suite struct ページ {
        @Test func 求められたときにだけ次を取る() async throws {
            let server = ClosureTransport { request, number throws(TransportError) in
                .fixture(
                    200, "[\(number)]", headers: number < 3 ? link("/items?page=\(number + 2)") : [:], to: request)
            }
            let client = try client(server, headers: [.authorization: "Bearer t"])
            var pages: [[Int]] = []
            var requestsSoFar: [Int] = []

            for try await page in client.pages(of: Items()) {
                pages.append(page.entity)
                requestsSoFar.append(server.requests.count)
            }

            #expect(pages == [[0], [1], [2], [3]])
            #expect(requestsSoFar == [1, 2, 3, 4])
            #expect(
                server.requests.map(\.url) == [
                    "http://shop/items?size=2", "http://shop/items?page=2", "http://shop/items?page=3",
                    "http://shop/items?page=4",
                ])
            #expect(server.requests.allSatisfy { $0.head.headerFields[.authorization] == "Bearer t" })
        }

        @Test func 途中でやめれば次は取らない() async throws {
            let server = ClosureTransport { request, number throws(TransportError) in
                .fixture(200, "[\(number)]", headers: link("/items?page=\(number)"), to: request)
            }

            for try await page in try client(server).pages(of: Items()) where page.entity == [1] { break }

            #expect(server.requests.count == 2)
        }

        @Test(arguments: [
            ("http://shop", "http://evil.example/items"), ("https://shop", "http://shop/items"),
            ("https://shop", "http://shop:443/items"), ("http://shop", "https://shop/items"),
            ("https://shop", "https://shop:8443/items"), ("https://shop", "//evil.example/items"),
        ])
        func 別の宛先のページは取らずに失敗する(address: String, link next: String) async throws {
            let server = ClosureTransport { request, _ throws(TransportError) in
                .fixture(200, "[]", headers: link(next), to: request)
            }
            let client = try client(server, address, headers: [.authorization: "Bearer t"])

            let error = await #expect(throws: ErrorWrapper.self) {
                for try await _ in client.pages(of: Items()) {}
            }

            #expect(
                error?.causes.last.map { "\($0)" } == "the next page is of another scheme, host or port: \(next)")
            #expect(server.requests.count == 1)
        }

        @Test func 失敗したページの後はない() async throws {
            let server = ClosureTransport { request, number throws(TransportError) in
                .fixture(number == 0 ? 200 : 500, number == 0 ? "[]" : "", headers: link("/items?page=2"), to: request)
            }
            var pages = try client(server).pages(of: Items()).makeAsyncIterator()
            _ = try await pages.next(isolation: nil)

            await #expect(throws: ErrorWrapper.self) { try await pages.next(isolation: nil) }

            let after = try await pages.next(isolation: nil)
            #expect(after == nil)
            #expect(server.requests.count == 2)
        }
    }

    @Suite struct 流れる答え {
        @Test func 届いた分から進み具合とともに読める() async throws {
            let server = try LoopbackServer.answering(200, String(repeating: "x", count: 200_000))
            defer { server.stop() }
            let client = try client(NetworkTransport(), server.address)

            let stream = try await client.stream(Raw())
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
            let client = LiveAPIClient(
                Shop(address: try BaseAddress(server.address)), transport: NetworkTransport(), clock: clock,
                timeout: .seconds(3))
            let stream = try await client.stream(Raw())
            let reading = Task {
                var text = ""
                do throws(ErrorWrapper) {
                    for try await piece in stream { text += String(decoding: piece.data, as: UTF8.self) }
                    return (text, ErrorWrapper?.none)
                } catch {
                    return (text, error)
                }
            }
            // The timeout restarts with each piece. The sleeper may therefore belong to the first piece, whose time
            // then passes without effect.
            let time = Task {
                while !Task.isCancelled {
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(3))
                }
            }

            let (_, error) = await reading.value
            time.cancel()

            #expect(error?.service == .client(.ネットワーク接続不可))
            for await _ in hangUps {}
        }
    }
}

private func link(_ target: String) -> HTTPFields {
    [
        .init(literal: "Link"):
            "<http://shop/items?page=1>; rel=\"first\", <\(target)>; title=\"a, <b>; c\"; rel=\"prev next\""
    ]
}
