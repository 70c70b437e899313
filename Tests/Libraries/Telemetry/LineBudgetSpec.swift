#if Server
import Logging
import Testing
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTestSupport
import UsecasesTesting

@Suite struct 行の予算 {
    private let clock = ManualClock()

    @Test func 重要度の切り替えは自分で決めていない記録のすべてに届く() {
        let level = LogLevelSwitch(.info)
        let handler = { JSONLogHandler(label: "test", clock: clock, level: level) { _ in } }
        let loggers = (0..<2).map { _ in Logger(label: "test") { _ in handler() } }
        var own = loggers[0]
        own.logLevel = .error

        level.value = .debug

        #expect(loggers.map(\.logLevel) == [.debug, .debug])
        #expect(own.logLevel == .error)
    }

    /// Counts exact thousandths of a line. The clock stands still or advances, and the rate stays or changes. A rate
    /// of -1 means no rate, and thus no limit. When a rate is set again, at most one line is left.
    @Test func どんな間隔と速さでも_五秒分までの残りがあれば書ける() async {
        await forAll { choices in
            (
                choices.number(in: -1...8),
                choices.list(1...40) { choices in
                    (
                        choices.one(of: [0, 0, 0, 250, 1000, choices.number(in: 0...7) * 1000]),
                        choices.one(of: [nil, nil, nil, choices.number(in: -1...8)])
                    )
                }
            )
        } holds: { first, steps in
            func rate(_ drawn: Int) -> Double? { drawn < 0 ? nil : Double(drawn) }
            let clock = ManualClock(timeOfDayJumps: true)
            let budget = LineBudget(rate: rate(first), clock: clock)
            var drawn = first
            var left = max(1000, drawn * 5000)
            for (pause, next) in steps {
                clock.advance(by: .milliseconds(pause))
                left = min(max(1000, drawn * 5000), left + max(0, drawn) * pause)
                if let next {
                    budget.setRate(rate(next))
                    drawn = next
                    left = min(left, max(1000, drawn * 5000))
                }
                try promise(budget.take(), is: drawn < 0 || left >= 1000)
                if drawn >= 0, left >= 1000 { left -= 1000 }
            }
        }
    }

    @Test func 予算を越えた行は書かれずに数えられる() {
        let lines = LogLines()
        let metrics = PrometheusMetrics()
        let budget = LineBudget(rate: 0.1, clock: clock)
        let dropped = DroppedLines(metrics: metrics, prefix: Product.sample.name)
        var logger = Logger(label: "a") { label in
            JSONLogHandler(
                label: label, clock: clock, admits: { dropped.admits(.security, within: budget) }, output: lines.append)
        }
        logger[metadataKey: "id"] = "1"

        for _ in 0..<5 { logger.info("m") }
        logger.debug("below the level")

        #expect(lines.members == [#""id":"1""#])
        for name in ["log", "security"] {
            #expect(metrics.text.contains("sample_\(name)_lines_dropped_total{reason=\"rate\"} 4"))
        }
    }
}
#endif
