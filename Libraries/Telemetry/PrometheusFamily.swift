#if Server
import UsecasesEngine

/// The instruments that share a name, keyed by their labels.
struct PrometheusFamily<Instrument: PrometheusInstrument> {
    let name: String
    private let limit: Int
    private var series: [[PrometheusLabel]: Instrument] = [:]

    init(name: String, limit: Int) {
        self.name = name
        self.limit = limit
    }

    mutating func instrument(_ labels: [PrometheusLabel], make: () -> Instrument) -> Instrument {
        let isOver = series.count >= limit && series[labels] == nil
        let labels = isOver ? [PrometheusLabel(name: "overflow", value: "true")] : labels
        if let instrument = series[labels] { return instrument }
        let instrument = make()
        series[labels] = instrument
        return instrument
    }

    func text(help: String?) -> String {
        var text = help.map { "# HELP \(name) \(escaped($0))\n" } ?? ""
        text += "# TYPE \(name) \(Instrument.type)\n"
        let lines = series.map { (PrometheusLabel.text($0.key), $0.value) }
        for (labels, instrument) in lines.sorted(by: { $0.0 < $1.0 }) {
            instrument.write(name: name, labels: labels, to: &text)
        }
        return text
    }

    private func escaped(_ help: String) -> String {
        guard help.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A }) else { return help }
        return help.replacingScalars("\\", with: "\\\\").replacingScalars("\n", with: "\\n")
    }
}

/// An instrument for one name and one combination of labels.
protocol PrometheusInstrument: AnyObject, Sendable {
    /// The type in the line `# TYPE`.
    static var type: String { get }
    /// The suffixes that the lines of the instrument append to its name.
    static var suffixes: [String] { get }

    /// Appends the lines of the instrument to the text. `labels` is the text between the braces.
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

struct PrometheusLabel: Hashable {
    let name: String
    let value: String

    /// Returns valid, distinct labels, sorted by name. A repeated name or a name that Prometheus reserves gets a
    /// trailing `_`.
    static func labels(_ dimensions: [(String, String)]) -> [PrometheusLabel] {
        guard !dimensions.isEmpty else { return [] }
        var labels: [PrometheusLabel] = []
        labels.reserveCapacity(dimensions.count)
        for (name, value) in dimensions {
            var free = PrometheusNames.sanitisedLabel(name)
            while free == "le" || free == "__name__" || labels.contains(where: { $0.name == free }) { free += "_" }
            labels.append(PrometheusLabel(name: free, value: value))
        }
        labels.sort { $0.name < $1.name }
        return labels
    }

    /// Returns the text between the braces.
    static func text(_ labels: [PrometheusLabel]) -> String {
        labels.map { "\($0.name)=\"\($0.escapedValue)\"" }.joined(separator: ",")
    }

    private var escapedValue: String {
        // Very few values need escaping, and replacing took a third of the time of all metrics.
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        return value.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"")
            .replacingScalars("\n", with: "\\n")
    }
}

/// The series names in use. A histogram also uses the names of its parts.
struct PrometheusNames {
    private var taken: Set<String> = []

    /// Reserves a name and returns it. If the name is taken, the returned name has the kind as a suffix.
    mutating func reserve<Instrument: PrometheusInstrument>(_ name: String, for kind: Instrument.Type) -> String {
        let candidates = CollectionOfOne(name) + [name + "_" + kind.type]
        var free = candidates.first { isFree($0, for: kind) }
        var number = 2
        while free == nil {
            let candidate = "\(name)_\(kind.type)_\(number)"
            free = isFree(candidate, for: kind) ? candidate : nil
            number += 1
        }
        let chosen = free ?? name
        taken.formUnion(kind.suffixes.map { chosen + $0 })
        return chosen
    }

    private func isFree<Instrument: PrometheusInstrument>(_ name: String, for kind: Instrument.Type) -> Bool {
        kind.suffixes.allSatisfy { !taken.contains(name + $0) }
    }

    /// Returns a valid metric name, with only letters, digits, `_` and `:`, and without a leading digit.
    static func sanitised(_ name: String) -> String {
        sanitised(name) { $0 == UInt8(ascii: ":") }
    }

    /// Returns a valid label name, with only letters, digits and `_`, and without a leading digit.
    static func sanitisedLabel(_ name: String) -> String {
        sanitised(name) { _ in false }
    }

    private static func sanitised(_ name: String, isAllowed: (UInt8) -> Bool) -> String {
        func isValid(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: isAllowed(byte)
            }
        }
        let startsWithDigit = name.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        if !startsWithDigit, name.utf8.allSatisfy(isValid) { return name }
        return (startsWithDigit ? "_" : "")
            + String(decoding: name.utf8.map { isValid($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }
}
#endif
