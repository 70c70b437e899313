#if Server
/// The instruments of one name, by their labels.
struct PrometheusFamily<Instrument: PrometheusInstrument> {
    let name: String
    private let limit: Int
    private var series: [[PrometheusLabel]: Instrument] = [:]
    private var overflow: Instrument?

    init(name: String, limit: Int) {
        self.name = name
        self.limit = limit
    }

    mutating func instrument(_ labels: [PrometheusLabel], make: () -> Instrument) -> Instrument {
        if let instrument = series[labels] { return instrument }
        guard series.count < limit else { return overflowing(make) }
        let instrument = make()
        series[labels] = instrument
        return instrument
    }

    private mutating func overflowing(_ make: () -> Instrument) -> Instrument {
        let labels = [PrometheusLabel(name: "overflow", value: "true")]
        let instrument = series[labels] ?? overflow ?? make()
        if series[labels] == nil { overflow = instrument }
        return instrument
    }

    func text(help: String?) -> String {
        var text = help.map { "# HELP \(name) \(escaped($0))\n" } ?? ""
        text += "# TYPE \(name) \(Instrument.type)\n"
        var lines = series.map { (PrometheusLabel.text($0.key), $0.value) }
        if let overflow { lines.append(("overflow=\"true\"", overflow)) }
        for (labels, instrument) in lines.sorted(by: { $0.0 < $1.0 }) {
            instrument.write(name: name, labels: labels, to: &text)
        }
        return text
    }

    private func escaped(_ help: String) -> String {
        guard help.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A }) else { return help }
        return help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }
}

/// An instrument for one name and one combination of labels.
protocol PrometheusInstrument: AnyObject, Sendable {
    /// The type in the line `# TYPE`.
    static var type: String { get }
    /// The suffixes that its lines append to the name.
    static var suffixes: [String] { get }

    /// `labels` is the text between the braces.
    func write(name: String, labels: String, to text: inout String)
}

extension PrometheusInstrument {
    static var suffixes: [String] { [""] }
}

extension String {
    /// Appends a line of the text format.
    mutating func appendSample(_ name: String, _ labels: String, _ value: Double) {
        self += name
        if !labels.isEmpty { self += "{\(labels)}" }
        self += " \(prometheus: value)\n"
    }
}

extension DefaultStringInterpolation {
    /// Appends a number in Prometheus's format, without a fraction if it is whole.
    mutating func appendInterpolation(prometheus value: Double) {
        if value.isNaN {
            appendLiteral("NaN")
        } else if value.isInfinite {
            appendLiteral(value < 0 ? "-Inf" : "+Inf")
        } else if let whole = Int64(exactly: value) {
            appendInterpolation(whole)
        } else {
            appendInterpolation(value)
        }
    }
}
#endif
