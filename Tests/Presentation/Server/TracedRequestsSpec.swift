#if Server
import CalearningPresentation
import Logging
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let json = "Content-Type: application/json\r\n"
private let registration = traced("POST /udids", json, body: #"{"appDeviceKbn":11}"#)
private let login = traced(
    "POST /sessions", json, body: #"{"name":"ada","password":"a sentence that nobody says","udid":"u-1"}"#)

/// Returns a request that is part of a sampled trace, on a connection of its own.
private func traced(_ line: String, _ headers: String = "", body: String = "") -> String {
    "\(line) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
        + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"
        + headers + (body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n" + body
}

/// Sends the request on a new connection. Returns the status of its only answer, or `nil`.
private func status(_ port: Int, of request: String) async throws -> Int? {
    let connection = try RawConnection(port: port, sending: request)
    let answers = await connection.answers()
    return answers.count == 1 ? answers[0].status : nil
}

extension JSONObject {
    fileprivate func attribute(_ name: String) -> String? {
        (members["attributes"] as? [String: Any])?[name].map { "\($0)" }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 要求のスパン {
    private let lines = LogLines()

    private var telemetry: HTTPService.Telemetry {
        let logger = Logger(label: "trace") { [lines] in
            JSONLogHandler(label: $0, clock: ManualClock(), output: lines.append)
        }
        return .fixture(
            tracer: SpanLog(logger: logger, randomSource: SeededRandomSource()))
    }

    /// The spans of requests in the order of their ends, without the spans of scenes.
    private var spans: [JSONObject] {
        get throws { try lines.all.map { try JSONObject($0) }.filter { $0["kind"] == "server" } }
    }

    @Test(
        arguments: [
            (registration, 201, "POST /udids"), (traced("GET /health"), 200, "GET /health"),
            (traced("POST /udids", json, body: "{"), 400, "POST /udids"), (traced("GET /session"), 401, "GET /session"),
            (traced("GET /nothing"), 404, "GET"), (traced("DELETE /udids"), 405, "DELETE"),
            (traced("POST /udids", json + "Content-Length: 1000000\r\n"), 413, "POST /udids"),
            (traced("POST /udids", body: "{}"), 415, "POST /udids"),
        ] as [(String, Int, String)])
    func どの答えの状態もスパンに残り_断ることは誤りではない(request: String, expected: Int, name: String) async throws {
        try await RunningService.run(telemetry: telemetry) { port in
            try await expect(status(port, of: request), equals: expected)
        }

        let spans = try spans
        #expect(spans.map { $0["span"] } == [name])
        #expect(spans.first?.attribute("http.response.status_code") == "\(expected)")
        #expect(spans.first?.attribute("error.type") == nil)
        #expect(spans.first?["status"] == "unset")
    }

    @Test func パスワードを送りすぎた要求のスパンにも状態が残る() async throws {
        var settings = ServerSettings.fixture()
        settings.passwordRateLimit = 0.1
        let dependencies = Dependencies.fixture(clock: ManualClock())
        try await RunningService.run(settings, dependencies: dependencies, telemetry: telemetry) { port in
            try await expect(status(port, of: login), equals: 401)
            try await expect(status(port, of: login), equals: 429)
        }

        let spans = try spans
        #expect(spans.map { $0.attribute("http.response.status_code") } == ["401", "429"])
        #expect(spans.map { $0["status"] } == ["unset", "unset"])
    }

    /// Only a run that fails has an error that says more than the status.
    @Test(arguments: [(traced("GET /ready"), "503"), (registration, "port-not-provided")])
    func 応じられなければスパンは誤りになり_その種類が残る(request: String, type: String) async throws {
        let dependencies = Dependencies(clock: SystemClock(), randomSource: SeededRandomSource())
        try await RunningService.run(dependencies: dependencies, telemetry: telemetry) { port in
            try await expect(status(port, of: request), equals: 503)
        }

        let spans = try spans
        #expect(spans.map { $0.attribute("http.response.status_code") } == ["503"])
        #expect(spans.first?.attribute("error.type") == type)
        #expect(spans.first?["status"] == "error")
    }

    @Test func 送りすぎた要求にはスパンがなく_HEADへの答えには本文もない() async throws {
        let dependencies = Dependencies.fixture(clock: ManualClock())
        try await RunningService.run(.fixture(rateLimit: 1), dependencies: dependencies, telemetry: telemetry) { port in
            for status in [200, 429] {
                let connection = try RawConnection(port: port, sending: traced("HEAD /openapi.json"))
                let received = await connection.read()
                let answer = try #require(RawAnswer.all(in: received, isHead: true).first)
                let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0

                #expect(answer.status == status)
                #expect(length > 0)
                #expect(received.suffix(4).elementsEqual("\r\n\r\n".utf8))
            }
        }

        try expect(spans.map { $0.attribute("http.response.status_code") }, equals: ["200"])
    }
}
#endif
