extension Duration {
    // Whole numbers are rounded towards zero. Durations beyond the range of the type are clamped to its limits.

    /// The whole milliseconds.
    package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }
    /// The whole microseconds.
    package var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
    /// The whole nanoseconds.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// The duration in seconds with the fewest digits, such as `8 s` or `0.5 s`.
    public var words: String {
        guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
        let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(String(fraction.reversed().drop { $0 == "0" }.reversed())) s"
    }

    /// The duration in seconds, to the millisecond, such as `0.25 seconds`.
    package var text: String {
        guard self != .zero else { return "\(self)" }
        guard milliseconds != 0 else { return "less than 0.001 seconds" }
        return "\(Duration.milliseconds(milliseconds))"
    }
}
