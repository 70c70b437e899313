#if Server
import CalearningDomain
import Logging
import Testing
import Usecases
import UsecasesTelemetry
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 行の予算 {
    private let clock = ManualClock()

    private func taken(from budget: LineBudget) -> Int {
        var count = 0
        while count < 10_000, budget.take() { count += 1 }
        return count
    }

    @Test func 速さがなければ限りはない() {
        #expect(taken(from: LineBudget(rate: nil, clock: clock)) == 10_000)
    }

    @Test func 速さを変えればその時から変わり_なくせば限りがなくなる() {
        let budget = LineBudget(rate: 5, clock: clock)
        _ = taken(from: budget)

        budget.setRate(2)
        clock.advance(by: .seconds(2))
        let slower = taken(from: budget)
        budget.setRate(nil)
        let unlimited = taken(from: budget)
        budget.setRate(3)
        clock.advance(by: .seconds(1))

        #expect(slower == 4)
        #expect(unlimited == 10_000)
        #expect(taken(from: budget) == 3)
    }

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

    /// Counts exact thousandths of a line. The clock stands still or advances, and the rate stays or changes.
    @Test func どんな間隔と速さでも_五秒分までの残りがあれば書ける() async {
        await forAll { choices in
            (
                choices.number(in: 0...8),
                choices.list(1...40) { choices in
                    (
                        choices.one(of: [0, 0, 0, 250, 1000, choices.number(in: 0...7) * 1000]),
                        choices.one(of: [nil, nil, nil, choices.number(in: 0...8)])
                    )
                }
            )
        } holds: { rate, steps in
            let clock = ManualClock()
            let budget = LineBudget(rate: Double(rate), clock: clock)
            var rate = rate
            var left = max(1000, rate * 5000)
            for (pause, next) in steps {
                clock.advance(by: .milliseconds(pause))
                left = min(max(1000, rate * 5000), left + rate * pause)
                if let next {
                    budget.setRate(Double(next))
                    rate = next
                    left = min(left, max(1000, rate * 5000))
                }
                try promise(budget.take(), is: left >= 1000)
                if left >= 1000 { left -= 1000 }
            }
        }
    }

    @Test func 予算を越えた行は書かれずに数えられる() {
        let lines = LogLines()
        let metrics = PrometheusMetrics()
        let budget = LineBudget(rate: 0.1, clock: clock)
        let dropped = DroppedLines(metrics: metrics, prefix: Product.own.name)
        var logger = Logger(label: "a") { label in
            BudgetedLogHandler(
                JSONLogHandler(label: label, clock: clock, output: lines.append), of: .security, budget: budget,
                dropped: dropped)
        }
        logger[metadataKey: "id"] = "1"

        for _ in 0..<5 { logger.info("m") }
        logger.debug("below the level")

        #expect(lines.members == [#""id":"1""#])
        for name in ["log", "security"] {
            #expect(metrics.text.contains("calearning_\(name)_lines_dropped_total{reason=\"rate\"} 4"))
        }
    }
}
#endif
