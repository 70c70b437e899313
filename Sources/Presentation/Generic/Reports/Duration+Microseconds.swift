extension Duration {
    /// Whole microseconds, rounded towards zero; of more than 292,000 years, the most that there can be.
    var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
