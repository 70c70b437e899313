import CalearningInfrastructure
import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct スタブの輸送 {
    private static let version = #"{"endpointVersion":"v4","apiVersion":4}"#

    @Test func 待っていた要求に答える() async throws {
        let stub = StubTransport(
            [
                ExpectedRequest(.get, "/a", .response(200, "first")),
                ExpectedRequest(.post, "/a?b=c", body: "{}", .response(503, "second", headers: [.retryAfter: "1"])),
            ], clock: ManualClock())

        let second = try await stub.exchange(.fixture(.post, path: "/a?b=c", body: HTTPBody(Data("{}".utf8))))
        let first = try await stub.exchange(.fixture(.get, path: "/a"))

        #expect(first.text == "first")
        #expect(second.head.status.code == 503)
        #expect(second.head.headerFields[.retryAfter] == "1")
        try stub.verify()
    }

    @Test func 答えは順に一度ずつ() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.get, "/", answers: [.response(503), .response(200, "ok")])], clock: ManualClock())

        let statuses = [
            try await stub.exchange(.fixture(.get)).head.status.code,
            try await stub.exchange(.fixture(.get)).head.status.code,
        ]
        let error = await #expect(throws: TransportError.self) { try await stub.exchange(.fixture(.get)) }

        #expect(statuses == [503, 200])
        #expect(error?.kind == .unexpected("no request was expected, and GET http://127.0.0.1:1/ came"))
    }

    @Test func 待っていない要求は何を待っていたかとともに失敗する() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.post, "/a", body: "{}", .response()), ExpectedRequest(.get, "/b", .response())],
            clock: ManualClock())

        let error = await #expect(throws: TransportError.self) {
            try await stub.exchange(.fixture(.post, path: "/a", body: HTTPBody(Data("[]".utf8))))
        }

        #expect(
            error?.kind
                == .unexpected(
                    "POST /a with {}, GET /b was expected, and POST http://127.0.0.1:1/a with [] came"))
    }

    @Test func 来なかった要求は確かめると分かる() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.get, "/a", .response()), ExpectedRequest(.get, "/b", .response())], clock: ManualClock())
        _ = try await stub.exchange(.fixture(.get, path: "/a"))

        let error = #expect(throws: StubTransport.Unmet.self) { try stub.verify() }

        #expect(error?.requests == ["GET /b"])
    }

    @Test func 囲んで使えば確かめ忘れることはない() async throws {
        await #expect(throws: StubTransport.Unmet.self) {
            try await StubTransport.expecting([ExpectedRequest(.get, "/a", .response())], clock: ManualClock()) { _ in }
        }
    }

    @Test func 遅れは時計の上だけで中断もできる() async throws {
        let clock = ManualClock()
        let stub = StubTransport([ExpectedRequest(.get, "/", .response(delay: .seconds(3600)))], clock: clock)
        let exchange = Task { try await stub.exchange(.fixture(.get)) }
        await clock.sleepers(1)

        exchange.cancel()

        let error = await #expect(throws: TransportError.self) { try await exchange.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func ファイルの応答はステータスとヘッダと遅れを持てる() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/version.json")
        try Data(Self.version.utf8).write(to: file)
        let clock = ImmediateClock()
        let stub = StubTransport(
            [
                ExpectedRequest(
                    .get, "/.data-api/version",
                    try .fixture(file, status: 203, headers: [.eTag: "1"], delay: .milliseconds(500)))
            ], clock: clock)

        let response = try await stub.exchange(.fixture(.get, path: "/.data-api/version"))

        #expect(response.text == Self.version)
        #expect(response.head.status.code == 203)
        #expect(response.head.headerFields == [.eTag: "1"])
        #expect(clock.uptime == .milliseconds(500))
        #expect(throws: (any Error).self) { try StubAnswer.fixture(URL(filePath: directory.path + "/missing.json")) }
    }

    @Test func 輸送の約束も守る() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.get, "/", answers: [.response(200, "12345"), .response(200, "12345")])],
            clock: ManualClock())

        let tooLarge = await #expect(throws: TransportError.self) {
            try await stub.exchange(.fixture(.get, responseLimit: 4))
        }
        let unsendable = await #expect(throws: TransportError.self) {
            try await stub.exchange(.fixture(.get, headers: [.accept: "日本語"]))
        }
        let streamed = try await stub.exchange(.fixture(.get, isStreamed: true))
        var text = ""
        for try await piece in try #require(streamed.stream) { text += String(decoding: piece, as: UTF8.self) }

        #expect(tooLarge?.kind == .tooLarge(limit: 4, status: 200))
        #expect(unsendable?.kind == .unsendable(.header(name: "Accept")))
        #expect(text == "12345")
    }

    @Test func 使い手には準備の誤りとして伝わる() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.get, "/zen", .failure(.disconnected(.timedOut)))], clock: ManualClock())
        let client = LiveAPIClient(
            MovableTypeAPIs(address: try BaseAddress("http://stub")), transport: stub, clock: ManualClock())

        let error = await #expect(throws: ErrorWrapper.self) { try await APIVersionedAPI(client: client).version() }

        #expect(
            error?.system
                == .mock(
                    .準備されたAPIスタブが呼び出されたAPIと合致しません(
                        message: "GET /zen was expected, and GET http://stub/.data-api/version came")))
    }
}
