import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

/// The transports at the bottom of a stack. They are a network, a stub, or a replayed recording.
enum BottomTransport: String, CaseIterable, Sendable {
    case network, stub, replay

    struct Answer: Sendable {
        var status = 200
        var headers: HTTPFields = [.contentType: "text/plain"]
        var body = Data()
    }

    /// Exchanges the request with a server or stub that gives this answer.
    func exchange(_ request: APIRequest, answering answer: Answer) async throws -> APIResponse {
        switch self {
        case .network:
            let server = try LoopbackServer { connection in
                let fields = answer.headers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
                let length = [204, 304].contains(answer.status) ? "" : "Content-Length: \(answer.body.count)\r\n"
                connection.send("HTTP/1.1 \(answer.status) Status\r\nConnection: close\r\n\(length)\(fields)\r\n")
                connection.send(answer.body)
            }
            defer { server.stop() }
            var request = request
            request.head.authority = "127.0.0.1:\(server.port)"
            return try await NetworkTransport().exchange(request)
        case .stub: return try await stub(for: request, answer).exchange(request)
        case .replay:
            let recorder = RecordingTransport(stub(for: request, answer), clock: ManualClock())
            var recorded = request
            recorded.responseLimit = .max
            recorded.isStreamed = false
            _ = try await recorder.exchange(recorded)
            return try await StubTransport(replaying: recorder.har, clock: ManualClock()).exchange(request)
        }
    }

    private func stub(for request: APIRequest, _ answer: Answer) -> StubTransport {
        StubTransport(
            [
                ExpectedRequest(
                    request.head.method, request.head.path ?? "",
                    .response(answer.status, answer.body, headers: answer.headers))
            ], clock: ManualClock())
    }
}

@Suite(.timeLimit(.minutes(5))) struct どの輸送でも同じ契約 {
    private static let request = APIRequest.fixture(.get, "http://127.0.0.1:1", path: "/a?b=%E3%81%82")

    @Test(arguments: BottomTransport.allCases, [HTTPRequest.Method.get, .post, .put, .patch, .delete, .options])
    func メソッド(bottom: BottomTransport, method: HTTPRequest.Method) async throws {
        let hasBody = [.post, .put, .patch, .delete].contains(method)
        let request = APIRequest.fixture(
            method, path: "/x", headers: hasBody ? [.contentType: "text/plain"] : [:],
            body: hasBody ? HTTPBody(Data("本文".utf8)) : .empty)

        let response = try await bottom.exchange(request, answering: .init(body: Data("ok".utf8)))

        #expect(response.text == "ok")
        #expect(response.request.head.method == method)
        #expect(response.request.body == request.body)
    }

    @Test(arguments: BottomTransport.allCases, [200, 201, 204, 301, 304, 400, 404, 429, 500, 503])
    func ステータス(bottom: BottomTransport, status: Int) async throws {
        let response = try await bottom.exchange(Self.request, answering: .init(status: status))

        #expect(response.head.status.code == status)
        #expect(response.data.isEmpty)
    }

    @Test(arguments: BottomTransport.allCases)
    func ヘッダ(bottom: BottomTransport) async throws {
        var headers: HTTPFields = [.eTag: "\"1\"", .init(literal: "X-Empty"): ""]
        headers.append(HTTPField(name: .init(literal: "X-Twice"), value: "a"))
        headers.append(HTTPField(name: .init(literal: "X-Twice"), value: "b"))

        let received = try await bottom.exchange(Self.request, answering: .init(headers: headers)).head.headerFields

        #expect(received[.eTag] == "\"1\"")
        #expect(received[.init(literal: "X-Empty")] == "")
        #expect(received[.init(literal: "X-Twice")]?.replacing(" ", with: "") == "a,b")
    }

    @Test(arguments: BottomTransport.allCases, [Data(), Data([0, 0xFF, 0x0D, 0x0A]), Data(count: 100_000)])
    func 本文と上限(bottom: BottomTransport, body: Data) async throws {
        var request = Self.request
        request.responseLimit = body.count

        let response = try await bottom.exchange(request, answering: .init(body: body))

        #expect(response.data == body)
        guard !body.isEmpty else { return }
        request.responseLimit = body.count - 1
        let strict = request
        let error = await #expect(throws: TransportError.self) {
            try await bottom.exchange(strict, answering: .init(body: body))
        }
        #expect(error?.kind == .tooLarge(limit: body.count - 1, status: 200))
    }

    @Test(arguments: BottomTransport.allCases)
    func 流れ(bottom: BottomTransport) async throws {
        var request = Self.request
        request.isStreamed = true

        let response = try await bottom.exchange(request, answering: .init(body: Data("piece by piece".utf8)))

        var text = ""
        for try await piece in try #require(response.stream) { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "piece by piece")
    }

    @Test(arguments: [BottomTransport.network, .stub])
    func 送れない要求と中断(bottom: BottomTransport) async throws {
        var request = Self.request
        request.head.headerFields[.userAgent] = "太郎"
        let unsendable = request

        let refused = await #expect(throws: TransportError.self) {
            try await bottom.exchange(unsendable, answering: .init())
        }
        let cancelled = await #expect(throws: TransportError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await bottom.exchange(Self.request, answering: .init())
            }.value
        }

        #expect(refused?.kind == .unsendable(.header(name: "User-Agent")))
        #expect(cancelled?.kind == .cancelled)
    }
}
