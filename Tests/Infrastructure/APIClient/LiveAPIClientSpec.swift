import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesSystem
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct HTTPのAPIクライアント {
    private static let key = "0198c1a2-7b3c-7def-8123-456789abcdef"
    private static let udidRequest = BackendAPIs.Register(installation: InstallationKey(fixture: key))

    private static func client(
        _ address: String, clock: any Clock = ManualClock(), timeout: Duration = .seconds(8)
    ) throws -> LiveAPIClient<BackendAPIs> {
        LiveAPIClient(
            BackendAPIs(address: try BaseAddress(address)), transport: NetworkTransport(), clock: clock,
            timeout: timeout)
    }

    /// Calls the server once and returns the error.
    private static func failure(of server: LoopbackServer) async throws -> ErrorWrapper {
        defer { server.stop() }
        let client = try client(server.address)
        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(udidRequest) }
        return try #require(error)
    }

    @Suite struct サーバがUDIDを返す場合 {
        @Test func 定義どおりの要求が届きUDIDが得られる() async throws {
            let server = try LoopbackServer.answering(201, #"{"udid":"u-1"}"#)
            defer { server.stop() }

            let entity = try await client(server.address).call(udidRequest)

            #expect(entity.udid == UDID("u-1"))
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == "POST")
            #expect(request.path == "/udids")
            #expect(request.body == #"{"appDeviceKbn":11}"#)
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["accept"] == "application/json")
            #expect(request.headers["user-agent"] == "UsecasesAPIClient")
            #expect(request.headers["idempotency-key"] == key)
            #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
        }

        @Test func 基底アドレスのパスの下に届く() async throws {
            let server = try LoopbackServer.answering(200, #"{"udid":"u-1"}"#)
            defer { server.stop() }

            _ = try await client(server.address + "/api/v1/").call(udidRequest)

            #expect(server.requests.map(\.path) == ["/api/v1/udids"])
        }
    }

    @Suite struct 応答が得られない場合 {
        private static let kinds: [(TransportError.Kind, ErrorWrapper)] = [
            (.disconnected(.cannotConnect), .service(error: .client(.ネットワーク接続不可))),
            (.disconnected(.hostNotFound), .service(error: .client(.ネットワーク接続不可))),
            (.tooLarge(limit: 9, status: 201), .system(error: .api(.その他のエラー(statusCode: 201)))),
            (.unsendable(.noHost), .system(error: .api(.その他のエラー(statusCode: nil)))),
            (.insecure, .system(error: .api(.その他のエラー(statusCode: nil)))),
            (.proxy(status: 407), .system(error: .api(.その他のエラー(statusCode: nil)))),
            (.other, .system(error: .api(.その他のエラー(statusCode: nil)))),
            (.missingLibrary, .system(error: .api(.クライアントの初期化に失敗))),
            (.unreadableAuthorities, .system(error: .api(.クライアントの初期化に失敗))),
            (.unexpected("another"), .system(error: .mock(.準備されたAPIスタブが呼び出されたAPIと合致しません(message: "another")))),
            (.cancelled, .system(error: .task(.中断))),
        ]

        @Test(arguments: kinds) func 輸送の失敗は種類ごとに領域のエラーになる(kind: TransportError.Kind, expected: ErrorWrapper)
            async throws
        {
            let client = LiveAPIClient(
                BackendAPIs(address: try BaseAddress("http://127.0.0.1:1")),
                transport: ClosureTransport { _, _ throws(TransportError) in throw TransportError(kind) },
                clock: ManualClock(), timeout: .seconds(8))

            let error = await #expect(throws: ErrorWrapper.self) { try await client.call(udidRequest) }

            #expect(error?.service == expected.service && error?.system == expected.system)
            #expect(
                error?.args == [
                    "method": "POST", "url": "http://127.0.0.1:1/udids", "params": #"{"appDeviceKbn":11}"#,
                ])
        }
    }

    @Suite struct 応答が来ない場合 {
        @Test func 時間が来たらネットワーク接続不可でサーバとの接続も切れる() async throws {
            let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
            let server = try LoopbackServer { connection in
                connection.waitForHangUp()
                hangUp.finish()
            }
            defer { server.stop() }
            let clock = ManualClock()
            let client = try client(server.address, clock: clock, timeout: .seconds(3))
            let call = Task { try await client.call(udidRequest) }
            await server.requestArrived()
            await clock.sleepers(1)

            clock.advance(by: .seconds(3))

            let error = await #expect(throws: ErrorWrapper.self) { try await call.value }
            #expect(error?.service == .client(.ネットワーク接続不可))
            #expect(error.map { $0.causes.map { "\($0)" } } == ["timedOut", "no complete response within 3.0 seconds"])
            for await _ in hangUps {}
        }

        @Test func 時間が来るまでは待つ() async throws {
            let clock = ManualClock()
            let server = try LoopbackServer { connection in
                clock.advance(by: .milliseconds(2999))
                connection.send(LoopbackServer.head(201, length: 14) + #"{"udid":"u-1"}"#)
            }
            defer { server.stop() }
            let client = try client(server.address, clock: clock, timeout: .seconds(3))

            let entity = try await client.call(udidRequest)

            #expect(entity.udid == UDID("u-1"))
        }
    }

    @Suite struct サーバが断る場合 {
        private static let agreed = #"{"code":"E1","title":"Busy","message":"Come back later."}"#

        @Test(arguments: [400, 401, 404, 429, 500, 503])
        func 取り決めた形式ならその内容とステータス(status: Int) async throws {
            let error = try await failure(of: .answering(status, Self.agreed))

            #expect(
                error.service
                    == .server(ErrorResponse(code: "E1", title: "Busy", message: "Come back later."), status: status),
                "\(error) \(error.causes)")
            #expect(error.args["method"] == "POST")
        }

        @Test(arguments: [(400, ""), (404, "{}"), (500, "<html>Internal Server Error</html>"), (502, #"{"code":1}"#)])
        func 別の形式ならデシリアライズに失敗(status: Int, body: String) async throws {
            let error = try await failure(of: .answering(status, body))

            #expect(error.system == .api(.エラーレスポンスのデシリアライズに失敗(status: status, responseJSON: body)))
            #expect("\(error.causes[0])" == "status \(status)")
            #expect(error.causes.last is UnreadableJSON)
        }
    }

    @Suite struct サーバの成功が読めない場合 {
        @Test(arguments: [
            (201, #"{"udid":"#), (201, "{}"), (201, #"{"udid":""}"#), (201, #"{"udid":1}"#), (201, #"{"udid":"a b"}"#),
            (201, #"{"udid":null}"#), (200, "[]"), (200, "<html>"), (201, ""), (204, ""),
        ])
        func デシリアライズに失敗(status: Int, body: String) async throws {
            let error = try await failure(of: .answering(status, body))

            #expect(error.system == .api(.レスポンスのデシリアライズに失敗(status: status, responseJSON: body)))
            #expect("\(error.causes[0])" == "status \(status)")
            #expect(error.causes.last is UnreadableJSON)
        }

        @Test func 長い応答は初めの千文字だけを残す() async throws {
            let error = try await failure(of: .answering(201, String(repeating: "が", count: 5000)))

            let excerpt = String(repeating: "が", count: 1000)
            #expect(error.system == .api(.レスポンスのデシリアライズに失敗(status: 201, responseJSON: excerpt)))
        }

        @Test func UTF8でない応答も残す() async throws {
            let server = try LoopbackServer { connection in
                connection.send(LoopbackServer.head(201, length: 2))
                connection.send([0xFF, 0x41])
            }

            let error = try await failure(of: server)

            #expect(error.system == .api(.レスポンスのデシリアライズに失敗(status: 201, responseJSON: "\u{FFFD}A")))
        }
    }

    @Suite struct それ以外の場合 {
        @Test(arguments: [301, 302, 303, 307, 308])
        func 別のホストへのリダイレクトには従わない(status: Int) async throws {
            let other = try LoopbackServer.answering(201, #"{"udid":"stolen"}"#)
            defer { other.stop() }

            let error = try await failure(of: .answering(status, "", headers: ["Location": other.address + "/udids"]))

            #expect(error.system == .api(.その他のエラー(statusCode: status)))
            #expect("\(error.causes[0])".contains(other.address))
            #expect(other.requests.isEmpty)
        }
    }
}
