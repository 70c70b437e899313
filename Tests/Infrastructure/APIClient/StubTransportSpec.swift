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

    private static func request(
        limit: Int, headers: HTTPFields = [.contentType: "text/plain"], isStreamed: Bool = false
    ) -> APIRequest {
        .fixture(
            .patch, path: "/a?b=%E3%81%82", headers: headers, body: HTTPBody(Data("本文".utf8)), responseLimit: limit,
            isStreamed: isStreamed)
    }

    /// A stub is prepared, or replays a recording.
    @Test(arguments: [false, true]) func 輸送の約束も守る(isReplayed: Bool) async throws {
        let body = Data([0, 0xFF, 0x0D, 0x0A]) + Data(count: 100_000)
        let answers = Array(repeating: StubAnswer.response(200, body), count: 4)
        let prepared = StubTransport(
            [ExpectedRequest(.patch, "/a?b=%E3%81%82", body: "本文", answers: answers)], clock: ManualClock())
        let recorder = RecordingTransport(prepared, clock: ManualClock())
        if isReplayed { for _ in answers { _ = try await recorder.exchange(Self.request(limit: .max)) } }
        let stub = try isReplayed ? StubTransport(replaying: recorder.har, clock: ManualClock()) : prepared

        let whole = try await stub.exchange(Self.request(limit: body.count))
        let tooLarge = await #expect(throws: TransportError.self) {
            try await stub.exchange(Self.request(limit: body.count - 1))
        }
        let unsendable = await #expect(throws: TransportError.self) {
            try await stub.exchange(Self.request(limit: .max, headers: [.accept: "日本語"]))
        }
        let cancelled = await #expect(throws: TransportError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await stub.exchange(Self.request(limit: .max))
            }.value
        }
        let streamed = try await stub.exchange(Self.request(limit: .max, isStreamed: true))
        var pieces = Data()
        for try await piece in try #require(streamed.stream) { pieces += piece }

        #expect(whole.data == body)
        #expect(whole.request == Self.request(limit: body.count))
        #expect(tooLarge?.kind == .tooLarge(limit: body.count - 1, status: 200))
        #expect(unsendable?.kind == .unsendable(.header(name: "Accept")))
        #expect(cancelled?.kind == .cancelled)
        #expect(pieces == body)
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
