#if Server
import Foundation
import CalearningPresentation
import Testing
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let json = "Content-Type: application/json\r\n"
private let body = #"{"appDeviceKbn":11}"#
private let post = "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)"

/// Sends the text on a new connection. Returns all answers until it is closed.
private func answers(_ port: Int, to text: String) async throws -> [RawAnswer] {
    let connection = try RawConnection(port: port, sending: text)
    return await connection.answers()
}

@Suite(.timeLimit(.minutes(5))) struct HTTPの約束 {
    /// A path has one spelling. A proxy that hides it would not hide others.
    @Test(
        arguments: [
            (200, ["/health"], ["a", "a:80", "A.example.", "127.0.0.1:8000", "[::1]:8000", "[::1]", "x_y-z", ""]),
            (200, ["/metrics", "/metrics?x=1", "http://a/metrics"], ["a"]),
            (
                404,
                [
                    "/metrics/", "//metrics", "/%6detrics", "/metrics//", "/./metrics", "/x/../metrics", "/metrics;x",
                    "/Metrics", "http://a//metrics", "/metrics%2f", "/udids/", "/health/", "/",
                ], ["a"]
            ),
        ] as [(Int, [String], [String])])
    func 正しいHostと道にだけ答える(status: Int, paths: [String], hosts: [String]) async throws {
        try await RunningService.run { port in
            for path in paths {
                for host in hosts {
                    let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
                    try await expect(answers(port, to: request).map(\.status), equals: [status], "\(request)")
                }
            }
        }
    }

    @Test(arguments: [
        "Connection: close", "Connection: Close", "Connection: CLOSE", "Connection: keep-alive, close",
        "Connection: x\r\nConnection: close", "Connection:\tclose\t", "Connection: close,,\t keep-alive",
    ])
    func 閉じると言われたら答えてから閉じ_そう告げる(header: String) async throws {
        try await RunningService.run { port in
            let request = "GET /health HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\n"

            let answers = try await answers(port, to: request + request)

            #expect(answers.map(\.status) == [200])
            #expect(answers.first?.headers["connection"] == "close")
        }
    }

    @Test func 古いHTTPは一度で閉じ_望まれれば開いておく() async throws {
        try await RunningService.run { port in
            for (header, connections) in [
                ("", ["close"]), ("Connection: keep-alive\r\n", ["keep-alive", "close"]),
                ("Connection: keep-alive, close\r\n", ["close"]),
            ] {
                let both = "GET /health HTTP/1.0\r\n\(header)\r\nGET /health HTTP/1.0\r\n\r\n"
                try await expect(answers(port, to: both).map { $0.headers["connection"] }, equals: connections)
            }
        }
    }

    @Test(arguments: ["1000000", "9223372036854775807", "9223372036854775808", "18446744073709551615"])
    func 長すぎる本文は送られる前に413(length: String) async throws {
        try await RunningService.run { port in
            let plain = try await answers(port, to: "\(post)Content-Length: \(length)\r\n\r\n")
            let waiting = try await answers(
                port, to: "\(post)Expect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")

            #expect(plain.map(\.status) == [413])
            #expect(waiting.map(\.status) == [413])
            #expect(plain.first?.headers["connection"] == "close")
        }
    }

    @Test(arguments: [
        "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        "\(post)Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 19\r\n\r\n\(body)",
        "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n",
    ])
    func 別の約束への誘いには乗らず_答えて閉じる(text: String) async throws {
        try await RunningService.run { port in
            let connection = try RawConnection(port: port, sending: text)
            let limit = 64 * 1024 * 1024
            async let sent = connection.flood(String(repeating: "a", count: 65536), limit: limit)

            let answers = await connection.answers()

            #expect(answers.count == 1)
            #expect(answers.first?.headers["connection"] == "close")
            // The connection discards fewer bytes while it closes, and the system buffers fewer.
            #expect(await sent < limit / 4)
        }
    }
}
#endif
