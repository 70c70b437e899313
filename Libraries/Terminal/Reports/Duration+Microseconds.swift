extension Duration {
    /// Whole microseconds, rounded towards zero; the largest possible number for more than 292,000 years.
    package var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
}
