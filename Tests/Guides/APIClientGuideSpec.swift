import Foundation
import HTTPTypes
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesCombine
import UsecasesSystem
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The examples of docs/how-to/call-an-http-service.md, verbatim. This target has only public access to the libraries.
@Suite(.timeLimit(.minutes(5))) struct APIクライアントの手引き {
    struct Weather: APIService {
        static let json = JSONFormat(keys: .snakeCase)
        let address: BaseAddress
    }

    struct Forecast: API {
        typealias Service = Weather
        struct Entity: Codable, Sendable, Equatable {
            let maximumCelsius: Double
        }
        let city: String
        var path: Path { "/forecast/\(city)" }
        var query: Query { ["days": 3, "fields": ["maximum", "wind"]] }
    }

    struct Report: API {
        typealias Service = Weather
        struct Observation: Encodable, Sendable {
            let station: String
            let measuredAt: Date
            let password: Secret
        }
        typealias Entity = NoContent
        let observation: Observation
        let path: Path = "/observations"
        var method: Method { .post(.json(observation)) }
        var headers: HTTPFields { [.acceptLanguage: "ja"] }
    }

    struct Remaining: API {
        typealias Service = Weather
        let path: Path = "/quota"
        let method = Method.head

        func deserialize(_ response: ReceivedResponse) throws -> Int? {
            response.headers[.init(literal: "X-Remaining")].flatMap { Int($0) }
        }
    }

    private struct Radar: API {
        typealias Service = Weather
        typealias Entity = Data
        let path: Path = "/radar"
    }

    private struct Stations: API {
        typealias Service = Weather
        typealias Entity = [String]
        let path: Path = "/stations"
    }

    private struct Login: API {
        typealias Service = Weather
        struct Entity: Decodable, Sendable {
            let accessToken: Secret
            let expiresIn: Int

            var expiry: Timestamp { Timestamp(milliseconds: Int64(expiresIn)) }
        }
        let password: Secret
        let path: Path = "/login"
        var method: Method { .post(.form(["password": password])) }
    }

    struct Introduction: HTTPTransport {
        let base: any HTTPTransport
        let name: String

        func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
            var request = request
            request.head.headerFields[.userAgent] = name
            return try await base.exchange(request)
        }
    }

    /// The displayed, printed and written output of the examples.
    private final class Shown: Sendable {
        private let state = Mutex<[String]>([])
        var all: [String] { state.withLock { $0 } }
        func add(_ values: Any?...) {
            let text = values.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " ")
            state.withLock { $0.append(text) }
        }
    }

    private let shown = Shown()
    private let clock = ManualClock()
    private let randomSource = SeededRandomSource()
    private static let forecast = "/forecast/%E6%9D%B1%E4%BA%AC?days=3&fields=maximum&fields=wind"
    private static let sunny = #"{"maximum_celsius":21.5}"#

    private var address: BaseAddress {
        get throws { try BaseAddress("http://weather") }
    }

    @Sendable private func show(_ values: Any?...) {
        shown.add(values.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " "))
    }

    private func client(_ expected: [ExpectedRequest]) throws -> LiveAPIClient<Weather> {
        LiveAPIClient(Weather(address: try address), transport: StubTransport(expected, clock: clock), clock: clock)
    }

    @Test func 呼ぶ() async throws {
        let address = try address
        let transport = StubTransport(
            [ExpectedRequest(.get, Self.forecast, answers: Array(repeating: .response(200, Self.sunny), count: 3))],
            clock: clock)

        let client = LiveAPIClient(Weather(address: address), transport: transport, clock: clock, timeout: .seconds(8))

        let forecast = try await client.call(Forecast(city: "東京"))

        #expect(forecast == Forecast.Entity(maximumCelsius: 21.5))
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let shown = shown
        let show: @Sendable (Any) -> Void = { value in
            shown.add(value)
            end.finish()
        }

        let call = client.call(Forecast(city: "東京")) { result in
            switch result {
            case .success(let forecast): show(forecast)
            case .failure(let error): show(error)
            }
        }

        for await _ in ends {}
        call.cancel()
        #expect(shown.all == ["\(forecast)"])
    }

    @Test func パブリッシャで呼ぶ() async throws {
        let client = try client([ExpectedRequest(.get, Self.forecast, .response(200, Self.sunny))])
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let finish: (Any) -> Void = { _ in end.finish() }

        let subscription = client.publisher(for: Forecast(city: "東京"))
            .map(\.maximumCelsius)
            .sink { completion in
                finish(completion)
            } receiveValue: { celsius in
                show(celsius)
            }

        for await _ in ends {}
        subscription.cancel()
        #expect(shown.all == ["21.5"])
    }

    @Test func 送る() async throws {
        let observation = Report.Observation(
            station: "東京", measuredAt: Date(timeIntervalSince1970: 0), password: "p4ss")
        let stub = StubTransport(
            [
                ExpectedRequest(
                    .post, "/observations",
                    body: #"{"measured_at":"1970-01-01T00:00:00Z","password":"[redacted]","station":"東京"}"#,
                    .response(204))
            ], clock: clock)
        let client = LiveAPIClient(Weather(address: try address), transport: stub, clock: clock)

        let answer = try await client.answer(to: Report(observation: observation))

        #expect(answer.request.head.headerFields[.acceptLanguage] == "ja")
        #expect(try String(decoding: answer.request.body.read(), as: UTF8.self).contains("p4ss"))
    }

    @Test func ファイルを送る() throws {
        let directory = try TemporaryDirectory()
        let photo = URL(filePath: directory.path + "/photo.jpeg")
        try Data("JPEG".utf8).write(to: photo)

        var form = MultipartForm()
        form.append("title", "夏休み")
        form.append("photo", file: photo, contentType: "image/jpeg")
        let method = Method.post(.multipart(form))

        #expect("\(method)".contains("multipart/form-data"))
    }

    @Test func ほかのものを読む() async throws {
        let client = try client([
            ExpectedRequest(.head, "/quota", .response(200, "", headers: [.init(literal: "X-Remaining"): "7"])),
            ExpectedRequest(.get, Self.forecast, .response(200, Self.sunny)),
            ExpectedRequest(.get, "/radar", .response(200, "12345", headers: [.contentLength: "5"])),
            ExpectedRequest(
                .get, "/stations",
                .response(200, #"["a"]"#, headers: [.init(literal: "Link"): "</stations?page=2>; rel=next"])),
            ExpectedRequest(.get, "/stations?page=2", .response(200, #"["b"]"#)),
        ])
        try await expect(client.call(Remaining()), equals: 7)
        let print: (Any, Any, Any, Any) -> Void = { shown.add($0, $1, $2, $3) }
        let write: (Data) -> Void = { shown.add(String(decoding: $0, as: UTF8.self)) }
        var names: [String] = []

        let answer = try await client.answer(to: Forecast(city: "東京"))
        print(answer.response.status, answer.response.headers, answer.request.curlCommand, answer.attempts)

        let stream = try await client.stream(Radar())
        for try await piece in stream {
            write(piece.data)
            show(piece.progress)
        }

        for try await page in client.pages(of: Stations()) {
            names += page.entity
            if names.count >= 100 { break }
        }

        #expect(shown.all.first?.hasPrefix("200 ") == true)
        #expect(shown.all.dropFirst() == ["12345", "1.0"])
        #expect(names == ["a", "b"])
    }

    @Test func 重ねる() async throws {
        let server = try LoopbackServer.routing([
            Self.forecast: (200, Self.sunny, ["ETag": "\"1\""]),
            "/login": (200, #"{"access_token":"t","expires_in":1}"#, [:]),
        ])
        defer { server.stop() }
        let address = try BaseAddress(server.address)
        let clock = SystemClock()
        let login = LiveAPIClient(
            Weather(address: address), transport: NetworkTransport(), clock: clock, timeout: .seconds(60))
        let password: Secret = "p4ss"
        let log: @Sendable (String) -> Void = { [shown] in shown.add($0) }

        let tokens = BearerTokens(clock: clock) {
            let grant = try await login.call(Login(password: password))
            return BearerToken(grant.accessToken, expiry: grant.expiry)
        }

        let transport = NetworkTransport()
            .followingRedirects(.sameOrigin, limit: 5)
            .authenticating(with: tokens, for: address)
            .caching(in: ResponseCache(capacity: 16 << 20))
            .retrying(
                RetryPolicy(
                    attempts: 4, firstPause: .milliseconds(100), longestPause: .seconds(5), deadline: .seconds(30)),
                budget: RetryBudget(), clock: clock, randomSource: randomSource
            )
            .limitingResponses(to: 10 << 20)
            .observed(clock: clock) { event in log("\(event)") }

        let introduced = Introduction(base: transport, name: "weather/1")
        let forecast = try await LiveAPIClient(
            Weather(address: address), transport: introduced, clock: clock, timeout: .seconds(60)
        )
        .call(Forecast(city: "東京"))

        #expect(forecast.maximumCelsius == 21.5)
        #expect(server.requests.map(\.body) == ["password=p4ss", ""])
        #expect(server.requests.last?.headers["authorization"] == "Bearer t")
        #expect(server.requests.last?.headers["user-agent"] == "weather/1")
        #expect(shown.all.count == 2)
    }

    @Test func トレースを伝える() async throws {
        let transport = ClosureTransport { request, _ throws(TransportError) in
            .fixture(200, Self.sunny, to: request)
        }
        let run = UUIDv7(clock: clock, randomSource: randomSource)

        let traced = transport.tracing()

        let client = LiveAPIClient(
            Weather(address: try BaseAddress("http://weather")), transport: traced, clock: clock, timeout: .seconds(60))
        let trace = TraceContext(run: run, randomSource: randomSource)
        let forecast = try await TracingTransport.bind(trace) {
            try await client.call(Forecast(city: "東京"))
        }

        #expect(forecast.maximumCelsius == 21.5)
        #expect(transport.requests.map { $0.head.headerFields[.init(literal: "traceparent")] } == [trace.traceparent])
    }

    @Test func しくじる() async throws {
        let client = try client([
            ExpectedRequest(.get, Self.forecast, .response(404, #"{"code":"E","title":"T","message":"No such city."}"#))
        ])
        let retryLater: () -> Void = { Issue.record("it was no matter of the network") }
        let mail: (String) -> Void = { shown.add($0) }
        let save: (Data) -> Void = { shown.add(String(decoding: $0, as: UTF8.self)) }

        do {
            _ = try await client.call(Forecast(city: "東京"))
        } catch {
            if case .service(.client(.ネットワーク接続不可), _, _) = error { retryLater() }
            if case .service(.server(let refusal, let status), _, _) = error { show(refusal.message, status) }
            guard let failure = error.api else { throw error }
            show(failure.stage, failure.request, failure.response, failure.attempts, failure.causedBy)
            mail(failure.report)
            save(try JSONEncoder().encode(failure))
        }

        #expect(shown.all.count == 4)
        #expect(shown.all.first == "No such city. 404")
    }

    @Test func まねる() async throws {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/forecast.json")
        try Data(Self.sunny.utf8).write(to: file)
        let clock = ImmediateClock()
        let address = try address

        let forecast = try await StubTransport.expecting(
            [
                ExpectedRequest(
                    .get, "/forecast/Tokyo?days=3&fields=maximum&fields=wind",
                    answers: [.response(503), try .fixture(file, delay: .milliseconds(500))])
            ],
            clock: clock
        ) { stub in
            let transport = stub.retrying(
                RetryPolicy(deadline: .seconds(60)), clock: SystemClock(), randomSource: randomSource)
            let weather = Weather(address: address)
            let client = LiveAPIClient(weather, transport: transport, clock: SystemClock(), timeout: .seconds(60))
            return try await client.call(Forecast(city: "Tokyo"))
        }

        #expect(forecast.maximumCelsius == 21.5)
    }

    @Test func 録って再生する() async throws {
        let server = try LoopbackServer.answering(200, Self.sunny)
        defer { server.stop() }
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path + "/exchange.har")
        let transport = NetworkTransport()
        let clock = ManualClock()
        let weather = Weather(address: try BaseAddress(server.address))

        let recorder = RecordingTransport(transport, clock: clock)
        _ = try await LiveAPIClient(weather, transport: recorder, clock: clock).call(Forecast(city: "東京"))
        try recorder.har.write(to: file)

        let replay = try StubTransport(replaying: HAR(contentsOf: file), clock: clock)
        _ = try await LiveAPIClient(weather, transport: replay, clock: clock).call(Forecast(city: "東京"))
        try replay.verify()

        #expect(server.requests.count == 1)
    }

    @Test func 手引きの例はすべてここにある() throws {
        let guide = try Repository.text(of: "docs/how-to/call-an-http-service.md")
        let source = try Repository.text(of: "Tests/Guides/APIClientGuideSpec.swift")
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }

        #expect(blocks.count == 17)
        for block in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
            #expect(squeezed(source).contains(squeezed(block)), "\(block)")
        }
    }

    private func squeezed(_ text: String) -> String {
        text.filter { !$0.isWhitespace }
    }
}
