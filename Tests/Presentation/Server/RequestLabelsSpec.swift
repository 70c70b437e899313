#if Server
import Foundation
import Logging
import CalearningPresentation
import Testing
import Tracing
import UsecasesTelemetry
import UsecasesTestSupport

@testable import CalearningTestSupport

@testable import UsecasesService

@Suite(.timeLimit(.minutes(5))) struct 要求の呼び名 {
    private let metrics = PrometheusMetrics()
    private let log = RecordedLog()

    private func telemetry() -> HTTPService.Telemetry {
        .init(logger: log.logger, metrics: metrics, metricsText: { "" }, tracer: NoOpTracer())
    }

    private func send(_ requests: [String]) async throws {
        try await RunningService.run(telemetry: telemetry()) { port in
            for request in requests {
                let connection = try RawConnection(port: port)
                connection.send(request + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                _ = await connection.answers()
            }
        }
    }

    @Test func 知らない道とメソッドは何を送られても一つの名で数えられる() async throws {
        try await send(
            (0..<20).map { "GET /\($0)" } + ["PROPFIND /udids", "M-SEARCH /x", "PURGE /health", "GET /health"])

        let series = metrics.text.split(separator: "\n").filter { $0.hasPrefix("http_requests_total") }
        #expect(series.contains(#"http_requests_total{method="GET",route="other",status="404"} 20"#))
        #expect(series.contains(#"http_requests_total{method="GET",route="/health",status="200"} 1"#))
        #expect(!metrics.text.contains("NotFound"))
        #expect(!metrics.text.contains("PROPFIND"))
        #expect(series.count <= 5)
    }

    @Test func 要求のidは順でなく_ログと同じである() async throws {
        try await RunningService.run(telemetry: telemetry()) { port in
            let connection = try RawConnection(port: port)
            var ids: [String] = []
            for _ in 0..<20 {
                connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                ids.append(try #require(await connection.answer()?.headers["x-request-id"]))
            }

            #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
            #expect(Set(ids.map { $0.prefix(8) }).count == 20)
            for id in ids { #expect(log.lines.contains { $0.contains("hb.request.id=\(id)") }) }
        }
    }
}
#endif
