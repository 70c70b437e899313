import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct スタブの輸送 {
    private static func stub(_ expected: ExpectedRequest..., clock: any Clock = ManualClock()) -> StubTransport {
        StubTransport(expected, clock: clock)
    }

    @Test func 待っていた要求に順を問わず答える() async throws {
        let stub = Self.stub(
            ExpectedRequest(.get, "/a", .response(200, "first")),
            ExpectedRequest(.post, "/a?b=c", body: "{}", .response(503, "second", headers: [.retryAfter: "1"])))

        let second = try await stub.exchange(.fixture(.post, path: "/a?b=c", body: HTTPBody(Data("{}".utf8))))
        let first = try await stub.exchange(.fixture(.get, path: "/a"))

        #expect(first.text == "first")
        #expect(second.head.status.code == 503)
        #expect(second.head.headerFields[.retryAfter] == "1")
        try stub.verify()
    }

    @Test func 答えは順に一度ずつで_待っていない要求は何を待っていたかとともに失敗する() async throws {
        let stub = Self.stub(
            ExpectedRequest(.get, "/", answers: [.response(503), .response(200, "ok")]),
            ExpectedRequest(.post, "/a", body: "{}", .response()))
        let unwanted = APIRequest.fixture(.post, path: "/a", body: HTTPBody(Data("[]".utf8)))

        let first = try await stub.exchange(.fixture()).head.status.code
        let early = await #expect(throws: TransportError.self) { try await stub.exchange(unwanted) }
        let second = try await stub.exchange(.fixture()).head.status.code
        _ = try await stub.exchange(.fixture(.post, path: "/a", body: HTTPBody(Data("{}".utf8))))
        let late = await #expect(throws: TransportError.self) { try await stub.exchange(.fixture()) }

        #expect(first == 503 && second == 200)
        #expect(
            early?.kind
                == .unexpected("GET /, POST /a with {} was expected, and POST http://127.0.0.1:1/a with [] came"))
        #expect(late?.kind == .unexpected("no request was expected, and GET http://127.0.0.1:1/ came"))
    }

    @Test func 囲んで使えば来なかった要求は確かめ忘れない() async throws {
        let expected = ["/a", "/b"].map { ExpectedRequest(.get, $0, .response()) }

        let error = await #expect(throws: StubTransport.Unmet.self) {
            try await StubTransport.expecting(expected, clock: ManualClock()) { stub in
                _ = try await stub.exchange(.fixture(.get, path: "/a"))
            }
        }

        #expect(error?.requests == ["GET /b"])
    }

    @Test func 遅れは時計の上だけで中断もできる() async throws {
        let clock = ManualClock()
        let stub = Self.stub(ExpectedRequest(.get, "/", .response(delay: .seconds(3600))), clock: clock)
        let exchange = Task { try await stub.exchange(.fixture()) }
        await clock.sleepers(1)

        exchange.cancel()

        let error = await #expect(throws: TransportError.self) { try await exchange.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func ファイルの応答はステータスとヘッダと遅れを持てる() async throws {
        let directory = TemporaryDirectory()
        let file = URL(filePath: directory.path + "/version.json")
        try Data("{}".utf8).write(to: file)
        let clock = ImmediateClock()
        let answer = try StubAnswer.fixture(file, status: 203, headers: [.eTag: "1"], delay: .milliseconds(500))

        let response = try await Self.stub(ExpectedRequest(.get, "/", answer), clock: clock).exchange(.fixture())

        #expect(response.text == "{}")
        #expect(response.head.status.code == 203)
        #expect(response.head.headerFields == [.eTag: "1"])
        #expect(clock.uptime == .milliseconds(500))
        #expect(throws: (any Error).self) { try StubAnswer.fixture(URL(filePath: directory.path + "/missing.json")) }
    }

    private static func request(
        limit: Int = .max, headers: HTTPFields = [.contentType: "text/plain"], isStreamed: Bool = false
    ) -> APIRequest {
        .fixture(
            .patch, path: "/a?b=%E3%81%82", headers: headers, body: HTTPBody(Data("本文".utf8)), responseLimit: limit,
            isStreamed: isStreamed)
    }

    @Test func 輸送の約束も守る() async throws {
        let body = Data([0, 0xFF, 0x0D, 0x0A]) + Data(count: 100_000)
        let answers = Array(repeating: StubAnswer.response(200, body), count: 4)
        let stub = Self.stub(ExpectedRequest(.patch, "/a?b=%E3%81%82", body: "本文", answers: answers))

        let whole = try await stub.exchange(Self.request(limit: body.count))
        let tooLarge = await #expect(throws: TransportError.self) {
            try await stub.exchange(Self.request(limit: body.count - 1))
        }
        let unsendable = await #expect(throws: TransportError.self) {
            try await stub.exchange(Self.request(headers: [.accept: "日本語"]))
        }
        let cancelled = await #expect(throws: TransportError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await stub.exchange(Self.request())
            }.value
        }
        let streamed = try await stub.exchange(Self.request(isStreamed: true)).collected()

        #expect(whole.data == body)
        #expect(whole.request == Self.request(limit: body.count))
        #expect(tooLarge?.kind == .tooLarge(limit: body.count - 1, status: 200))
        #expect(unsendable?.kind == .unsendable(.header(name: "Accept")))
        #expect(cancelled?.kind == .cancelled)
        #expect(streamed.data == body)
    }
}
