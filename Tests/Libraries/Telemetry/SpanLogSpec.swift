#if Server
import Logging
import Testing
import Tracing
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@Suite struct スパンのログ {
    private let lines = LogLines()
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-"

    private var tracer: SpanLog {
        let logger = Logger(label: "trace") { [lines] in
            JSONLogHandler(label: $0, clock: ManualClock(), output: lines.append)
        }
        return SpanLog(logger: logger, randomSource: SeededRandomSource())
    }

    /// Returns a span of a trace that a client has begun.
    private func span(at instant: DefaultTracerClock.Timestamp = .at(0)) -> LoggedSpan {
        tracer.startSpan("a", context: context("01"), at: instant)
    }

    private func context(_ flags: String) -> ServiceContext {
        var context = ServiceContext.topLevel
        tracer.extract(["traceparent": Self.parent + flags], into: &context, using: Headers())
        return context
    }

    private func object(_ index: Int = 0) throws -> JSONObject {
        try JSONObject(try #require(lines.all.dropFirst(index).first))
    }

    @Suite struct 採取する場合 {
        private let suite = スパンのログ()

        @Test func 終わりに一行だけ書き明示された時刻を守る() throws {
            let span = suite.tracer.startSpan(
                "POST /udids", context: suite.context("01"), ofKind: .server, at: .at(0))
            #expect(suite.lines.all.isEmpty)

            span.end(at: .at(1_234_567))
            span.end(at: .at(9_999_999))

            let spanID = try #require(span.context.trace).spanID
            #expect(
                suite.lines.all == [
                    #"{"time":"2026-11-20T12:00:00.000Z","level":"info","message":"span","logger":"trace","#
                        + #""duration_us":1234,"kind":"server","parent_span_id":"b7ad6b7169203331","#
                        + #""span":"POST /udids","span_id":"\#(spanID)","start":"2026-11-20T12:00:00.001000Z","#
                        + #""status":"unset","trace_id":"0af7651916cd43dd8448eb211c80319c"}"# + "\n"
                ])
        }

        @Test func 子は同じトレースで親を指す() throws {
            let tracer = suite.tracer
            let parent = tracer.startSpan("a", context: suite.context("01"))
            let child = tracer.startSpan("b", context: parent.context, ofKind: .internal)
            child.end()
            parent.end()

            let (inner, outer) = (try suite.object(0), try suite.object(1))
            #expect(inner["trace_id"] == outer["trace_id"])
            #expect(inner["parent_span_id"] == outer["span_id"])
            #expect(inner["span_id"] != outer["span_id"])
            #expect(inner["kind"] == "internal")
        }

        @Test func 名前と属性と状態と出来事が残る() throws {
            let span = suite.span()
            span.operationName += "b"
            span.attributes["http.status"] = 201
            span.attributes["ok"] = true
            span.attributes["small"] = Int32(7)
            span.setStatus(SpanStatus(code: .ok, message: "fine"))
            span.addEvent(SpanEvent(name: "e", at: .at(1000), attributes: ["n": 1]))
            span.addEvent(SpanEvent(name: "f", at: .at(2000)))
            #expect(span.operationName == "ab")
            #expect(span.attributes.count == 3)

            span.end(at: .at(0))

            let members = try #require(suite.lines.members.first)
            for part in [
                #""attributes":{"http.status":201,"ok":true,"small":7}"#,
                #""events":[{"attributes":{"n":1},"name":"e","time":"2026-11-20T12:00:00.001001Z"},"#
                    + #"{"name":"f","time":"2026-11-20T12:00:00.001002Z"}]"#,
                #""span":"ab""#, #""status":"ok","status_message":"fine""#,
            ] {
                #expect(members.contains(part), "\(members)")
            }
        }

        @Test func エラーは型だけが残る() throws {
            struct Leak: Error { let password = "p4ss" }
            #expect(throws: Leak.self) {
                try suite.tracer.withSpan("a", context: suite.context("01")) { _ in throw Leak() }
            }

            let object = try suite.object()
            #expect(object["error"]?.contains("Leak") == true)
            #expect(object["status"] == "error")
            #expect(object.members["events"] != nil)
            #expect(!suite.lines.all.joined().contains("p4ss"))
        }

        @Test func 記録したエラーの時刻と属性も残る() throws {
            let span = suite.span()

            span.recordError(CancellationError(), attributes: ["n": 1], at: .at(3000))
            span.end(at: .at(0))

            #expect(
                suite.lines.members.first?.contains(
                    #""error":"Swift.CancellationError","events":[{"attributes":"#
                        + #"{"exception.type":"Swift.CancellationError","n":1},"name":"exception","#
                        + #""time":"2026-11-20T12:00:00.001003Z"}]"#) == true)
        }

        @Test func 始まりより前に終われば長さは零である() throws {
            suite.span(at: .at(5000)).end(at: .at(0))

            try expect(suite.object().members["duration_us"] as? Int, equals: 0)
        }

        @Test func 終わってから告げたことは残らない() throws {
            let span = suite.span()
            #expect(span.isRecording)

            span.end()
            span.operationName = "b"
            span.attributes["x"] = 1
            span.setStatus(SpanStatus(code: .error))

            #expect(!span.isRecording)
            #expect(span.operationName == "a")
            #expect(span.attributes.isEmpty)
            #expect(suite.lines.all.count == 1)
        }
    }

    @Suite struct 採取しない場合 {
        private let suite = スパンのログ()

        @Test func 親が採取されていなければ何も書かず親の文脈を渡す() {
            let span = suite.tracer.startSpan("a", context: suite.context("00"))
            span.operationName = "b"
            span.attributes["x"] = 1
            span.addEvent("e")
            span.recordError(CancellationError())
            span.end()

            #expect(suite.lines.all.isEmpty)
            #expect(!span.isRecording)
            #expect(span.attributes.isEmpty)
            #expect(span.context.trace?.traceparent == スパンのログ.parent + "00")
        }

        @Test func 送り先がなければここで始まるトレースは採取しない() {
            let span = suite.tracer.startSpan("a", context: .topLevel)
            suite.tracer.startSpan("b", context: span.context).end()
            span.end()

            #expect(suite.lines.all.isEmpty && !span.isRecording)
        }
    }

    @Suite struct 受け渡し {
        private let suite = スパンのログ()

        @Test func スパンの中から渡すのはそのスパンである() throws {
            let span = suite.span()
            var headers: [String: String] = [:]

            suite.tracer.inject(span.context, into: &headers, using: Headers())
            span.end()

            let object = try suite.object()
            #expect(headers["traceparent"] == "00-\(object["trace_id"] ?? "")-\(object["span_id"] ?? "")-01")
        }

        @Test(arguments: [[:], ["traceparent": ""], ["traceparent": スパンのログ.parent + "1"], ["tracestate": "a=b"]])
        func 誤ったヘッダはないものとする(headers: [String: String]) {
            var context = ServiceContext.topLevel
            var passed: [String: String] = [:]

            suite.tracer.extract(headers, into: &context, using: Headers())
            suite.tracer.inject(context, into: &passed, using: Headers())

            #expect(context.trace == nil)
            #expect(context.isEmpty)
            #expect(passed.isEmpty)
        }

        @Test func 文脈を見せても循環せず文字になる() {
            let span = suite.span()
            defer { span.end() }
            var seen: [String] = []

            span.context.forEach { key, value in seen.append("\(key.name) \(value)") }

            #expect(seen == ["trace \(span.context.trace?.traceparent ?? "")"])
        }
    }
}

private struct Headers: Extractor, Injector {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}

extension TracerInstant where Self == DefaultTracerClock.Timestamp {
    /// Returns the time that is the given number of nanoseconds after the moment of the examples of spans.
    static func at(_ nanoseconds: UInt64) -> Self {
        .init(nanosecondsSinceEpoch: 1_795_176_000_001_000_000 + nanoseconds)
    }
}
#endif
