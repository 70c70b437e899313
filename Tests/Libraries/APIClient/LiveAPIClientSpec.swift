import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct HTTPのAPIクライアント {
    private struct Register: API {
        typealias Service = ExampleAPIs
        struct Entity: Codable, Sendable {
            let udid: String
        }

        let path: Path = "/udids"
        let method = Method.post(.json(["kind": 11]))
        let headers: HTTPFields = [.idempotencyKey: "k-1"]
    }

    private static func failure(of server: LoopbackServer) async throws -> ErrorWrapper {
        defer { server.stop() }
        let client = try ExampleAPIs.client(NetworkTransport(), at: server.address)
        return try #require(await #expect(throws: ErrorWrapper.self) { try await client.call(Register()) })
    }

    /// Calls a server without a network and returns the error.
    private static func failure(answering status: Int, _ body: String) async throws -> ErrorWrapper {
        let client = try ExampleAPIs.client(ClosureTransport.answering(status, body))
        return try #require(await #expect(throws: ErrorWrapper.self) { try await client.call(Register()) })
    }

    @Test func 定義どおりの要求が基底アドレスの下に届き値が得られる() async throws {
        let server = try LoopbackServer.answering(201, #"{"udid":"u-1"}"#)
        defer { server.stop() }

        let entity = try await ExampleAPIs.client(NetworkTransport(), at: server.address + "/api/v1/")
            .call(Register())

        #expect(entity.udid == "u-1")
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.method == "POST")
        #expect(request.path == "/api/v1/udids")
        #expect(request.body == #"{"kind":11}"#)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["user-agent"] == "UsecasesAPIClient")
        #expect(request.headers["idempotency-key"] == "k-1")
        #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
    }

    @Suite struct 応答が得られない場合 {
        private static let offline = ErrorWrapper.service(error: .client(.networkUnreachable))
        private static let kinds: [(TransportError.Kind, ErrorWrapper)] = [
            (.disconnected(.cannotConnect), offline), (.disconnected(.hostNotFound), offline),
            (.tooLarge(limit: 9, status: 201), .system(error: .api(.exchangeFailed(statusCode: 201)))),
            (.unsendable(.noHost), .system(error: .api(.exchangeFailed(statusCode: nil)))),
            (.insecure, .system(error: .api(.exchangeFailed(statusCode: nil)))),
            (.proxy(status: 407), .system(error: .api(.exchangeFailed(statusCode: nil)))),
            (.other, .system(error: .api(.exchangeFailed(statusCode: nil)))),
            (.missingLibrary, .system(error: .api(.clientUnusable))),
            (.unreadableAuthorities, .system(error: .api(.clientUnusable))),
            (.unexpected("another"), .system(error: .mock(.stubMismatch(message: "another")))),
            (.cancelled, .system(error: .task(.interrupted))),
        ]

        @Test(arguments: kinds)
        func 輸送の失敗は種類ごとに領域のエラーになる(kind: TransportError.Kind, expected: ErrorWrapper) async throws {
            let client = try ExampleAPIs.client(
                ClosureTransport { _, _ throws(TransportError) in throw TransportError(kind) })

            let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Register()) }

            #expect(error?.service == expected.service && error?.system == expected.system)
            #expect(
                error?.args == ["method": "POST", "url": "http://host/udids", "params": #"{"kind":11}"#])
        }

        @Test func 時間が来るまで待ち_来たらネットワーク接続不可でサーバとの接続も切れる() async throws {
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let clock = ManualClock()
            let server = try LoopbackServer { connection in
                guard clock.uptime == .zero else {
                    connection.waitForHangUp()
                    return hangUp.finish()
                }
                clock.advance(by: .milliseconds(2999))
                connection.send(LoopbackServer.head(201, length: 14) + #"{"udid":"u-1"}"#)
            }
            defer { server.stop() }
            let client = try ExampleAPIs.client(NetworkTransport(), clock: clock, at: server.address)

            try await expect(client.call(Register()).udid, equals: "u-1")
            let call = Task { try await client.call(Register()) }
            try await eventually("the second request arrives") { server.requests.count == 2 }
            await clock.sleepers(1)
            clock.advance(by: .seconds(3))

            let error = await #expect(throws: ErrorWrapper.self) { try await call.value }
            #expect(error?.service == .client(.networkUnreachable))
            #expect(error.map { $0.causes.map { "\($0)" } } == ["timedOut", "no complete response within 3.0 seconds"])
            for await _ in hangUps {}
        }
    }

    @Suite struct サーバが断る場合 {
        @Test(arguments: [400, 401, 404, 429, 500, 503])
        func 取り決めた形式ならその内容とステータス(status: Int) async throws {
            let error = try await failure(
                answering: status, #"{"code":"E1","title":"Busy","message":"Come back later."}"#)

            #expect(
                error.service
                    == .server(ErrorResponse(code: "E1", title: "Busy", message: "Come back later."), status: status))
            #expect(error.args["method"] == "POST")
        }

        @Test(arguments: [
            (400, ""), (404, "{}"), (404, "no such book"), (500, "<html>Internal Server Error</html>"),
            (502, #"{"code":1}"#),
        ])
        func ほかの形式でもステータスは残る(status: Int, body: String) async throws {
            let error = try await failure(answering: status, body)

            #expect(
                error.service
                    == .server(
                        ErrorResponse(
                            code: "HTTP_\(status)", title: "HTTP \(status)",
                            message: "The service gave no reason in a known form."), status: status))
            #expect(error.api?.response?.text == body)
        }

        @Test func 四百四なら値はなく_ほかは失敗のまま() async throws {
            let answers = [(201, #"{"udid":"u-1"}"#, "u-1"), (404, "none", nil), (404, "{}", nil)]
            for (status, body, udid) in answers as [(Int, String, String?)] {
                let client = try ExampleAPIs.client(ClosureTransport.answering(status, body))
                try await expect(client.find(Register())?.udid, equals: udid)
            }
            for status in [200, 400, 410, 503] {
                let client = try ExampleAPIs.client(ClosureTransport.answering(status, "none"))
                let error = await #expect(throws: ErrorWrapper.self) { try await client.find(Register()) }
                #expect(error?.status == status)
            }
        }

        @Test(arguments: [301, 302, 303, 307, 308])
        func 別のホストへのリダイレクトには従わない(status: Int) async throws {
            let other = try LoopbackServer.answering(201, #"{"udid":"stolen"}"#)
            defer { other.stop() }

            let error = try await failure(of: .answering(status, "", headers: ["Location": other.address + "/udids"]))

            #expect(error.system == .api(.exchangeFailed(statusCode: status)))
            #expect("\(error.causes[0])".contains(other.address))
            #expect(other.requests.isEmpty)
        }
    }

    @Suite struct サーバの応答が読めない場合 {
        @Test(arguments: [
            (201, #"{"udid":"#), (201, "{}"), (201, #"{"udid":1}"#), (201, #"{"udid":null}"#), (200, "[]"),
            (200, "<html>"), (204, ""),
        ])
        func デシリアライズに失敗(status: Int, body: String) async throws {
            let error = try await failure(answering: status, body)

            #expect(error.system == .api(.responseUndecodable(status: status, responseJSON: body)))
            #expect("\(error.causes[0])" == "status \(status)")
            #expect(error.causes.last is UnreadableJSON)
        }

        @Test func 断りの本文が途中で壊れていればステータスだけ() async throws {
            let error = try await failure(
                of: .answering(404, #"{"code":"E","title":"T","message":"M"}"#, headers: ["Content-Encoding": "gzip"]))

            #expect(error.system == .api(.errorResponseUndecodable(status: 404, responseJSON: "")))
        }

        @Test func 長い応答は初めの千文字だけを_UTF8でない応答も残す() async throws {
            let long = try await failure(answering: 201, String(repeating: "が", count: 5000))
            let binary = try await failure(
                of: LoopbackServer { connection in
                    connection.send(LoopbackServer.head(201, length: 2))
                    connection.send([0xFF, 0x41])
                })

            let excerpts = [long, binary].map(\.system)
            #expect(
                excerpts == [
                    .api(.responseUndecodable(status: 201, responseJSON: String(repeating: "が", count: 1000))),
                    .api(.responseUndecodable(status: 201, responseJSON: "\u{FFFD}A")),
                ])
            #expect(long.api?.response?.payload.count == 15_000)
            #expect(long.api?.report.filter { $0 == "が" }.count == 1000)
        }
    }
}
