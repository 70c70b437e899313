#if Server
import CalearningDomain
import Metrics
import UsecasesEngine
import UsecasesRuns

/// The metrics of the durable runs. `docs/operate/monitor.md` lists them.
struct RunInstruments: Sendable {
    /// What happens to the attempts of runs.
    private enum Outcome: String, Sendable, CaseIterable {
        case ended, failed, left, lost
        case givenBack = "given_back"
        case queueFailed = "queue_failed"
        case takenOver = "taken_over"
        case triedAgain = "tried_again"
    }

    private let attempts: OutcomeCounters<Outcome>
    private let waiting: Gauge
    private let resting: Gauge
    private let playing: Gauge
    private let failed: Gauge
    private let longestWait: Gauge

    init(metrics: any MetricsFactory) {
        func runs(_ state: String) -> Gauge {
            let gauge = Gauge(label: "\(Product.own.name)_runs", dimensions: [("state", state)], factory: metrics)
            gauge.record(0)
            return gauge
        }
        attempts = OutcomeCounters("\(Product.own.name)_run_attempts_total", metrics: metrics)
        (waiting, resting, playing, failed) = (runs("waiting"), runs("resting"), runs("playing"), runs("failed"))
        longestWait = Gauge(label: "\(Product.own.name)_runs_longest_wait_seconds", factory: metrics)
        longestWait.record(0)
    }

    /// Counts the runs. While the queue does not answer, the values stay.
    func measure(_ queue: any RunQueue) async {
        guard let counts = try? await queue.counts() else { return }
        waiting.record(counts.waiting)
        resting.record(counts.resting)
        playing.record(counts.playing)
        failed.record(counts.failed)
        longestWait.record(counts.longestWait / .seconds(1))
    }

    /// Counts what a worker reports.
    func record(_ event: RunWorker.Event) {
        switch event {
        case .left: attempts.count(.left)
        case .tookOver: attempts.count(.takenOver)
        case .ended(_, .goal): attempts.count(.ended)
        case .ended(_, .failure(_, nil)): attempts.count(.failed)
        case .ended(_, .failure): attempts.count(.triedAgain)
        case .ended(_, .givenBack): attempts.count(.givenBack)
        case .lostClaim: attempts.count(.lost)
        case .queueFailed: attempts.count(.queueFailed)
        }
    }
}
#endif
