#if Server
import Metrics

/// A counter for each outcome, in the dimension `outcome` of one metric. `docs/operate/monitor.md` lists the metrics.
struct OutcomeCounters<Outcome: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
    private let counters: [Outcome: Counter]

    init(_ label: String, metrics: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map {
                ($0, Counter(label: label, dimensions: [("outcome", $0.rawValue)], factory: metrics))
            })
    }

    func count(_ outcome: Outcome) {
        counters[outcome]?.increment()
    }
}
#endif
