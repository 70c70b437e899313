#if Server
import Foundation
import CalearningInfrastructure
import CalearningPresentation
import Testing
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let json = "Content-Type: application/json\r\n"
private let body = #"{"appDeviceKbn":11}"#
private let sound = "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 19\r\n\r\n\(body)"

private func isRefused(_ answer: RawAnswer?, _ status: Int = 400) throws -> Bool {
    guard let answer else { return false }
    return try answer.status == status && OpenAPIContract().errorComplaints(answer).isEmpty
}

private func expectToBeWell(_ port: Int) async throws {
    let connection = try RawConnection(port: port, sending: sound)
    await expect(connection.answer()?.status, equals: 201)
}

@Suite(.timeLimit(.minutes(5))) struct 悪意ある入力 {
    static let unreadable: [String] = [
        "GET  /health HTTP/1.1\r\nHost: a\r\n\r\n", "\r\nGET /health  HTTP/1.1\r\nHost: a\r\n\r\n",
        String(repeating: "\r\n", count: 40_000), "GARBAGE\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n", "get / HTTP/1.1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{03}\u{01}\u{00}\u{A5}\u{01}\u{00}",
        // A length contradicts the chunks. Request smuggling relies on disagreement about which of them ends the body.
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 19\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\nContent-Length: 19\r\n\r\n0\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 19\r\nContent-Length: 20\r\n\r\n\(body) ",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: -1\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 19x\r\n\r\n\(body)",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 99999999999999999999999\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n1;"
            + String(repeating: "a", count: 8000),
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n"
            + body.map { "1;a=\(String(repeating: "b", count: 1000))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: a\r\n", count: 2000))\r\n",
        "GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
        // RFC 9110 and RFC 9112 forbid them, although the decoder accepts them.
        "GET /health HTTP/1.1\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a@b\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a:x\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: [::1\r\n\r\n", "GET /health HTTP/1.1\r\nHost: a,b:99999999\r\n\r\n",
        "GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "GET health HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "GET ftp://a/health HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /h\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n", "GET /health#x HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: identity\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /udids HTTP/1.0\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]

    @Test(arguments: unreadable) func 読めない要求と規格に反する要求は400で閉じられる(text: String) async throws {
        try await RunningService.run { port in
            let connection = try RawConnection(port: port, sending: text)

            let answers = await connection.answers()

            #expect(answers.count == 1, "\(text.prefix(100))")
            #expect(try isRefused(answers.first), "\(text.prefix(100)) \(answers)")
            #expect(answers.first?.headers["connection"] == "close")
            try await expectToBeWell(port)
        }
    }

    @Test func 長さを偽る本文は記録されない() async throws {
        let registry = InMemoryDeviceRegistry()
        try await RunningService.run(dependencies: .fixture(clock: SystemClock(), deviceRegistry: registry)) { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 100\r\n\r\n\(body)")
            connection.finish()

            let answers = await connection.answers()

            #expect(answers.count == 1)
            #expect(try isRefused(answers.first))
            #expect(await registry.registrations.isEmpty)
        }
    }

    /// Hummingbird measures this time on its own clock.
    @Test(arguments: ["", "GET /hea"]) func 何も言わない相手は閉じられる(text: String) async throws {
        var settings = ServerSettings.fixture()
        settings.idleTimeout = .milliseconds(50)
        try await RunningService.run(settings) { port in
            let connection = try RawConnection(port: port, sending: text)

            let bytes = await connection.read()

            #expect(bytes.isEmpty)
        }
    }

    @Test func 終わりのない本文は413で閉じられる() async throws {
        try await RunningService.run { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n")
            let chunk = "8000\r\n\(String(repeating: " ", count: 0x8000))\r\n"
            async let sent = connection.flood(chunk, limit: 64 * 1024 * 1024)

            let answers = await connection.answers()

            #expect(await sent < 16 * 1024 * 1024)
            #expect(answers.count == 1)
            #expect(try isRefused(answers.first, 413))
            try await expectToBeWell(port)
        }
    }

    @Test func 答えを待たずに去る相手がいても続く() async throws {
        try await RunningService.run { port in
            for length in stride(from: 1, to: sound.utf8.count, by: 7) {
                let connection = try RawConnection(port: port)
                connection.send(sound.utf8.prefix(length))
            }

            try await expectToBeWell(port)
        }
    }

    @Test func でたらめなバイト列に500は返らない() async throws {
        try await RunningService.run { port in
            var random = SeededRandomSource.unpredictable()
            for _ in 0..<200 {
                var bytes = Array(sound.utf8)
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                let connection = try RawConnection(port: port)
                connection.send(bytes)
                connection.finish()

                let answers = await connection.answers()

                let complaints = try answers.flatMap { answer in
                    answer.status < 400 ? [] : try OpenAPIContract().errorComplaints(answer)
                }
                let comment: Comment = "\(String(decoding: bytes, as: UTF8.self)), \(random.comment)"
                #expect(complaints == [], comment)
                #expect(answers.allSatisfy { $0.status < 500 }, comment)
            }
        }
    }
}
#endif
