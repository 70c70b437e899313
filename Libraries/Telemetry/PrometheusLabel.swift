#if Server
struct PrometheusLabel: Hashable {
    let name: String
    let value: String

    /// Valid and distinct labels in the order of their names: a repeated name, or one that Prometheus reserves, gets a
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

    /// The text between the braces.
    static func text(_ labels: [PrometheusLabel]) -> String {
        labels.map { "\($0.name)=\"\($0.escapedValue)\"" }.joined(separator: ",")
    }

    private var escapedValue: String {
        // Very few values need escaping, and replacing took a third of the time of all metrics.
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
#endif
