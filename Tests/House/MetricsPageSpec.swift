#if Server
import Foundation
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

/// The documents list exactly the metrics that the service exposes.
@Suite(.timeLimit(.minutes(5))) struct 文書のメトリクス {
    /// Only a service with a certificate exposes this metric. See `ServeTLSSpec`.
    private static let certificate = "calearning_tls_certificate_expiry_timestamp_seconds"
    /// Only a service with a collector exposes this metric. See `SpanExporterSpec`.
    private static let spans = "calearning_spans_dropped_total"
    private static let ofSQLite = ["calearning_wal_bytes", "calearning_disk_free_bytes"]

    private let exposed: String
    private let names: Set<String>

    /// Registers a device first, so each metric of requests has a value.
    init() async throws {
        let directory = TemporaryDirectory()
        let sandbox = try PostgreSQLSandbox()
        let service = try await ServeProcess(["--database", sandbox.url], in: directory)
        try #require(try await service.register().status == 201)
        exposed = try await service.answer(to: "/metrics").text
        names = Set(
            exposed.matches(of: #/# TYPE (\S+) /#).map { String($0.1) } + [Self.certificate, Self.spans] + Self.ofSQLite
        )
        try await service.stop()
    }

    @Test func 一覧はサービスの告げるものと同じ() throws {
        let table = try section("Metrics")
        let listed = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.dropFirst().prefix { $0 != "|" }.matches(of: #/`([a-z_]+)/#).map { String($0.1) }
        }

        #expect(Set(listed) == names)
        #expect(Set(listed).count == listed.count)
    }

    /// Metrics are found by the endings of their names, and labels by their form in an expression.
    @Test func どの文書も実在するメトリクスとラベルだけを挙げる() throws {
        var count = 0
        for path in try Repository.files(under: "docs", named: ".md") {
            let page = try Repository.text(of: path)
            for span in page.matches(of: #/`([a-z][a-z0-9_]*_(?:total|seconds|bytes|size|info))(\{[^`}]*=[^`}]*\})?/#) {
                let name = String(span.1)
                count += 1
                #expect(names.contains(name), "\(path) names \(name).")
                guard let labels = span.2?.dropFirst().dropLast() else { continue }
                #expect(
                    exposed.split(separator: "\n").contains { $0.hasPrefix(name) && $0.contains(labels) },
                    "\(path) names \(span.0).")
            }
        }
        #expect(count > 20)
    }

    private func section(_ title: String) throws -> Substring {
        let page = try Repository.text(of: "docs/operate/monitor.md")
        let start = try #require(page.range(of: "\n## \(title)\n")).upperBound
        return page[start...].split(separator: "\n## ", maxSplits: 1).first ?? ""
    }
}
#endif
