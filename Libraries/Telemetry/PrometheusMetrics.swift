#if Server
package import CoreMetrics
import Synchronization

/// Collects metrics and renders them in the text format of Prometheus, version 0.0.4.
///
/// The label of an instrument is its full name; characters that are not allowed become `_`. A name already used for
/// another kind of instrument gets the kind as a suffix, so that both are reported. Instruments are kept for the
/// lifetime of this object, even after `destroy`, so that counts are not lost.
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

    /// `help` is keyed by name. At most `seriesLimit` combinations of labels are kept for a name; all others are
    /// measured together, with the label `overflow="true"`.
    package init(help: [String: String] = [:], seriesLimit: Int = 1000) {
        self.help = help
        self.seriesLimit = seriesLimit
    }

    /// All measurements so far, in the order of their names. The content type is `text/plain; version=0.0.4`.
    public var text: String {
        // The tables are copied, so that no caller waits while the text is rendered.
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

    /// Returns the existing instrument, or a new one.
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
