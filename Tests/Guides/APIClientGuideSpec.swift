import Foundation
import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient
import UsecasesCombine
import UsecasesEngine
import UsecasesSystem
import UsecasesTesting

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

    struct Library: APIService {
        let address: BaseAddress

        static func refusal(in response: ReceivedResponse) throws -> ErrorResponse {
            struct Body: Decodable {
                let detail: String
            }
            let body = try json.decode(Body.self, from: response.payload)
            return ErrorResponse(code: "LIBRARY", title: "The library refuses", message: body.detail)
        }
    }

    private struct Loans: API {
        typealias Service = Library
        typealias Entity = [String]
        let path: Path = "/loans"
    }

    private struct Radar: API {
        typealias Service = Weather
        typealias Entity = Data
        let path: Path = "/radar"
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

    @Test func ファイルを送る() {
        let photo = URL.temporaryDirectory.appending(path: "guide.jpeg")

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
        ])
        let remaining = try await client.call(Remaining())
        let print: (Any, Any, Any, Any) -> Void = { shown.add($0, $1, $2, $3) }
        let write: (Data) -> Void = { shown.add(String(decoding: $0, as: UTF8.self)) }

        let answer = try await client.answer(to: Forecast(city: "東京"))
        print(answer.response.status, answer.response.headers, answer.request.url, answer.attempts)

        let stream = try await client.stream(Radar())
        for try await piece in stream {
            write(piece.data)
            show(piece.progress)
        }

        #expect(shown.all.first?.hasPrefix("200 ") == true)
        #expect(shown.all.dropFirst() == ["12345", "1.0"])
        #expect(remaining == 7)
    }

    /// The network of the next example: a service that requires a token.
    private struct NetworkTransport: HTTPTransport {
        func exchange(_ request: APIRequest) async throws(TransportError) -> APIResponse {
            let isLogin = request.head.path == "/login"
            let isKnown = isLogin || request.head.headerFields[.authorization] == "Bearer t"
            let text = isLogin ? #"{"access_token":"t","expires_in":1}"# : sunny
            return APIResponse(
                HTTPResponse(status: isKnown ? .ok : .unauthorized), body: .complete(Data(text.utf8)), to: request)
        }
    }

    @Test func 重ねる() async throws {
        let address = try address
        let login = LiveAPIClient(Weather(address: address), transport: NetworkTransport(), clock: clock)
        let password: Secret = "p4ss"

        let tokens = BearerTokens(clock: clock) {
            let grant = try await login.call(Login(password: password))
            return BearerToken(grant.accessToken, expiry: grant.expiry)
        }

        let transport = NetworkTransport()
            .followingRedirects(limit: 5)
            .authenticating(with: tokens, for: address)
            .retrying(
                RetryPolicy(
                    attempts: 4, backoff: Backoff(first: .milliseconds(100), longest: .seconds(5)),
                    deadline: .seconds(30)),
                clock: clock, randomSource: randomSource)

        let introduced = Introduction(base: transport, name: "weather/1")
        let client = LiveAPIClient(Weather(address: address), transport: introduced, clock: clock)
        let answer = try await client.answer(to: Forecast(city: "東京"))

        #expect(answer.entity.maximumCelsius == 21.5)
        #expect(answer.request.head.headerFields[.userAgent] == "weather/1")
        #expect(answer.request.head.headerFields[.authorization] == "Bearer t")
    }

    @Test func トレースを伝える() async throws {
        let transport = StubTransport(
            [ExpectedRequest(.get, Self.forecast, answers: Array(repeating: .response(200, Self.sunny), count: 2))],
            clock: clock)
        let run = UUIDv7(clock: clock, randomSource: randomSource)

        let traced = transport.tracing()

        let client = LiveAPIClient(Weather(address: try address), transport: traced, clock: clock)
        let trace = TraceContext(run: run, randomSource: randomSource)
        let forecast = try await TracingTransport.bind(trace) {
            try await client.call(Forecast(city: "東京"))
        }

        let answer = try await TracingTransport.bind(trace) { try await client.answer(to: Forecast(city: "東京")) }
        #expect(forecast == answer.entity)
        #expect(answer.request.head.headerFields[.init(literal: "traceparent")] == trace.traceparent)
    }

    @Test func しくじる() async throws {
        let client = try client([
            ExpectedRequest(.get, Self.forecast, .response(404, #"{"code":"E","title":"T","message":"No such city."}"#))
        ])
        let retryLater: () -> Void = { Issue.record("it was no matter of the network") }
        let mail: (String) -> Void = { shown.add($0) }

        do {
            _ = try await client.call(Forecast(city: "東京"))
        } catch {
            if case .service(.client(.networkUnreachable), _, _) = error { retryLater() }
            if case .service(.server(let refusal, let status), _, _) = error { show(refusal.message, status) }
            guard let failure = error.api else { throw error }
            show(failure.stage, failure.request, failure.response, failure.attempts, failure.causedBy)
            mail(failure.report)
        }

        #expect(shown.all.count == 3)
        #expect(shown.all.first == "No such city. 404")
    }

    @Test func ないものを探す() async throws {
        let path = "/forecast/Atlantis?days=3&fields=maximum&fields=wind"
        let client = try client([ExpectedRequest(.get, path, .response(404, "Not Found"))])

        let forecast = try await client.find(Forecast(city: "Atlantis"))

        #expect(forecast == nil)
    }

    @Test func 自前の形の断りを読む() async throws {
        let stub = StubTransport(
            [ExpectedRequest(.get, "/loans", .response(409, #"{"detail":"Return a book first."}"#))], clock: clock)
        let client = LiveAPIClient(Library(address: try address), transport: stub, clock: clock)

        let error = await #expect(throws: ErrorWrapper.self) { try await client.call(Loans()) }

        guard case .service(.server(let refusal, status: 409), _, _)? = error else { throw try #require(error) }
        #expect(refusal.message == "Return a book first.")
    }

    @Test func まねる() async throws {
        let clock = ImmediateClock()
        let address = try address
        let file = URL.temporaryDirectory.appending(path: "guide-\(UUID()).json")
        try Data(Self.sunny.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

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

    @Test func 手引きの例はすべてここにある() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let guide = try String(
            contentsOf: root.appending(path: "docs/how-to/call-an-http-service.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
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
