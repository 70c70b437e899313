#if Server
package import CoreMetrics
import Synchronization

/// A collection of metrics that renders them in the text format of Prometheus, version 0.0.4.
///
/// The label of an instrument is its full name. Characters that are not allowed become `_`. If another kind of
/// instrument already uses the name, the kind is added as a suffix, and both are reported. Instruments are kept for the
/// lifetime of this object, even after `destroy`, so their counts are not lost.
package final class PrometheusMetrics: MetricsFactory {
    private struct State {
        var counters: [String: PrometheusFamily<PrometheusCounter>] = [:]
        var gauges: [String: PrometheusFamily<PrometheusGauge>] = [:]
        var timers: [String: PrometheusFamily<PrometheusHistogram>] = [:]
        var recorders: [String: PrometheusFamily<PrometheusHistogram>] = [:]
        var names = PrometheusNames()
    }

    private let help: [String: String]
    private let seriesLimit: Int
    private let state = Mutex(State())

    /// Creates an empty collection. The keys of `help` are metric names. Each name keeps at most `seriesLimit`
    /// combinations of labels. All others share one series with the label `overflow="true"`.
    package init(help: [String: String] = [:], seriesLimit: Int = 1000) {
        self.help = help
        self.seriesLimit = seriesLimit
    }

    /// All measurements so far, sorted by name. The content type is `text/plain; version=0.0.4`.
    public var text: String {
        // Copies the tables, because callers must not wait while the text is rendered.
        let tables = state.withLock { ($0.counters, $0.gauges, $0.timers, $0.recorders) }
        let sections = [sections(tables.0), sections(tables.1), sections(tables.2), sections(tables.3)].joined()
        return sections.sorted { $0.name < $1.name }.map(\.text).joined()
    }

    private func sections<Instrument>(
        _ families: [String: PrometheusFamily<Instrument>]
    ) -> [(name: String, text: String)] {
        families.values.map { ($0.name, $0.text(help: help[$0.name])) }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        counter(label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return gauge(label, dimensions) }
        return instrument(\State.recorders, label, dimensions) { PrometheusHistogram(.sizes) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        instrument(\State.timers, label, dimensions) { PrometheusHistogram(.seconds) }
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> PrometheusCounter {
        instrument(\State.counters, label, dimensions) { PrometheusCounter() }
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> PrometheusGauge {
        instrument(\State.gauges, label, dimensions) { PrometheusGauge() }
    }

    private func instrument<Instrument>(
        _ families: WritableKeyPath<State, [String: PrometheusFamily<Instrument>]>, _ label: String,
        _ dimensions: [(String, String)], make: () -> Instrument
    ) -> Instrument {
        let name = PrometheusNames.sanitised(label)
        let labels = PrometheusLabel.labels(dimensions)
        return state.withLock { state in
            var family =
                state[keyPath: families][name]
                ?? PrometheusFamily(name: state.names.reserve(name, for: Instrument.self), limit: seriesLimit)
            let instrument = family.instrument(labels, make: make)
            state[keyPath: families][name] = family
            return instrument
        }
    }
}
#endif
