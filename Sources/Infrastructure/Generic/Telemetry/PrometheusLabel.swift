#if Server
struct PrometheusLabel: Hashable {
    let name: String
    let value: String

    /// In the order of their names, which are valid and differ: one that comes again, or that Prometheus has a use for,
    /// gets a `_` at its end.
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

    /// What stands in the braces.
    static func text(_ labels: [PrometheusLabel]) -> String {
        labels.map { "\($0.name)=\"\($0.escapedValue)\"" }.joined(separator: ",")
    }

    private var escapedValue: String {
        // Hardly any has something to escape, and replacing it took a third of the time of all metrics.
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
#endif
