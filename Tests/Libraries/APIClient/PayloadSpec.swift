import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite struct 要求の本文 {
    private struct Snakes: APIService {
        static let json = JSONFormat(keys: .snakeCase)
        let address: BaseAddress
    }

    private struct Anything: API {
        typealias Service = Snakes
        typealias Entity = NoContent

        let path: Path = "/x"
        let method: Method
    }

    /// Returns the request that is sent with the payload, with its body as text.
    private static func sent(_ payload: Payload) async throws -> (request: APIRequest, type: String?, body: String) {
        let transport = ClosureTransport.answering(204)
        let client = LiveAPIClient(
            Snakes(address: try BaseAddress("http://host")), transport: transport, clock: ManualClock())
        _ = try await client.call(Anything(method: .post(payload)))
        let request = try #require(transport.requests.first)
        return (
            request, request.head.headerFields[.contentType], String(decoding: try request.body.read(), as: UTF8.self)
        )
    }

    private struct Value: Encodable, Sendable {
        let htmlUrl = "a/b"
        let createdAt = Date(timeIntervalSince1970: 1_763_640_000.5)
        var name: String?
    }

    @Test func JSONはサービスの形で日付はISO8601() async throws {
        let (_, type, body) = try await Self.sent(.json(Value(name: "太郎")))

        #expect(type == "application/json")
        #expect(body == #"{"created_at":"2025-11-20T12:00:00Z","html_url":"a/b","name":"太郎"}"#)
        let written = try JSONFormat().encode(Value())
        #expect(String(decoding: written, as: UTF8.self) == #"{"createdAt":"2025-11-20T12:00:00Z","htmlUrl":"a/b"}"#)
    }

    @Test(arguments: [
        ("2026-11-20T12:00:00Z", 1_795_176_000.0), ("2026-11-20T12:00:00.250Z", 1_795_176_000.25),
        ("2026-11-20T21:00:00+09:00", 1_795_176_000.0), ("yesterday", nil),
    ])
    func 日付は端数があっても読み_日付でないものは断る(text: String, expected: Double?) throws {
        let date = try? JSONFormat().decode([Date].self, from: Data("[\"\(text)\"]".utf8))

        #expect(date == expected.map { [Date(timeIntervalSince1970: $0)] })
    }

    @Test func データとフォーム() async throws {
        let data = try await Self.sent(.data(Data("12".utf8), contentType: "application/x"))
        let form = try await Self.sent(.form(["a b": "c&d", "flag": true, "password": Secret("p"), "none": nil]))

        #expect(data.type == "application/x")
        #expect(data.body == "12")
        #expect(form.type == "application/x-www-form-urlencoded")
        #expect(form.body == "a+b=c%26d&flag=true&password=p")
        #expect(form.request.secrets == ["p"])
    }

    @Test func ファイルのあるフォーム() async throws {
        let directory = TemporaryDirectory()
        let file = URL(filePath: directory.path + "/写真 \"1\".png")
        try Data("PNG".utf8).write(to: file)
        var form = MultipartForm(boundary: "B")
        form.append("title", "夏\r\n休み")
        form.append("pass\r\nword", Secret("p"))
        form.append("photo", file: file, contentType: "image/png")
        form.append("raw", data: Data([0x30]), filename: "a\"\u{301}.bin")

        let (request, type, body) = try await Self.sent(.multipart(form))

        #expect(type == "multipart/form-data; boundary=B")
        #expect(
            body
                == [
                    "--B", #"Content-Disposition: form-data; name="title""#, "", "夏\r\n休み",
                    "--B", #"Content-Disposition: form-data; name="pass%0D%0Aword""#, "", "p",
                    "--B", #"Content-Disposition: form-data; name="photo"; filename="写真 %221%22.png""#,
                    "Content-Type: image/png", "", "PNG",
                    "--B", #"Content-Disposition: form-data; name="raw"; filename="a%22\#u{301}.bin""#,
                    "Content-Type: application/octet-stream", "", "0", "--B--", "",
                ].joined(separator: "\r\n"))
        #expect(request.secrets == ["p"])
    }

    @Test func ないファイルは送らずに断る() async throws {
        let missing = URL(filePath: "/nonexistent/file")
        var form = MultipartForm()
        form.append("file", file: missing)

        for payload in [Payload.file(missing, contentType: "text/plain"), .multipart(form)] {
            let error = await #expect(throws: ErrorWrapper.self) { try await Self.sent(payload) }
            #expect(error?.api?.stage == .building)
            #expect(error.map { "\($0.causes)" }?.contains("/nonexistent/file") == true)
        }
    }

    /// The new length of a file, or `nil` for a file that is removed.
    @Test(.timeLimit(.minutes(5)), arguments: [nil, 10, 200_000])
    func ファイルが変わっても初めの長さだけを送るか失敗する(newLength: Int?) async throws {
        let directory = TemporaryDirectory()
        let file = URL(filePath: directory.path + "/changing")
        try Data(count: 100_000).write(to: file)
        let body = try HTTPBody(file: file) + HTTPBody(Data("end".utf8))
        if let newLength {
            try Data(count: newLength).write(to: file)
        } else {
            try FileManager.default.removeItem(at: file)
        }
        let server = try LoopbackServer.answering(200, "")

        if newLength == 200_000 {
            _ = try await server.exchange(.put, body: body)
            #expect(server.requests.map(\.body.utf8.count) == [100_003])
        } else {
            let error = await server.failure(.put, body: body)
            #expect(error?.kind == .unsendable(.unreadableFiles))
        }
    }
}
