#if Server
import UsecasesEngine
import CoreMetrics
import Dispatch
import Testing
import UsecasesTelemetry
import UsecasesTesting

@Suite struct Prometheusの計測 {
    private let metrics = PrometheusMetrics()

    @Test func 何も計測していなければ空である() {
        #expect(metrics.text == "")
    }

    @Test func すべての計器を名前とラベルの順に書く() {
        let metrics = PrometheusMetrics(help: [
            "http_requests_total": "Requests, by \"status\".\nC:\\ too.", "unused": "Nothing.",
        ])
        for (status, count) in [("500", 1), ("201", 41)] {
            Counter(
                label: "http_requests_total", dimensions: [("status", status), ("method", "POST")], factory: metrics
            ).increment(by: count)
        }
        Timer(label: "http_request_duration_seconds", factory: metrics).recordMilliseconds(7)
        Recorder(label: "batch_size", dimensions: [("database", "sqlite")], factory: metrics).record(3)
        Gauge(label: "pool_connections", factory: metrics).record(4)
        Meter(label: "temperature", factory: metrics).set(-1.5)
        FloatingPointCounter(label: "cpu_seconds_total", factory: metrics).increment(by: 0.25)

        let text = metrics.text

        #expect(
            text == #"""
                # TYPE batch_size histogram
                batch_size_bucket{database="sqlite",le="1"} 0
                batch_size_bucket{database="sqlite",le="2"} 0
                batch_size_bucket{database="sqlite",le="4"} 1
                batch_size_bucket{database="sqlite",le="8"} 1
                batch_size_bucket{database="sqlite",le="16"} 1
                batch_size_bucket{database="sqlite",le="32"} 1
                batch_size_bucket{database="sqlite",le="64"} 1
                batch_size_bucket{database="sqlite",le="128"} 1
                batch_size_bucket{database="sqlite",le="256"} 1
                batch_size_bucket{database="sqlite",le="512"} 1
                batch_size_bucket{database="sqlite",le="1024"} 1
                batch_size_bucket{database="sqlite",le="+Inf"} 1
                batch_size_sum{database="sqlite"} 3
                batch_size_count{database="sqlite"} 1
                # TYPE cpu_seconds_total counter
                cpu_seconds_total 0.25
                # TYPE http_request_duration_seconds histogram
                http_request_duration_seconds_bucket{le="0.0005"} 0
                http_request_duration_seconds_bucket{le="0.001"} 0
                http_request_duration_seconds_bucket{le="0.0025"} 0
                http_request_duration_seconds_bucket{le="0.005"} 0
                http_request_duration_seconds_bucket{le="0.01"} 1
                http_request_duration_seconds_bucket{le="0.025"} 1
                http_request_duration_seconds_bucket{le="0.05"} 1
                http_request_duration_seconds_bucket{le="0.1"} 1
                http_request_duration_seconds_bucket{le="0.25"} 1
                http_request_duration_seconds_bucket{le="0.5"} 1
                http_request_duration_seconds_bucket{le="1"} 1
                http_request_duration_seconds_bucket{le="2.5"} 1
                http_request_duration_seconds_bucket{le="5"} 1
                http_request_duration_seconds_bucket{le="10"} 1
                http_request_duration_seconds_bucket{le="+Inf"} 1
                http_request_duration_seconds_sum 0.007
                http_request_duration_seconds_count 1
                # HELP http_requests_total Requests, by "status".\nC:\\ too.
                # TYPE http_requests_total counter
                http_requests_total{method="POST",status="201"} 41
                http_requests_total{method="POST",status="500"} 1
                # TYPE pool_connections gauge
                pool_connections 4
                # TYPE temperature gauge
                temperature -1.5

                """#)
    }

    @Suite struct 値 {
        private let metrics = PrometheusMetrics()

        @Test func カウンタは正の有限の数だけを足し戻せば零になる() {
            let counter = Counter(label: "a", factory: metrics)
            let fraction = FloatingPointCounter(label: "a", factory: metrics)
            counter.increment(by: 3)
            counter.increment(by: -1)
            for amount in [0.5, -1, .nan, .infinity] { fraction.increment(by: amount) }
            #expect(metrics.lines == ["a 3.5"])

            counter.reset()

            #expect(metrics.lines == ["a 0"])
        }

        @Test func カウンタは溢れても減らない() {
            let counter = Counter(label: "a", factory: metrics)

            for _ in 0..<3 { counter.increment(by: Int64.max) }

            #expect(metrics.lines == ["a 9.223372036854776e+18"])
        }

        @Test func ゲージは最後の値と増減である() {
            let meter = Meter(label: "a", factory: metrics)

            meter.set(10)
            meter.increment(by: 2.5)
            meter.decrement()

            #expect(metrics.lines == ["a 11.5"])
        }

        @Test(arguments: [
            (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (0.1, "0.1"), (1e300, "1e+300"),
            (-0.0, "0"),
        ])
        func 数はPrometheusの書き方になる(value: Double, text: String) {
            Meter(label: "a", factory: metrics).set(value)

            #expect(metrics.lines == ["a \(text)"])
        }

        @Test func 境界ちょうどの時間はその桶に入る() {
            let timer = Timer(label: "t", factory: metrics)
            for nanoseconds in [500_000, 500_001, 10_000_000_000, 10_000_000_001] {
                timer.recordNanoseconds(nanoseconds)
            }

            let counts = metrics.lines.filter { $0.contains("_bucket") }.compactMap { $0.split(separator: " ").last }

            #expect(counts.joined(separator: " ") == "1 2 2 2 2 2 2 2 2 2 2 2 2 3 4")
        }

        @Test func 有限でない値は桶に入らず戻った時計は零とする() {
            let recorder = Recorder(label: "a", factory: metrics)
            for value in [Double.nan, .infinity, 5] { recorder.record(value) }
            Timer(label: "t", factory: metrics).recordNanoseconds(-5)

            #expect(
                metrics.lines.filter { $0.contains("_sum") || $0.contains("_count") } == [
                    "a_sum 5", "a_count 1", "t_sum 0", "t_count 1",
                ])
        }

        @Test func 十分の一秒を十回足せばちょうど一秒である() {
            let timer = Timer(label: "t", factory: metrics)

            for _ in 0..<10 { timer.recordMilliseconds(100) }

            #expect(metrics.lines.contains("t_sum 1"))
        }
    }

    @Suite struct 名前とラベル {
        private let metrics = PrometheusMetrics()

        @Test func 同じ名前とラベルは順が違っても同じ計器である() {
            Counter(label: "a", dimensions: [("x", "1"), ("y", "2")], factory: metrics).increment()
            Counter(label: "a", dimensions: [("y", "2"), ("x", "1")], factory: metrics).increment()

            #expect(metrics.lines == [#"a{x="1",y="2"} 2"#])
        }

        @Test(arguments: [
            ("http.requests-total", "http_requests_total"), ("9lives", "_9lives"), ("", "_"), ("a:b", "a:b"),
            ("要求", "______"), ("a b\n# TYPE", "a_b___TYPE"),
        ])
        func 名前に使えない文字は下線になる(label: String, name: String) {
            Counter(label: label, factory: metrics).increment()

            #expect(metrics.text == "# TYPE \(name) counter\n\(name) 1\n")
        }

        @Test func ラベルの名前は重ならず値は逃がされる() {
            Counter(
                label: "a",
                dimensions: [("a.b", "1"), ("a:b", "2"), ("le", "3"), ("z", "\"\\\n端末"), ("__name__", "4"), ("", "5")],
                factory: metrics
            ).increment()

            #expect(
                metrics.lines == [#"a{_="5",__name___="4",a_b="1",a_b_="2",le_="3",z="\"\\\n端末"} 1"#])
        }

        @Test func 一つの名前を別の種類に使えば種類が名前に付く() {
            Meter(label: "a", factory: metrics).set(1)
            Counter(label: "a", factory: metrics).increment(by: 2)
            Recorder(label: "a", factory: metrics).record(3)
            Timer(label: "a", factory: metrics).recordSeconds(4)
            Counter(label: "a_histogram_count", factory: metrics).increment(by: 5)
            Counter(label: "a", factory: metrics).increment(by: 2)

            let types = metrics.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }

            #expect(
                types == [
                    "# TYPE a gauge", "# TYPE a_counter counter", "# TYPE a_histogram histogram",
                    "# TYPE a_histogram_2 histogram", "# TYPE a_histogram_count_counter counter",
                ])
            #expect(
                Set(metrics.lines).isSuperset(of: [
                    "a 1", "a_counter 4", "a_histogram_sum 3", "a_histogram_2_sum 4", "a_histogram_count_counter 5",
                ]))
        }

        @Test func 上限を超えたラベルはまとめて数える() {
            let metrics = PrometheusMetrics(seriesLimit: 2)
            for round in 1...2 {
                for path in 1...5 {
                    Counter(label: "a", dimensions: [("path", "/\(path)")], factory: metrics).increment(by: round)
                }
            }
            Counter(label: "b", factory: metrics).increment()

            #expect(metrics.lines == [#"a{overflow="true"} 9"#, #"a{path="/1"} 3"#, #"a{path="/2"} 3"#, "b 1"])
        }

        @Test func 溢れのラベルを自ら名乗るものとも重ならない() {
            let metrics = PrometheusMetrics(seriesLimit: 1)
            for value in ["true", "false"] {
                Counter(label: "a", dimensions: [("overflow", value)], factory: metrics).increment()
            }

            #expect(metrics.lines == [#"a{overflow="true"} 2"#])
        }

        @Test func 何も言わなければ千通りまで覚える() {
            for path in 0..<1010 {
                Counter(label: "a", dimensions: [("path", "\(path)")], factory: metrics).increment()
            }

            #expect(metrics.lines.count == 1001)
            #expect(metrics.lines.contains(#"a{overflow="true"} 10"#))
        }

        @Test func 壊しても計測は残る() {
            let counter = Counter(label: "a", factory: metrics)
            counter.increment()

            counter.destroy()

            #expect(metrics.lines == ["a 1"])
        }
    }

    @Suite struct 読み戻し {
        /// Parses the labels of the text format with its three escapes, character by character, as Prometheus does.
        private static func labels(_ text: Substring) throws -> [[String]] {
            var (labels, rest) = ([[String]](), text.unicodeScalars[...])
            while !rest.isEmpty {
                let name = rest.prefix { $0 == "_" || ("a"..."z").contains($0) || ("0"..."9").contains($0) }
                try promise(rest.dropFirst(name.count).starts(with: "=\"".unicodeScalars), "a value follows \(name)")
                rest = rest.dropFirst(name.count + 2)
                var value = String.UnicodeScalarView()
                while let scalar = rest.popFirst(), scalar != "\"" {
                    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "\\": "\\", "\"": "\""]
                    value.append(scalar == "\\" ? try promised(escapes[promised(rest.popFirst())]) : scalar)
                }
                labels.append([String(name), String(value)])
                if !rest.isEmpty { try promise(rest.popFirst(), is: ",") }
            }
            return labels
        }

        @Test func ラベルの値は書かれた行から元に戻り_名前は重ならない() async {
            await forAll { choices in
                choices.list(1...4) { ($0.text(0...3, of: "ab.é_9"), $0.text(0...5, of: "a\"\\\n\r\u{301}n端{},=")) }
            } holds: { dimensions in
                let metrics = PrometheusMetrics()
                Counter(label: "c", dimensions: dimensions, factory: metrics).increment(by: 7)

                let lines = metrics.text.unicodeScalars.split(separator: "\n").map { String($0) }
                let line = try promised(lines.last)
                try promise(lines.count, is: 2)
                try promise(line.hasPrefix("c{") && line.hasSuffix("} 7"), "\(line) is one of c")
                let labels = try Self.labels(line.dropFirst(2).dropLast(3))
                try promise(Set(labels.map { $0[0] }).count, is: dimensions.count)
                try promise(labels.map { $0[0] }, is: labels.map { $0[0] }.sorted())
                try promise(labels.map { $0[1] }.sorted(), is: dimensions.map(\.1).sorted())
            }
        }

        /// Each bound is the first that is not less than the value.
        @Test func 桶の数は境界以下の値の数() async {
            await forAll(100) { choices in
                choices.list(0...12) { $0.number(near: Int64(0), 1, 64, 1024, within: 2000) }
            } holds: { values in
                let metrics = PrometheusMetrics()
                let recorder = Recorder(label: "r", factory: metrics)
                for value in values { recorder.record(value) }

                let counts = metrics.lines.filter { $0.hasPrefix("r_bucket") }
                    .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
                let bounds = (0...10).map { Int64(1) << $0 } + [.max]
                try promise(counts, is: bounds.map { bound in values.count { $0 <= bound } })
                try promise(metrics.lines.contains("r_sum \(values.reduce(0, +))"), "the sum is that of the values")
            }
        }

        @Test func 名前はどの種類でも重ならない() async {
            await forAll(150) { choices in
                choices.list(1...8) {
                    (
                        $0.one(of: ["a", "a_sum", "a_histogram", "a_gauge", "a_counter", "a.b", "a_b"]),
                        $0.number(in: 0...3)
                    )
                }
            } holds: { instruments in
                let metrics = PrometheusMetrics()
                for (label, kind) in instruments {
                    switch kind {
                    case 0: Counter(label: label, factory: metrics).increment()
                    case 1: Meter(label: label, factory: metrics).set(1)
                    case 2: Recorder(label: label, factory: metrics).record(1)
                    default: Timer(label: label, factory: metrics).recordSeconds(1)
                    }
                }
                // Each name appears in one line, without its bounds. Each line belongs to the preceding type.
                let names = metrics.lines.map { String($0.prefix { $0 != " " }) }
                try promise(Set(names).count, is: names.count)
                let families = Set(instruments.map { "\($0.0.replacing(".", with: "_")) \($0.1)" })
                let types = metrics.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
                try promise(types.count, is: families.count)
            }
        }
    }

    /// Each kind has its own loop, so the threads use the same instrument most of the time.
    @Test func 同時に計測しても一つも失わない() {
        DispatchQueue.concurrentPerform(iterations: 4) { [metrics] _ in
            let counter = Counter(label: "c", factory: metrics)
            let fraction = FloatingPointCounter(label: "f", factory: metrics)
            let meter = Meter(label: "m", factory: metrics)
            let recorder = Recorder(label: "r", factory: metrics)
            for _ in 0..<300_000 { counter.increment() }
            for _ in 0..<300_000 { fraction.increment(by: 0.5) }
            for _ in 0..<300_000 { meter.increment(by: 1) }
            for _ in 0..<300_000 { recorder.record(3) }
        }

        let lines = metrics.lines

        #expect(Set(lines).isSuperset(of: ["c 1200000", "f 600000", "m 1200000", "r_sum 3600000", "r_count 1200000"]))
    }

    @Test func 同時に作って読んでも同じ計器である() {
        DispatchQueue.concurrentPerform(iterations: 4) { [metrics] _ in
            for number in 0..<2000 {
                Counter(label: "c", dimensions: [("n", "\(number % 50)")], factory: metrics).increment()
                if number % 500 == 0 { _ = metrics.text }
            }
        }

        let lines = metrics.lines

        #expect(lines.count == 50)
        #expect(lines.allSatisfy { $0.hasSuffix(" 160") })
    }
}

extension PrometheusMetrics {
    /// The lines that are not comments.
    fileprivate var lines: [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }
}
#endif
