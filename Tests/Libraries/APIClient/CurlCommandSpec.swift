import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct cURLの行 {
    @Test func 読んで分かる一行() {
        let request = APIRequest.fixture(
            .post, "https://example.com", path: "/udids?x=1",
            headers: [.contentType: "application/json", .authorization: "Bearer t0ken"],
            body: HTTPBody(Data(#"{"name":"it's"}"#.utf8)))

        #expect(
            request.curlCommand == """
                curl --request POST 'https://example.com/udids?x=1' --header 'Content-Type: application/json' \
                --header 'Authorization: [redacted]' --data-raw '{"name":"it'\\''s"}'
                """)
    }

    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// curl sends the same request as the transport.
    @Test(
        .enabled(if: hasCurl, "needs curl"),
        arguments: [
            APIRequest.fixture(.get, path: "/a?b=%E3%81%82&c='%22$HOME"),
            .fixture(
                .get, headers: [.accept: "*/*", .init(literal: "X-Empty"): "", .init(literal: "X-Quote"): "'\"`$\\"]),
            .fixture(.delete),
            .fixture(
                .put, headers: [.contentType: "text/plain"], body: HTTPBody(Data("@file 'quoted' $x\n日本語 \\".utf8))),
        ])
    func シェルで実行すると同じ要求になる(request: APIRequest) async throws {
        let server = try LoopbackServer.answering(200, "ok")
        defer { server.stop() }
        var request = request
        request.head.authority = "127.0.0.1:\(server.port)"

        _ = try await NetworkTransport().exchange(request)
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", request.curlCommand + " --silent"]
        shell.standardOutput = Pipe()
        try shell.run()
        shell.waitUntilExit()

        #expect(shell.terminationStatus == 0)
        let sent = server.requests
        #expect(sent.count == 2)
        #expect(sent.map(\.method) == Array(repeating: request.head.method.rawValue, count: 2))
        #expect(Set(sent.map(\.path)).count == 1)
        #expect(Set(sent.map(\.body)).count == 1)
        for field in request.head.headerFields {
            #expect(sent.map { $0.headers[field.name.canonicalName] } == [field.value, field.value])
        }
    }
}
