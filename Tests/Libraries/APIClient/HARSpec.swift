import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct HARへの記録と再生 {
    private static let requests: [APIRequest] = [
        .fixture(.get, path: "/a?q=%E3%81%82&r="),
        .fixture(
            .post, path: "/b", headers: [.contentType: "application/json", .authorization: "Bearer s3cret"],
            body: HTTPBody(Data(#"{"password":"hunter2","name":"太郎"}"#.utf8)), secrets: ["hunter2"]),
        .fixture(.get, path: "/binary"),
        .fixture(.get, path: "/lost"),
        .fixture(.get, path: "/a?q=%E3%81%82&r="),
    ]

    private static func server() -> ClosureTransport {
        ClosureTransport { request, number throws(TransportError) in
            switch number {
            case 1:
                return .fixture(
                    201, #"{"access_token":"t0ken","echo":"hunter2"}"#,
                    headers: [.contentType: "application/json", .setCookie: "session=c00kie"], to: request)
            case 2:
                return APIResponse(
                    HTTPResponse(status: .ok, headerFields: [.contentType: "image/png"]),
                    body: .complete(Data([0x89, 0x50, 0xFF, 0x00])), to: request)
            case 3: throw TransportError(.disconnected(.connectionLost), request: request)
            default: return .fixture(200, "answer \(number)", headers: [.contentType: "text/plain"], to: request)
            }
        }
    }

    private static func outcomes(of transport: any HTTPTransport) async -> [String] {
        var outcomes: [String] = []
        for request in requests {
            do throws(TransportError) {
                let response = try await transport.exchange(request)
                let fields = response.head.headerFields.filter { !$0.isSecret }.map { "\($0.name): \($0.value)" }
                outcomes.append("\(response.head.status.code) \(fields) \(response.data.base64EncodedString())")
            } catch {
                outcomes.append("\(error.kind)")
            }
        }
        return outcomes
    }

    private static func recorded() async -> RecordingTransport {
        let recorder = RecordingTransport(server(), clock: ManualClock())
        _ = await outcomes(of: recorder)
        return recorder
    }

    @Test func ファイルを経て再生しても同じ結果になる() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/exchange.har")
        let recorder = RecordingTransport(Self.server(), clock: ManualClock())
        let real = await Self.outcomes(of: recorder)

        try recorder.har.write(to: file)
        let stub = try StubTransport(replaying: HAR(contentsOf: file), clock: ManualClock())
        let replayed = await Self.outcomes(of: stub)

        #expect(
            replayed.enumerated().filter { $0.offset != 1 }.map(\.element)
                == real.enumerated().filter { $0.offset != 1 }.map(\.element))
        let withoutSecrets = Data(#"{"access_token":"[redacted]","echo":"[redacted]"}"#.utf8).base64EncodedString()
        #expect(replayed[1] == #"201 ["Content-Type: application/json"] "# + withoutSecrets)
        try stub.verify()
    }

    @Test func 再生は厳格である() async throws {
        let har = await Self.recorded().har
        let stub = try StubTransport(replaying: har, clock: ManualClock())
        var other = Self.requests[1]
        other.body = HTTPBody(Data(#"{"password":"hunter2","name":"花子"}"#.utf8))

        let error = await #expect(throws: TransportError.self) { try await stub.exchange(other) }

        let message = error.map { "\($0)" } ?? ""
        #expect(message.hasSuffix(#"POST http://127.0.0.1:1/b with {"password":"[redacted]","name":"花子"} came"#))
        #expect(throws: StubTransport.Unmet.self) { try stub.verify() }
    }

    /// The members that the format requires: http://www.softwareishard.com/blog/har-12-spec/
    @Test func 他の道具で開ける形である() async throws {
        let data = try await Self.recorded().har.encoded()

        let log = try JSONValue(data)["log"]
        #expect(log?["version"]?.string == "1.2")
        #expect(log?["creator"]?["name"]?.string == "UsecasesAPIClient")
        let entries = try #require(log?["entries"]?.array)
        #expect(entries.count == 5)
        for entry in entries {
            #expect(entry["startedDateTime"]?.string == "2026-11-20T12:00:00.000Z")
            #expect(entry["cache"] != nil)
            for member in ["send", "wait", "receive"] { #expect(entry["timings"]?[member] != nil) }
            for member in [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ] {
                #expect(entry["request"]?[member] != nil, "\(member)")
            }
            for member in [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ] {
                #expect(entry["response"]?[member] != nil, "\(member)")
            }
        }
        #expect(entries[0]["request"]?["queryString"]?.array?.first?["value"]?.string == "あ")
        #expect(entries[2]["response"]?["content"]?["encoding"]?.string == "base64")
    }

    @Test(arguments: ["", "{}", #"{"log":{"version":"1.2"}}"#])
    func 読めないファイルは断る(text: String) throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/broken.har")
        try Data(text.utf8).write(to: file)

        #expect(throws: (any Error).self) { try HAR(contentsOf: file) }
    }

    @Test(arguments: [-1, 1, 99, 1000, Int.max, Int.min]) func HTTPにないステータスは再生しない(status: Int) async throws {
        let har = await Self.recorded().har
        let text = String(decoding: try har.encoded(), as: UTF8.self).replacing(
            #/"status" : 201/#, with: "\"status\" : \(status)")
        let foreign = try JSONDecoder().decode(HAR.self, from: Data(text.utf8))

        #expect(throws: (any Error).self) { try StubTransport(replaying: foreign, clock: ManualClock()) }
    }

    /// More header fields than a message can hold.
    @Test func 限りなく多いヘッダは再生しない() async throws {
        let har = await Self.recorded().har
        let pairs = Array(repeating: #"{"name":"X","value":""}"#, count: 70_000).joined(separator: ",")
        let text = String(decoding: try har.encoded(), as: UTF8.self).replacing(
            #/"headers" : \[\s*\{\s*"name" : "Content-Type",\s*"value" : "image/#,
            with: "\"headers\" : [\(pairs),{\"name\":\"C\",\"value\":\"image")
        let foreign = try JSONDecoder().decode(HAR.self, from: Data(text.utf8))

        #expect(throws: (any Error).self) { try StubTransport(replaying: foreign, clock: ManualClock()) }
    }

    @Test func 境界が毎回違うフォームも再生できる() async throws {
        func request() throws -> APIRequest {
            var form = MultipartForm()
            form.append("name", "太郎")
            return .fixture(
                .post, headers: [.contentType: "multipart/form-data; boundary=\(form.boundary)"],
                body: try form.body(secretReceiver: { _ in }))
        }
        let recorder = RecordingTransport(
            ClosureTransport { request, _ throws(TransportError) in .fixture(200, to: request) }, clock: ManualClock())
        _ = try await recorder.exchange(request())

        let stub = try StubTransport(replaying: recorder.har, clock: ManualClock())

        _ = try await stub.exchange(request())
    }
}
