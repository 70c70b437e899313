#if Server
import Foundation
import HTTPTypes
import Testing
import Tracing
import UsecasesEngine
import UsecasesAPIClient
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct スパンの送り出し {
    private static let traceID = "0af7651916cd43dd8448eb211c80319c"
    private let clock = ManualClock()
    private let metrics = RecordedMetrics()
    private let log = RecordedLog()
    private let accepting = ClosureTransport { request, _ throws(TransportError) in .fixture(to: request) }

    private func exporter(_ transport: any HTTPTransport, ratio: String = "1") throws -> SpanExporter {
        let product = Product(name: "shop", version: "1.2.3")
        let variables = [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_TRACES_SAMPLER_ARG": ratio,
            "OTEL_EXPORTER_OTLP_HEADERS": "api-key=s3cret",
        ]
        return SpanExporter(
            try #require(try OTLPSettings(variables, of: product)), of: product,
            english: ["Order": ["注文を受ける": "The shop takes the order"]], transport: transport, clock: clock,
            randomSource: SeededRandomSource(), metrics: metrics, logger: log.logger)
    }

    private func tracer(_ exporter: SpanExporter) -> SpanLog {
        SpanLog(logger: log.logger, randomSource: SeededRandomSource(), exporter: exporter)
    }

    private func end(_ count: Int, to exporter: SpanExporter) {
        let tracer = tracer(exporter)
        for _ in 0..<count { tracer.startSpan("a", context: .topLevel).end() }
    }

    private func context(_ flags: String) -> ServiceContext {
        var context = ServiceContext.topLevel
        context.trace = TraceContext(traceparent: "00-\(Self.traceID)-b7ad6b7169203331-\(flags)")
        return context
    }

    private func dropped(_ reason: String) -> Double { metrics["shop_spans_dropped_total{reason=\"\(reason)\"}"] ?? 0 }

    @Suite struct 待ち行列 {
        private let suite = スパンの送り出し()

        @Test(arguments: [(1200, [512, 512, 176], 0), (2048 + 5, [512, 512, 512, 512], 5)])
        func 待つのは2048個までで超えた分は数えて捨て_512個ずつ送る(count: Int, sizes: [Int], dropped: Int) async throws {
            let exporter = try suite.exporter(suite.accepting)

            suite.end(count, to: exporter)
            await exporter.run {}

            try expect(suite.accepting.sizes, equals: sizes)
            #expect(suite.dropped("full") == Double(dropped))
            #expect(suite.dropped("failed") == 0)
        }

        @Test func 五秒ごとに送り_512個がたまればすぐに送る() async throws {
            let exporter = try suite.exporter(suite.accepting)
            let (ends, ending) = AsyncStream.makeStream(of: Void.self)
            async let running: Void = exporter.run { for await _ in ends {} }
            await suite.clock.sleepers(1)

            suite.end(3, to: exporter)
            suite.clock.advance(by: .milliseconds(4999))
            #expect(suite.accepting.requests.isEmpty)
            suite.clock.advance(by: .milliseconds(1))
            try await eventually("the first batch is sent") { suite.accepting.requests.count == 1 }
            suite.end(512, to: exporter)
            try await eventually("the second batch is sent") { suite.accepting.requests.count == 2 }
            ending.finish()
            await running

            try expect(suite.accepting.sizes, equals: [3, 512])
            #expect(suite.clock.uptime == .seconds(5))
        }

        @Test func 終わりに残りを送るのは二秒までで_送れなければ数える() async throws {
            let stalled = ManualClock()
            let transport = ClosureTransport { request, _ throws(TransportError) in
                do {
                    try await stalled.sleep(for: .seconds(1))
                } catch {
                    throw TransportError(.cancelled, request: request)
                }
                return .fixture(to: request)
            }
            let exporter = try suite.exporter(transport)
            suite.end(600, to: exporter)
            async let running: Void = exporter.run {}

            try await eventually("the end waits for the collector") {
                transport.requests.count == 1 && suite.clock.rests.first == .seconds(2)
            }
            suite.clock.advance(by: .seconds(2))
            await running

            #expect(suite.dropped("failed") == 600)
        }
    }

    @Suite struct 失敗 {
        private let suite = スパンの送り出し()

        /// Sends a batch until `isDone`. Ends the pause between two attempts.
        private func send(over transport: any HTTPTransport, until isDone: () -> Bool) async throws {
            let exporter = try suite.exporter(transport)
            let (ends, ending) = AsyncStream.makeStream(of: Void.self)
            async let running: Void = exporter.run { for await _ in ends {} }
            suite.end(512, to: exporter)
            try await eventually("the batch is sent or dropped") {
                if let rest = suite.clock.rests.first, rest <= .seconds(1) { suite.clock.advance(by: rest) }
                return isDone()
            }
            ending.finish()
            await running
        }

        /// There is no status if the collector cannot be reached.
        @Test(arguments: [429, 502, 503, 504, nil]) func 一時の失敗は一度だけやり直してから捨てて数える(status: Int?) async throws {
            let transport = ClosureTransport { request, _ throws(TransportError) in
                guard let status else { throw TransportError(.disconnected(.cannotConnect), request: request) }
                return .fixture(status, to: request)
            }

            try await send(over: transport) { suite.dropped("failed") == 512 }

            let keys = transport.requests.compactMap { $0.head.headerFields[.idempotencyKey] }
            try expect(transport.sizes, equals: [512, 512])
            #expect(keys.count == 2 && Set(keys).count == 1)
        }

        @Test(arguments: [302, 400, 401, 404, 500]) func ほかの失敗はやり直さず_秘密を書かずに知らせる(status: Int) async throws {
            let transport = ClosureTransport { request, _ throws(TransportError) in
                .fixture(
                    status, "api-key: s3cret",
                    headers: [.location: "https://bob:s3cret@other.example/way?api-key=s3cret"], to: request)
            }

            try await send(over: transport) { suite.dropped("failed") == 512 }

            try expect(transport.sizes, equals: [512])
            #expect(suite.log.lines.count == 1)
            #expect(suite.log.lines.first?.contains("cause=status \(status)") == true)
            #expect(!suite.log.lines.joined().contains("s3cret"))
        }

        @Test func どの障害もその始まりだけを知らせ_間のスパンは数える() async {
            await forAll(20) { choices in
                choices.list(1...8) { $0.isTrue() }
            } holds: { outcomes in
                let suite = スパンの送り出し()
                let transport = ClosureTransport { request, number throws(TransportError) in
                    .fixture(outcomes[number] ? 200 : 500, to: request)
                }
                let exporter = try suite.exporter(transport)
                let (ends, ending) = AsyncStream.makeStream(of: Void.self)
                async let running: Void = exporter.run { for await _ in ends {} }
                for count in 1...outcomes.count {
                    suite.end(1, to: exporter)
                    try await eventually("batch \(count) is sent") {
                        if transport.requests.count == count { return true }
                        suite.clock.advance(by: .seconds(5))
                        return false
                    }
                }
                ending.finish()
                await running

                let beginnings = outcomes.indices.count { !outcomes[$0] && ($0 == 0 || outcomes[$0 - 1]) }
                try promise(suite.log.lines.count, is: beginnings)
                try promise(suite.dropped("failed"), is: Double(outcomes.count { !$0 }))
            }
        }

        @Test func やり直して受け取られれば数えない() async throws {
            let transport = ClosureTransport { request, number throws(TransportError) in
                .fixture(number == 0 ? 503 : 200, to: request)
            }

            try await send(over: transport) { transport.requests.count == 2 }

            #expect(suite.dropped("failed") == 0)
            #expect(suite.log.lines.isEmpty)
        }
    }

    @Suite struct 形 {
        private let suite = スパンの送り出し()

        @Test func スパンはOTLPのJSONになり_相手の入力は除かれる() async throws {
            let exporter = try suite.exporter(suite.accepting)
            let span = suite.tracer(exporter).startSpan(
                "POST /udids", context: suite.context("01"), ofKind: .server, at: .at(0))
            span.attributes["http.response.status_code"] = 503
            span.attributes["url.path"] = "/typed/by/a/client"
            span.setStatus(SpanStatus(code: .error, message: "typed by a client"))

            span.end(at: .at(1_234_567))
            await exporter.run {}

            let spanID = try #require(span.context.trace).spanID
            #expect(
                try #require(suite.accepting.requests.first).bodyText
                    == #"{"resourceSpans":[{"resource":{"attributes":["#
                    + #"{"key":"service.name","value":{"stringValue":"shop"}},"#
                    + #"{"key":"service.version","value":{"stringValue":"1.2.3"}}]},"#
                    + #""scopeSpans":[{"scope":{"name":"shop"},"spans":[{"attributes":["#
                    + #"{"key":"http.response.status_code","value":{"intValue":"503"}}],"#
                    + #""endTimeUnixNano":"1795176000002234567","kind":2,"name":"POST /udids","#
                    + #""parentSpanId":"b7ad6b7169203331","spanId":"\#(spanID)","#
                    + #""startTimeUnixNano":"1795176000001000000","status":{"code":2},"#
                    + #""traceId":"0af7651916cd43dd8448eb211c80319c"}]}]}]}"#)
        }

        @Test func シーンは英語の名になり_自身の名と失敗は属性に残る() async throws {
            let exporter = try suite.exporter(suite.accepting)
            let span = suite.tracer(exporter).startSpan("注文を受ける", context: .topLevel, at: .at(5))
            span.attributes["usecase"] = "Order"
            span.attributes["ordinal"] = 2
            span.attributes["error.type"] = "busy"

            span.end(at: .at(0))
            await exporter.run {}

            let sent = try #require(try suite.accepting.spans.first)
            let attributes = sent["attributes"] as? [[String: Any]] ?? []
            let values = attributes.map {
                "\($0["key"] ?? "") \(($0["value"] as? [String: String])?.values.first ?? "")"
            }
            #expect(sent["name"] as? String == "The shop takes the order")
            #expect(values == ["error.type busy", "shop.usecase Order", "shop.ordinal 2", "shop.scene 注文を受ける"])
            #expect((sent["status"] as? [String: Any])?["message"] as? String == "busy")
            #expect(sent["kind"] as? Int == 1)
            #expect(sent["parentSpanId"] == nil)
            // A clock that went back does not make a span end before its start.
            #expect(sent["endTimeUnixNano"] as? String == sent["startTimeUnixNano"] as? String)
        }

        @Test func エラーは型だけを送る() async throws {
            struct Leak: Error { let password = "p4ss" }
            let exporter = try suite.exporter(suite.accepting)

            #expect(throws: Leak.self) {
                try suite.tracer(exporter).withSpan("a", context: .topLevel) { _ in throw Leak() }
            }
            await exporter.run {}

            let status = try #require(try suite.accepting.spans.first)["status"] as? [String: Any]
            #expect(status?["code"] as? Int == 2)
            #expect((status?["message"] as? String)?.contains("Leak") == true)
            #expect(suite.accepting.requests.first?.bodyText.contains("p4ss") == false)
        }
    }

    @Suite struct 採取 {
        private let suite = スパンの送り出し()

        /// The threshold of n/256 is a whole number, so an independent rule can be stated exactly.
        @Test func 割合はトレースの番号の末尾56ビットで決まる() async {
            await forAll { choices in
                let share = choices.number(in: 0...256 as ClosedRange<UInt64>)
                let end = choices.number(near: (256 - share) << 48, within: 1000) & ((1 << 56) - 1)
                let middle = choices.number(in: 0...255 as ClosedRange<UInt64>)
                return (share: share, end: end, low: (middle << 56) | end, high: choices.number(in: 1...UInt64.max))
            } holds: { share, end, low, high in
                let traceID = hexadecimal(high) + hexadecimal(low)
                let trace = try promised(TraceContext(traceparent: "00-\(traceID)-b7ad6b7169203331-01"))

                try promise(trace.isWithin(ratio: Double(share) / 256), is: end >= (256 - share) << 48)
            }
        }

        @Test func ここで始まるトレースは番号で選ばれ_子も従い_ログには書かれない() async throws {
            let exporter = try suite.exporter(suite.accepting, ratio: "0.5")
            let tracer = suite.tracer(exporter)
            var expected: [String] = []
            var unlike: [String] = []

            for _ in 0..<1000 {
                let root = tracer.startSpan("root", context: .topLevel)
                let child = tracer.startSpan("child", context: root.context)
                child.end()
                root.end()
                let traceparent = try #require(root.context.trace).traceparent
                let traceID = String(traceparent.dropFirst(3).prefix(32))
                let isSampled = "89abcdef".contains(Array(traceID)[18])
                if isSampled { expected += [traceID, traceID] }
                if child.context.trace?.traceID != traceID || traceparent.hasSuffix("-01") != isSampled {
                    unlike.append(traceparent)
                }
            }
            await exporter.run {}

            try expect(suite.accepting.spans.compactMap { $0["traceId"] as? String }, equals: expected)
            #expect(unlike == [])
            #expect((800...1200).contains(expected.count))
            #expect(suite.log.lines.isEmpty)
        }

        @Test(arguments: ["0", "1"]) func 受け取ったトレースはその旗に従い_ログにも書かれる(ratio: String) async throws {
            let exporter = try suite.exporter(suite.accepting, ratio: ratio)

            for flags in ["00", "01"] {
                suite.tracer(exporter).startSpan(flags, context: suite.context(flags)).end()
            }
            await exporter.run {}

            try expect(suite.accepting.spans.compactMap { $0["name"] as? String }, equals: ["01"])
            #expect(suite.log.lines.count == 1)
        }
    }
}

private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

extension APIRequest {
    fileprivate var bodyText: String { String(decoding: body.data ?? Data(), as: UTF8.self) }

    fileprivate var spans: [[String: Any]] {
        get throws {
            let resources = try JSONObject(bodyText).members["resourceSpans"] as? [[String: Any]]
            let scopes = resources?.first?["scopeSpans"] as? [[String: Any]]
            return try #require(scopes?.first?["spans"] as? [[String: Any]])
        }
    }
}

extension ClosureTransport {
    fileprivate var spans: [[String: Any]] { get throws { try requests.flatMap { try $0.spans } } }

    fileprivate var sizes: [Int] { get throws { try requests.map { try $0.spans.count } } }
}
#endif
