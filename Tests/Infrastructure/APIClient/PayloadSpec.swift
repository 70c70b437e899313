import CalearningInfrastructure
import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 要求の本文 {
    private struct Anything: API {
        typealias Service = GitHubAPIs
        typealias Entity = NoContent

        let path: Path = "/x"
        let method: Method
    }

    private static func request(_ payload: Payload) async throws -> APIRequest {
        let transport = ClosureTransport { request, _ throws(TransportError) in .fixture(204, to: request) }
        let client = LiveAPIClient(
            GitHubAPIs(address: try BaseAddress("http://host")), transport: transport, clock: ManualClock())
        _ = try await client.call(Anything(method: .post(payload)))
        return try #require(transport.requests.first)
    }

    private static func text(_ body: HTTPBody) throws -> String {
        String(decoding: try body.read(), as: UTF8.self)
    }

    private struct Value: Encodable, Sendable {
        var htmlUrl = "a/b"
        var createdAt = Date(timeIntervalSince1970: 1_763_640_000.5)
        var name: String? = "太郎"
    }

    @Test func JSONはサービスの形で日付はISO8601() async throws {
        let request = try await Self.request(.json(Value()))

        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(
            try Self.text(request.body)
                == #"{"created_at":"2025-11-20T12:00:00Z","html_url":"a/b","name":"太郎"}"#)
    }

    @Test func JSONの形は選べる() async throws {
        let request = try await Self.request(.json(Value(name: nil), JSONFormat(keys: .asWritten)))

        try expect(Self.text(request.body), equals: #"{"createdAt":"2025-11-20T12:00:00Z","htmlUrl":"a/b"}"#)
    }

    @Test(arguments: [
        ("2026-11-20T12:00:00Z", 1_795_176_000.0), ("2026-11-20T12:00:00.250Z", 1_795_176_000.25),
        ("2026-11-20T21:00:00+09:00", 1_795_176_000.0),
    ])
    func 日付は端数があっても読む(text: String, expected: Double) throws {
        let date = try JSONFormat().decode([Date].self, from: Data("[\"\(text)\"]".utf8))

        #expect(date == [Date(timeIntervalSince1970: expected)])
    }

    @Test func 日付でないものは断る() {
        #expect(throws: DecodingError.self) { try JSONFormat().decode([Date].self, from: Data(#"["yesterday"]"#.utf8)) }
    }

    @Test func 文とデータ() async throws {
        let text = try await Self.request(.text("こんにちは"))
        let data = try await Self.request(.data(Data([1, 2]), contentType: "application/x"))

        #expect(text.head.headerFields[.contentType] == "text/plain; charset=utf-8")
        try expect(Self.text(text.body), equals: "こんにちは")
        #expect(data.head.headerFields[.contentType] == "application/x")
        #expect(data.body.data == Data([1, 2]))
    }

    @Test func フォームとファイル() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/写真 \"1\".png")
        try Data("PNG".utf8).write(to: file)
        var form = MultipartForm(boundary: "B")
        form.append("title", "夏\r\n休み")
        form.append("pass\r\nword", Secret("p"))
        form.append("photo", file: file, contentType: "image/png")
        form.append("raw", data: Data([0x30]), filename: "a\"\u{301}.bin")

        let request = try await Self.request(.multipart(form))

        #expect(request.head.headerFields[.contentType] == "multipart/form-data; boundary=B")
        #expect(
            try Self.text(request.body)
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

    /// Reads the body with the parser of Python's standard library. That parser is independent of this encoder.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
    func フォームは他の道具でも読める() async throws {
        let directory = try TemporaryDirectory()
        var form = MultipartForm()
        form.append("name", "太郎 & --B")
        form.append("file", data: Data("a\"b".utf8), filename: "c.txt", contentType: "text/plain")
        let body = try form.body(secretReceiver: { _ in }).read()
        try (Data("Content-Type: multipart/form-data; boundary=\(form.boundary)\r\n\r\n".utf8) + body)
            .write(to: URL(filePath: directory.path + "/body"))
        let python = Process()
        let output = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            """
            import email, email.policy, sys
            message = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.HTTP)
            for part in message.iter_parts():
                print(part.get_param("name", header="content-disposition"), part.get_filename(),
                      part.get_payload(decode=True).decode().encode("unicode_escape").decode())
            """, directory.path + "/body",
        ]
        python.standardOutput = output
        try python.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        python.waitUntilExit()

        #expect(text == "name None \\u592a\\u90ce & --B\nfile c.txt a\"b\n")
    }

    @Test func ないファイルは送らずに断る() async throws {
        let missing = URL(filePath: "/nonexistent/file")
        var form = MultipartForm()
        form.append("file", file: missing)

        for payload in [Payload.file(missing, contentType: "text/plain"), .multipart(form)] {
            let error = await #expect(throws: ErrorWrapper.self) { try await Self.request(payload) }
            #expect(error?.api?.stage == .building)
            #expect(error.map { "\($0.causes)" }?.contains("/nonexistent/file") == true)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [0, 10, 200_000])
    func 一つのファイルが変わっても初めの長さだけを送るか失敗する(newLength: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/changing")
        try Data(count: 100_000).write(to: file)
        let body = try HTTPBody(file: file)
        if newLength == 0 {
            try FileManager.default.removeItem(at: file)
        } else {
            try Data(count: newLength).write(to: file)
        }
        let server = try LoopbackServer.answering(200, "")
        defer { server.stop() }
        let transport = NetworkTransport()
        let request = APIRequest.fixture(.put, server.address, body: body)

        if newLength > body.length {
            _ = try await transport.exchange(request)
            #expect(server.requests.map(\.body.utf8.count) == [100_000])
        } else {
            let error = await #expect(throws: TransportError.self) { try await transport.exchange(request) }
            #expect(error?.kind == .unsendable(.unreadableFiles))
        }
    }

    @Test(.timeLimit(.minutes(5))) func 送るあいだに縮んだファイルは失敗として伝わる() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/shrinking")
        try Data(count: 100_000).write(to: file)
        let body = try HTTPBody(file: file) + HTTPBody(Data("end".utf8))
        try Data(count: 10).write(to: file)
        let server = try LoopbackServer.answering(200, "")
        defer { server.stop() }
        let transport = NetworkTransport()

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(.fixture(.post, server.address, body: body))
        }

        #expect(error?.kind == .unsendable(.unreadableFiles))
    }
}
