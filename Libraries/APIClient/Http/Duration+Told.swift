extension Duration {
    /// The duration in seconds, to the millisecond: `0.25 seconds`.
    var told: String {
        let milliseconds = components.seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow, self != .zero else { return "\(self)" }
        let rest = components.attoseconds / 1_000_000_000_000_000
        guard milliseconds.partialValue + rest != 0 else { return "less than 0.001 seconds" }
        return "\(Duration.seconds(components.seconds) + .milliseconds(rest))"
    }
}
