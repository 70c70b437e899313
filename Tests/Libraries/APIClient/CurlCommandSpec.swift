import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesTesting

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

    /// Reads the word as POSIX defines it, scalar by scalar.
    @Test func どんな本文もシェルの一語になる() async {
        await forAll { choices in
            let scalars: [Unicode.Scalar] = ["a", "'", "\"", "\\", "$", "`", " ", "\n", "\r", "\u{301}", "あ"]
            return String(String.UnicodeScalarView(choices.list(1...8) { $0.one(of: scalars) }))
        } holds: { text in
            let command = APIRequest.fixture(.post, body: HTTPBody(Data(text.utf8))).curlCommand
            let start = try promised(command.firstRange(of: " --data-raw "))

            var (rest, isQuoted, read) = (command[start.upperBound...].unicodeScalars, false, "".unicodeScalars)
            while let scalar = rest.popFirst() {
                switch scalar {
                case "'": isQuoted.toggle()
                case "\\" where !isQuoted: read.append(try promised(rest.popFirst()))
                default:
                    try promise(isQuoted, "\(scalar) is quoted")
                    read.append(scalar)
                }
            }
            try promise(isQuoted, is: false)
            try promise(Array(read), is: Array(text.unicodeScalars))
        }
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
