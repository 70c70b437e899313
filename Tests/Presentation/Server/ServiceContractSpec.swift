#if Server
import CalearningDomain
import Foundation
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let json = "Content-Type: application/json\r\n"
private let device = Array(#"{"appDeviceKbn":11}"#.utf8)

/// Sends a request, and compares the answer with the checked-in document.
private func answer(
    _ port: Int, _ method: String = "POST", _ path: String = "/udids", headers: String = json, body: [UInt8] = device
) async throws -> RawAnswer {
    let connection = try RawConnection(port: port)
    connection.send(
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.count)\r\n\r\n")
    connection.send(body)
    let answer = try #require(await connection.answer())
    try expect(
        OpenAPIContract().complaints(method, path, answer), equals: [], "\(method) \(path) \(headers.prefix(200))")
    return answer
}

private func get(_ port: Int, _ path: String, headers: String = "") async throws -> RawAnswer {
    try await answer(port, "GET", path, headers: headers, body: [])
}

@Suite(.timeLimit(.minutes(5))) struct サービスの契約 {
    private let metrics = RecordedMetrics()

    private func count(of outcome: String) -> Double {
        metrics["calearning_registrations_total{outcome=\"\(outcome)\"}"] ?? 0
    }

    @Test func 同じキーは同じUDIDを返し_別の内容は拒まれる() async throws {
        try await RunningService.run(telemetry: .fixture(metrics: metrics)) { port in
            let headers = json + "Idempotency-Key: k-1\r\n"

            let first = try await answer(port, headers: headers)
            let second = try await answer(port, headers: headers)
            let other = try await answer(port, headers: headers, body: Array(#"{"appDeviceKbn":12}"#.utf8))

            #expect([first, second, other].map(\.status) == [201, 200, 422])
            #expect(first.udid == second.udid)
            #expect(other.code == "IDEMPOTENCY_KEY_REUSED")
        }
        #expect(["issued", "known", "refused", "failed"].map(count) == [1, 1, 1, 0])
    }

    @Test(arguments: ["/health", "/ready", "/metrics", "/openapi.json"])
    func 見張るための道はGETとHEADに答える(path: String) async throws {
        try await RunningService.run { port in
            let get = try await get(port, path)
            let connection = try RawConnection(port: port)
            connection.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let head = RawAnswer.all(in: await connection.read(), isHead: true)

            #expect(get.status == 200)
            #expect(head.first?.status == 200)
            #expect(head.first?.headers["content-length"] == "\(get.body.count)")
        }
    }

    @Test func 契約の文書はそのまま渡される() async throws {
        try await RunningService.run { port in
            let document = try Repository.text(of: "Sources/Presentation/Server/openapi.json")
            try await expect(get(port, "/openapi.json").text, equals: document)
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

    static let notUTF8: [[UInt8]] = [
        [0xFF, 0xFE, 0x7B, 0x00], [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31, 0x7D], [0x80],
    ]
    static let sound = [
        #"{"appDeviceKbn":11}"#, #"{"appDeviceKbn":0}"#, #"{"appDeviceKbn":9999}"#, #"{"appDeviceKbn":11.0}"#,
        #" {"x":[{}],"appDeviceKbn" : 1.1e1 } "#,
    ]
    static let otherTypes = [
        "", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: application/jsonx\r\n",
    ]
    static let unusableKeys = ["", "a b", "あ", "a\r\nIdempotency-Key: b", String(repeating: "a", count: 256)]

    private static func bytes(_ bodies: [String]) -> [[UInt8]] { bodies.map { Array($0.utf8) } }
    private static func padded(_ size: Int) -> [UInt8] {
        device + [UInt8](repeating: 0x20, count: size - device.count)
    }
    private static func withKey(_ key: String) -> String { "\(json)Idempotency-Key: \(key)\r\n" }

    static let registrations: [(Int, [String], [[UInt8]])] = [
        (201, [json], bytes(sound) + [padded(16 * 1024)]), (413, [json], [padded(16 * 1024 + 1)]),
        (400, [json], bytes(malformed) + notUTF8), (415, otherTypes, [device]),
        (201, ["Content-Type: Application/JSON; charset=utf-8\r\n"], [device]),
        (201, [withKey(String(repeating: "~", count: 255))], [device]), (400, unusableKeys.map(withKey), [device]),
    ]

    @Test(arguments: registrations)
    func 登録は契約どおりの要求だけを受け取る(status: Int, headers: [String], bodies: [[UInt8]]) async throws {
        try await RunningService.run { port in
            for header in headers {
                for body in bodies {
                    let answer = try await answer(port, headers: header, body: body)

                    #expect(answer.status == status, "\(header) \(String(decoding: body.prefix(100), as: UTF8.self))")
                    #expect((answer.code == "BAD_REQUEST") == (status == 400))
                }
            }
        }
    }

    @Test func 知らない道は404で_道にないメソッドは405() async throws {
        let paths = ["/", "/udid", "/udids/1", "/../etc/passwd", "/%00", "/" + String(repeating: "a", count: 4000)]
        let methods = [
            ("GET", "/udids"), ("DELETE", "/udids"), ("POST", "/health"), ("PUT", "/metrics"), ("OPTIONS", "/ready"),
        ]
        try await RunningService.run { port in
            for path in paths { try await expect(get(port, path).status, equals: 404) }
            for (method, path) in methods { try await expect(answer(port, method, path).status, equals: 405) }
        }
    }

    @Test func 度を越した要求は429で_いつ戻ればよいかを知る() async throws {
        let clock = ManualClock()
        try await RunningService.run(.fixture(rateLimit: 2), dependencies: .fixture(clock: clock)) { port in
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await answer(port).status) }
            let exempt = try await get(port, "/health")
            clock.advance(by: .milliseconds(500))
            let later = try await answer(port)

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
                statuses.append(try await answer(port, headers: "\(json)X-Forwarded-For: \(client)\r\n").status)
            }
            let field = "X-Forwarded-For: "
            for header in ["", field + "unknown\r\n", field + "127.0.0.1\r\n"]
                + Array(repeating: field + "127.0.0.2\r\n", count: 3)
            {
                statuses.append(try await get(port, "/health", headers: header).status)
            }
            _ = try await get(port, "/health", headers: field + "x\r\n")

            #expect(statuses == [201, 429, 201, 200, 429, 429, 200, 200, 200])
        }
        #expect(log.lines.filter { $0.hasPrefix("warning: X-Forwarded-For is not an address") }.count == 1)
    }

    @Test func 登録簿が使えなければ503で_生きてはいる() async throws {
        let dependencies = Dependencies(clock: SystemClock(), randomSource: SeededRandomSource())
        try await RunningService.run(dependencies: dependencies, telemetry: .fixture(metrics: metrics)) { port in
            let (post, ready, health) = (
                try await answer(port), try await get(port, "/ready"), try await get(port, "/health")
            )

            #expect([post, ready, health].map(\.status) == [503, 503, 200])
            #expect(post.code == "SERVICE_UNAVAILABLE")
        }
        #expect(["issued", "known", "refused", "failed"].map(count) == [0, 0, 0, 1])
    }
}
#endif
