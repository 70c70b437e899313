#if Server
import CalearningDomain
import Foundation
import CalearningPresentation
import Testing
import Usecases
import UsecasesSystem
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let json = "Content-Type: application/json\r\n"
private let body = #"{"appDeviceKbn":11}"#

private func request(
    _ method: String = "POST", _ path: String = "/udids", headers: String = json, body: String = body
) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Sends a request, and compares the answer with the checked-in document.
private func answer(_ port: Int, _ method: String, _ path: String, to text: String) async throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    connection.send(text)
    let answer = try #require(await connection.answer())
    let contract = try OpenAPIContract()
    #expect(contract.complaints(method, path, answer) == [], "\(text.prefix(200))")
    return answer
}

@Suite(.timeLimit(.minutes(5))) struct サービスの契約 {
    @Test func 登録は新しいUDIDを返す() async throws {
        try await RunningService.run { port in
            let answer = try await answer(port, "POST", "/udids", to: request())

            #expect(answer.status == 201)
        }
    }

    @Test func 同じキーは同じUDIDを返し_別の内容は拒まれる() async throws {
        try await RunningService.run { port in
            let headers = json + "Idempotency-Key: k-1\r\n"

            let first = try await answer(port, "POST", "/udids", to: request(headers: headers))
            let second = try await answer(port, "POST", "/udids", to: request(headers: headers))
            let other = try await answer(
                port, "POST", "/udids", to: request(headers: headers, body: #"{"appDeviceKbn":12}"#))

            let statuses: [Int] = [first, second, other].map(\.status)
            #expect(statuses == [201, 200, 422])
            #expect(first.udid == second.udid)
            #expect(other.code == "IDEMPOTENCY_KEY_REUSED")
        }
    }

    @Test(arguments: ["/health", "/ready", "/metrics", "/openapi.json"])
    func 見張るための道はGETとHEADに答える(path: String) async throws {
        try await RunningService.run { port in
            let get = try await answer(port, "GET", path, to: request("GET", path, headers: "", body: ""))
            let connection = try RawConnection(port: port)
            connection.send(request("HEAD", path, headers: "Connection: close\r\n", body: ""))
            let head = RawAnswer.all(in: await connection.read(), isHead: true)

            #expect(get.status == 200)
            #expect(head.first?.status == 200)
            #expect(head.first?.headers["content-length"] == "\(get.body.count)")
        }
    }

    @Test func 契約の文書はそのまま渡される() async throws {
        try await RunningService.run { port in
            let answer = try await answer(
                port, "GET", "/openapi.json", to: request("GET", "/openapi.json", headers: "", body: ""))

            let document = try Repository.text(of: "Sources/Presentation/Server/openapi.json")
            #expect(answer.text == document)
        }
    }

    static let malformed = [
        "", "{", "[]", "null", "11", "\"11\"", "{}", #"{"appDeviceKbn":null}"#, #"{"appDeviceKbn":"11"}"#,
        #"{"appDeviceKbn":true}"#, #"{"appDeviceKbn":11.5}"#, #"{"appDeviceKbn":-1}"#, #"{"appDeviceKbn":10000}"#,
        #"{"appDeviceKbn":1e400}"#, #"{"appDeviceKbn":99999999999999999999}"#, #"{"appDeviceKbn":[11]}"#,
        #"{"appDeviceKbn":11}}"#, #"{"appDeviceKbn":11,}"#, #"{'appDeviceKbn':11}"#, #"{"appDeviceKbn":0x0B}"#,
        #"{"appDeviceKbn":NaN}"#, #"{"appDeviceKbn":+11}"#, #"{"appDeviceKbn":011}"#, #"{"APPDEVICEKBN":11}"#,
        "\u{FEFF}{\"appDeviceKbn\":11}", "{\"appDeviceKbn\":11}\0", #"{"appDeviceKbn":11,"appDeviceKbn":12}"#,
        String(repeating: "[", count: 16_000), #"{"a":"# + String(repeating: "[", count: 16_000),
    ]

    @Test(arguments: malformed) func 形の崩れた要求は400(body: String) async throws {
        try await RunningService.run { port in
            let answer = try await answer(port, "POST", "/udids", to: request(body: body))

            #expect(answer.status == 400, "\(body.prefix(100))")
            #expect(answer.code == "BAD_REQUEST")
        }
    }

    @Test(
        arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31, 0x7D], [0x80]] as [[UInt8]])
    func UTF8でない本文は400(bytes: [UInt8]) async throws {
        try await RunningService.run { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: \(bytes.count)\r\n\r\n")
            connection.send(bytes)

            let answer = try #require(await connection.answer())

            #expect(answer.status == 400)
        }
    }

    @Test(arguments: [
        #"{"appDeviceKbn":0}"#, #"{"appDeviceKbn":9999}"#, #"{"appDeviceKbn":11.0}"#,
        #" {"x":[{}],"appDeviceKbn" : 1.1e1 } "#,
    ])
    func 端にある値も受け取る(body: String) async throws {
        try await RunningService.run { port in
            let answer = try await answer(port, "POST", "/udids", to: request(body: body))

            #expect(answer.status == 201)
        }
    }

    @Test(arguments: [
        "", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonx\r\n",
    ])
    func JSONでなければ415(headers: String) async throws {
        try await RunningService.run { port in
            let answer = try await answer(port, "POST", "/udids", to: request(headers: headers))

            #expect(answer.status == 415)
        }
    }

    @Test func 種類に続く引数は構わない() async throws {
        try await RunningService.run { port in
            let answer = try await answer(
                port, "POST", "/udids", to: request(headers: "Content-Type: Application/JSON; charset=utf-8\r\n"))

            #expect(answer.status == 201)
        }
    }

    @Test(arguments: [
        "Idempotency-Key: \r\n", "Idempotency-Key: a b\r\n", "Idempotency-Key: あ\r\n",
        "Idempotency-Key: a\r\nIdempotency-Key: b\r\n",
        "Idempotency-Key: \(String(repeating: "a", count: 256))\r\n",
    ])
    func 使えないキーは400(header: String) async throws {
        try await RunningService.run { port in
            let answer = try await answer(port, "POST", "/udids", to: request(headers: json + header))

            #expect(answer.status == 400)
        }
    }

    @Test func 最も長いキーも使える() async throws {
        try await RunningService.run { port in
            let header = "Idempotency-Key: \(String(repeating: "~", count: 255))\r\n"

            let answer = try await answer(port, "POST", "/udids", to: request(headers: json + header))

            #expect(answer.status == 201)
        }
    }

    @Test func 知らない道は404() async throws {
        try await RunningService.run { port in
            for path in ["/", "/udid", "/udids/1", "/../etc/passwd", "/%00", "/" + String(repeating: "a", count: 4000)]
            {
                let answer = try await answer(port, "GET", path, to: request("GET", path, headers: "", body: ""))

                #expect(answer.status == 404)
            }
        }
    }

    @Test func 道にないメソッドは405() async throws {
        try await RunningService.run { port in
            for (method, path) in [
                ("GET", "/udids"), ("DELETE", "/udids"), ("POST", "/health"), ("PUT", "/metrics"),
                ("OPTIONS", "/ready"),
            ] {
                let answer = try await answer(port, method, path, to: request(method, path))

                #expect(answer.status == 405)
            }
        }
    }

    @Test func 大きすぎる本文は413() async throws {
        try await RunningService.run { port in
            let fits = #"{"appDeviceKbn":11}"# + String(repeating: " ", count: 16 * 1024 - 19)

            let largest = try await answer(port, "POST", "/udids", to: request(body: fits))
            let tooLarge = try await answer(port, "POST", "/udids", to: request(body: fits + " "))
            let chunked = try await answer(
                port, "POST", "/udids",
                to: "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Transfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: "1000\r\n\(String(repeating: " ", count: 0x1000))\r\n", count: 5))
            let announced = try await answer(
                port, "POST", "/udids",
                to: "POST /udids HTTP/1.1\r\nHost: a\r\n\(json)Content-Length: 1000000000000\r\n\r\n")

            let statuses: [Int] = [largest, tooLarge, chunked, announced].map(\.status)
            #expect(statuses == [201, 413, 413, 413])
        }
    }

    @Test func 度を越した要求は429で_いつ戻ればよいかを知る() async throws {
        let clock = ManualClock()
        try await RunningService.run(.fixture(rateLimit: 2), dependencies: .fixture(clock: clock)) { port in
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await answer(port, "POST", "/udids", to: request()).status) }
            let exempt = try await answer(port, "GET", "/health", to: request("GET", "/health", headers: "", body: ""))
            clock.advance(by: .milliseconds(500))
            let later = try await answer(port, "POST", "/udids", to: request())

            #expect(statuses == [201, 201, 429])
            #expect(exempt.status == 200)
            #expect(later.status == 201)
        }
    }

    /// The proxy has an address of operators, but is none of them when it does not name its client.
    @Test func 信頼するプロキシの後ろでは_クライアントごとに数え_プロキシ自身は運用者でない() async throws {
        var settings = ServerSettings.fixture(rateLimit: 1)
        settings.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
        let log = RecordedLog()
        try await RunningService.run(
            settings, dependencies: .fixture(clock: ManualClock()), telemetry: .fixture(logger: log.logger)
        ) { port in
            var statuses: [Int] = []
            for client in ["10.0.0.1:4711", "10.0.0.1", "\"[2001:db8::1]:443\""] {
                let text = request(headers: "\(json)X-Forwarded-For: \(client)\r\n")
                statuses.append(try await answer(port, "POST", "/udids", to: text).status)
            }
            let field = "X-Forwarded-For: "
            for header in ["", field + "unknown\r\n", field + "127.0.0.1\r\n"]
                + Array(repeating: field + "127.0.0.2\r\n", count: 3)
            {
                let text = request("GET", "/health", headers: header, body: "")
                statuses.append(try await answer(port, "GET", "/health", to: text).status)
            }
            _ = try await answer(
                port, "GET", "/health", to: request("GET", "/health", headers: field + "x\r\n", body: ""))

            #expect(statuses == [201, 429, 201, 200, 429, 429, 200, 200, 200])
        }
        #expect(log.lines.filter { $0.hasPrefix("warning: X-Forwarded-For is not an address") }.count == 1)
    }

    @Test func 登録簿が使えなければ503で_生きてはいる() async throws {
        let dependencies = Dependencies(clock: SystemClock(), randomSource: SeededRandomSource())
        try await RunningService.run(dependencies: dependencies) { port in
            let post = try await answer(port, "POST", "/udids", to: request())
            let ready = try await answer(port, "GET", "/ready", to: request("GET", "/ready", headers: "", body: ""))
            let health = try await answer(port, "GET", "/health", to: request("GET", "/health", headers: "", body: ""))

            let statuses: [Int] = [post, ready, health].map(\.status)
            #expect(statuses == [503, 503, 200])
            #expect(post.code == "SERVICE_UNAVAILABLE")
        }
    }
}
#endif
